import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { BSON, MongoClient } from 'mongodb';
import { z } from 'zod';
import { databaseName } from '../../../../src/store/mongo/database/connection.ts';

/** What an earlier release answered about the data that it stored. */
export type OlderAnswers = {
  person: { email: string; token: string };
  /** The answers by their path. */
  answers: Map<string, unknown>;
};

/** The SECRET with which the earlier release stored the data. */
export const olderSecret = 'the secret of the release before this one';

const lineSchema = z.union([
  z.strictObject({ person: z.object({ email: z.string(), token: z.string() }) }),
  z.strictObject({ path: z.string(), answer: z.unknown() }),
  z.strictObject({ file: z.string(), base64: z.string() }),
  z.strictObject({ collection: z.string(), document: z.record(z.string(), z.unknown()) }),
]);

const stored = join(import.meta.dirname, 'stored');

/** Writes the records of an earlier release into a new SQLite file, and its uploads beside it. */
export function putOlderSqlite(folder: string): OlderAnswers {
  mkdirSync(folder, { recursive: true });
  const database = new Libsql(join(folder, 'proviso.db'));
  database.exec(readFileSync(join(stored, 'schema-10.sql'), 'utf8'));
  database.close();
  return putFiles('schema-10.sqlite.jsonl', folder).about;
}

/** Writes the documents of an earlier release into an empty MongoDB database, and its uploads into a folder. */
export async function putOlderMongo(url: string, folder: string): Promise<OlderAnswers> {
  const { about, documents } = putFiles('schema-10.mongodb.jsonl', folder);
  const client = new MongoClient(url);
  const database = client.db(databaseName(url));
  for (const { collection, document } of documents)
    await database.collection(collection).insertOne(BSON.EJSON.deserialize(document, { relaxed: false }));
  await client.close();
  return about;
}

function putFiles(name: string, folder: string) {
  const lines = readFileSync(join(stored, name), 'utf8').trim().split('\n');
  const about: OlderAnswers = { person: { email: '', token: '' }, answers: new Map() };
  const documents: { collection: string; document: BSON.Document }[] = [];
  for (const line of lines.map((one) => lineSchema.parse(JSON.parse(one)))) {
    if ('person' in line) about.person = line.person;
    else if ('path' in line) about.answers.set(line.path, line.answer);
    else if ('collection' in line) documents.push(line);
    else {
      mkdirSync(dirname(join(folder, line.file)), { recursive: true });
      writeFileSync(join(folder, line.file), Buffer.from(line.base64, 'base64'));
    }
  }
  return { about, documents };
}
