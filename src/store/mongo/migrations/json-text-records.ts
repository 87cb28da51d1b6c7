import type { Collection, Db, Document } from 'mongodb';
import type { RunHead, RunResult, RunSnapshot } from '../../../domain/runs/run.ts';
import { toBsonText } from '../database/bson-text.ts';
import { type ContentRef, dateOf, type Records } from '../database/records.ts';
import { deliveryDoc } from '../deliveries.ts';
import { politicsDoc, projectDoc } from '../listed-records.ts';
import { contentsIn } from '../pieces/contents.ts';
import { resultFields, snapshotFields } from '../runs/run-records.ts';

/** A record of an earlier release, which stored most of its fields as JSON text in `doc`. */
export type JsonTextDoc = Document & { _id: string; doc: string };

/** Finds the records that are not converted yet. */
export const isJsonText = { doc: { $exists: true } } as const;

/**
 * Converts every record that is stored as JSON text into a document with fields. A record is replaced only if its JSON
 * text is unchanged since it was read, so that several processes may convert at the same time. If the conversion is
 * interrupted, the next start converts the remaining records. `groupSize` records are read at a time. A record can have
 * 16 MB, but most have a few kB.
 */
export async function convertJsonText(database: Db, records: Records, groupSize = 50): Promise<void> {
  const convert = (name: string, documentOf: DocumentOf) =>
    convertAll(database.collection<JsonTextDoc>(name), documentOf, groupSize);
  await convert('politics', ({ doc }) => politicsDoc(JSON.parse(doc)));
  await convert('projects', ({ doc }) => projectDoc(JSON.parse(doc)));
  await convert('runs', (stored) => runDocument(records, stored));
  await convert('findings', ({ doc, ...fields }) => ({ ...fields, finding: JSON.parse(doc) }));
  await convert('reviews', ({ doc, ...fields }) => ({ ...fields, ...JSON.parse(doc), revision: 1 }));
  await convert('deliveries', ({ doc }) => deliveryDoc(JSON.parse(doc)));
  await convert('tokens', ({ doc, ...fields }) => {
    const { expiresAt, ...rest } = JSON.parse(doc);
    return { ...fields, ...rest, expiresAt: dateOf(expiresAt) };
  });
  await convert('auth_records', ({ doc, ...fields }) => ({ ...fields, fields: JSON.parse(doc) }));
}

/**
 * Returns the document of a record; null if the deletion of the record was interrupted and only a part of it remains.
 */
type DocumentOf = (stored: JsonTextDoc) => Document | null | Promise<Document | null>;

async function convertAll(
  collection: Collection<JsonTextDoc>,
  documentOf: DocumentOf,
  groupSize: number,
): Promise<void> {
  for (let last = ''; ; ) {
    const group = await collection
      .find({ _id: { $gt: last }, ...isJsonText }, { sort: { _id: 1 }, limit: groupSize })
      .toArray();
    const writes = await Promise.all(
      group.map(async (stored) => {
        const unchanged = { _id: stored._id, doc: stored.doc };
        const document = await documentOf(stored);
        return document === null
          ? { deleteOne: { filter: unchanged } }
          : { replaceOne: { filter: unchanged, replacement: toBsonText(document) } };
      }),
    );
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
    const next = group.at(-1)?._id;
    if (next === undefined) return;
    last = next;
  }
}

/**
 * Returns the document of a run. Earlier releases stored the snapshot and the result of a run as JSON text in pieces.
 */
async function runDocument(records: Records, stored: JsonTextDoc): Promise<Document | null> {
  const contents = contentsIn(records);
  const { doc, snapshot, result, ...fields } = stored;
  const { _id, userId } = fields;
  async function part<Part>(name: string, ref: ContentRef): Promise<Part | null> {
    const bytes = await contents.read(userId, `run ${_id} ${name}`, ref);
    return bytes === null ? null : JSON.parse(bytes.toString());
  }
  const head: Pick<RunHead, 'updatedAt' | 'nextAttemptAt' | 'startedAt' | 'endedAt'> = JSON.parse(doc);
  const snapshotPart = await part<RunSnapshot>('snapshot', snapshot);
  const resultPart = result === null ? null : await part<RunResult>('result', result);
  // A run's record is deleted after its pieces, so the deletion of a run without pieces was interrupted.
  if (snapshotPart === null || (result !== null && resultPart === null)) return null;
  return {
    ...fields,
    ...head,
    updatedAt: new Date(head.updatedAt),
    nextAttemptAt: dateOf(head.nextAttemptAt),
    startedAt: dateOf(head.startedAt),
    endedAt: dateOf(head.endedAt),
    ...snapshotFields(snapshotPart),
    ...(await resultFields(contents, { _id, workspaceId: userId }, resultPart)),
  };
}
