import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { databaseName } from '../../../src/store/mongo/database/connection.ts';
import { proviso } from '../../gate/cli/command.ts';
import {
  addPerson,
  command,
  fill,
  folderOfEachTest,
  modelOfFilled,
  type Place,
  publicUrl,
  readAll,
  type ServedPerson,
} from '../../support/filled-service.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import { ownServer, serverProgram, whyNotKilled } from '../../support/mongo/own-server.ts';
import { serve } from '../../support/served.ts';

const own = folderOfEachTest();
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer(modelOfFilled);
});
afterAll(() => model.close());

function placeWith(more: Record<string, string>): Place {
  const settings = { PUBLIC_URL: publicUrl, MODEL: 'some-model', OPENAI_BASE_URL: model.url };
  return { cwd: own.path, env: { DATA_DIR: join(own.path, 'data'), ...settings, ...more } };
}

/** The tables or collections of a place that contain one of the words, with the words. */
async function placesOf(words: readonly string[], { env }: Place): Promise<Record<string, string[]>> {
  const tables = env.MONGODB_URL === undefined ? rowsOf(env.DATA_DIR ?? '') : documentsOf(env.MONGODB_URL);
  const found: Record<string, string[]> = {};
  for (const [name, rows] of await tables) {
    const text = JSON.stringify(rows);
    const named = words.filter((word) => text.includes(word));
    if (named.length > 0) found[name] = named;
  }
  return found;
}

async function rowsOf(data: string): Promise<[string, unknown][]> {
  return ['proviso.db', 'cache.db', 'limits.db'].flatMap((name): [string, unknown][] => {
    if (!existsSync(join(data, name))) return [];
    const database = new Libsql(join(data, name));
    const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    const rows = tables.map((table): [string, unknown] => [
      String(table),
      database.prepare(`select * from ${table}`).all(),
    ]);
    database.close();
    return rows;
  });
}

async function documentsOf(url: string): Promise<[string, unknown][]> {
  const client = new MongoClient(url);
  const database = client.db(databaseName(url));
  const collections = await database.listCollections().toArray();
  const found = collections.map(async ({ name }): Promise<[string, unknown]> => {
    return [name, await database.collection(name).find().toArray()];
  });
  const documents = await Promise.all(found);
  await client.close();
  return documents;
}

/** Every id and asset in the answers of a service. */
function idsIn(answers: unknown): Set<string> {
  return new Set(JSON.stringify(answers).match(/\b([0-9a-f]{24}|[0-9a-f]{40})\b/g) ?? []);
}

async function unusedOf(ids: readonly string[], { env }: Place): Promise<string[]> {
  const store = await openStore(readConfig(env), () => {});
  const used = await store.assetsInUse([...ids]);
  await store.close();
  return ids.filter((id) => !used.has(id));
}

const remove = (place: Place, { email }: ServedPerson) =>
  proviso(['user', 'remove', '--email', email], place);
const isAsset = (id: string) => id.length === 40;

/** Fills a service for two people, removes one of them, and expects that nothing else changed. */
async function expectRemoved(place: Place): Promise<void> {
  const ada = await addPerson(place, 'ada');
  const bob = await addPerson(place, 'bob');
  const running = await serve(place.env.DATA_DIR ?? '', place.env);
  own.server = running;
  for (const person of [ada, bob]) await fill(place, running.address, person, ada);
  const answers = await readAll(running.address, ada);
  const bobs = await readAll(running.address, bob);
  const shared = idsIn(answers);
  const words = [...idsIn(bobs)].filter((id) => !shared.has(id));
  const files = words.filter(isAsset);
  expect(files).toHaveLength(3);
  expect(Object.keys(await placesOf(words, place)).length).toBeGreaterThan(10);

  const refused = { code: 2, stderr: expect.stringContaining('run proviso user disable --email bob@') };
  expect(await remove(place, bob)).toMatchObject(refused);
  await command(place, ['user', 'disable', '--email', bob.email]);
  const listed = 'ada@example.org\tactive\tada\n';
  expect((await command(place, ['user', 'list'])).stdout).toBe(`${listed}bob@example.org\tdisabled\tbob\n`);
  expect(await remove(place, bob)).toMatchObject({
    code: 0,
    stdout: 'bob@example.org was removed, with 1 project and 1 rule set\n',
  });
  expect((await command(place, ['user', 'list'])).stdout).toBe(listed);

  const headers = { 'api-token': bob.token };
  expect((await fetch(`${running.address}/v1/politics`, { headers })).status).toBe(401);
  expect(await readAll(running.address, ada)).toEqual(answers);
  running.signal('SIGTERM');
  await running.ended;
  const left = await placesOf([...words, bob.email], place);
  expect(Object.keys(left)).toEqual(['audit_entries']);
  expect(await unusedOf(files, place)).toEqual(files);
  const adas = [...shared].filter((id) => isAsset(id));
  expect(await unusedOf(adas, place)).toEqual([]);
}

describe('proviso user remove', () => {
  it('leaves nothing of a person but the audit log, and everything of others, with SQLite', async () => {
    await expectRemoved(placeWith({}));
  });

  it.skipIf(serverProgram === null)(
    `leaves nothing of a person but the audit log, and everything of others, with MongoDB${serverProgram === null ? ` (${whyNotKilled})` : ''}`,
    async () => {
      const mongo = await ownServer(serverProgram ?? '');
      await mongo.start();
      try {
        await expectRemoved(placeWith({ MONGODB_URL: mongo.url }));
      } finally {
        await own.server?.powerOff();
        await mongo.remove();
      }
    },
  );

  it('refuses the account of the administrator, also if it is disabled, and an account that does not exist', async () => {
    const place = placeWith({});
    const ada = await addPerson(place, 'ada');
    await addPerson(place, 'bob');
    await command(place, ['user', 'disable', '--email', ada.email]);
    const refused = { code: 2, stderr: expect.stringContaining('which is that of the administrator') };
    expect(await remove(place, ada)).toMatchObject(refused);
    const unknown = { code: 2, stderr: expect.stringContaining('there is no account eve@example.org') };
    expect(await remove(place, { ...ada, email: 'eve@example.org' })).toMatchObject(unknown);
    const { stdout } = await command(place, ['user', 'list']);
    expect(stdout).toBe('ada@example.org\tdisabled\tada\nbob@example.org\tactive\tbob\n');
  });
});
