import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assetAddresses } from '../../../src/assets/address.ts';
import { openAssets, openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { proviso } from '../../gate/cli/command.ts';
import { contentOf, someRecords } from '../../gate/contract/transfer.suite.ts';
import { documentedShell, runAsWritten } from '../../support/documented-shell.ts';
import {
  addPerson,
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
import { freshBucket, s3Server } from '../../support/s3/bucket.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { waitFor } from '../../support/wait.ts';

const created = z.object({ data: z.object({ _id: z.string() }) });
const uploaded = z.object({ data: z.object({ url: z.string() }) });
const kindOf = z.object({ kind: z.string() });

const own = folderOfEachTest();
let headers: Record<string, string> = {};

/** Starts a service with a rule set, an uploaded file and an ended run. */
async function serviceWithRecords(): Promise<Served> {
  const data = join(own.path, 'data');
  mkdirSync(data);
  headers = { 'api-token': newToken(data) };
  const server = await serve(data);
  own.server = server;
  const file = await upload(server, 'The supplier answers within four hours.');
  const politics = created.parse(await send(server, 'POST', '/politics', aRuleSet));
  const project = { name: 'P', description: 'd', politicsId: politics.data._id };
  const files = [{ name: 'a.txt', type: 'document', url: file }];
  const made = created.parse(await send(server, 'POST', '/projects', { ...project, files }));
  await send(server, 'PUT', `/projects/${made.data._id}`, { status: 'deploying' });
  const { address } = server;
  await waitFor(
    async () => {
      const answer = await fetch(`${address}/v1/projects/${made.data._id}`, { headers });
      expect(await answer.json()).toMatchObject({ data: { status: 'completed' } });
    },
    { upTo: 200_000 },
  );
  return server;
}

const aRuleSet = {
  name: 'R',
  description: 'd',
  rules: [{ name: 'Answer', description: 'The supplier must answer within four hours.' }],
};

async function send(to: Served, method: string, path: string, body: object): Promise<unknown> {
  const json = { ...headers, 'content-type': 'application/json' };
  const answer = await fetch(`${to.address}/v1${path}`, {
    method,
    headers: json,
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return answer.json();
}

async function upload(to: Served, text: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/plain' }), 'a.txt');
  const answer = await fetch(`${to.address}/v1/files`, { method: 'POST', headers, body: form });
  return uploaded.parse(await answer.json()).data.url;
}

const command = (args: string[], env: Record<string, string>) => proviso(args, { cwd: own.path, env });

async function recordsIn(data: string) {
  const store = openSqliteStore(join(own.path, data));
  try {
    return await contentOf(store);
  } finally {
    await store.close();
  }
}

/** The path and the hash of every file under a folder. */
function filesIn(path: string): Record<string, string> {
  const entries = readdirSync(join(own.path, path), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('unfinished'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
        return [file.slice(join(own.path, path).length), hash] as const;
      })
      .sort(),
  );
}

describe('proviso backup and restore', () => {
  it('as documented: restore records, files and the secret unchanged, from a service that runs and writes', async () => {
    const running = await serviceWithRecords();
    const [backUp = '', restore = ''] = documentedShell('docs/operations.md', 'Backup and restore');
    const settings = { MONGODB_URL: '', SECRET: '' };
    let writing = true;
    let written = 0;
    const writer = (async () => {
      for (; writing; written += 1) await send(running, 'POST', '/politics', aRuleSet);
    })();
    expect(await runAsWritten(backUp, own.path, settings)).toMatch(/backups\/today: \d+ records, 1 file/);
    writing = false;
    await writer;
    expect(written).toBeGreaterThan(0);
    await running.powerOff();

    expect(await runAsWritten(restore, own.path, settings)).toMatch(/ok +records: SQLite in restored/);
    const [before, after] = [await recordsIn('data'), await recordsIn('restored')];
    const texts = new Set(before.map((record) => JSON.stringify(record)));
    const changing = (record: unknown) => JSON.stringify(record).includes('"lastUsedAt"');
    expect(after.filter((one) => !changing(one) && !texts.has(JSON.stringify(one)))).toEqual([]);
    expect(after.length).toBeGreaterThan(5);
    expect(filesIn('restored/assets')).toEqual(filesIn('data/assets'));
    const secretIn = (data: string) => readFileSync(join(own.path, data, 'secret'), 'utf8');
    expect(secretIn('restored')).toBe(secretIn('data'));
    own.server = await serve(join(own.path, 'restored'));
    expect((await fetch(`${own.server.address}/v1/politics`, { headers })).status).toBe(200);
  }, 400_000);

  it('refuse a place with records, a damaged backup and an incomplete one, and can be repeated', async () => {
    await (await serviceWithRecords()).powerOff();
    const data = { DATA_DIR: 'data' };
    expect(await command(['backup', 'b'], data)).toMatchObject({ code: 0 });
    const refused = (message: RegExp) => ({ code: 2, stderr: expect.stringMatching(message) });
    expect(await command(['backup', 'b'], data)).toMatchObject(refused(/b exists/));
    expect(await command(['restore', 'b'], data)).toMatchObject(refused(/has records already/));
    const damaged = (name: string, change: (copy: string) => void) => {
      cpSync(join(own.path, 'b'), join(own.path, name), { recursive: true });
      change(join(own.path, name));
      return command(['restore', name], { DATA_DIR: `from-${name}` });
    };
    const records = (copy: string) => writeFileSync(join(copy, 'records.jsonl'), '{}', { flag: 'a' });
    expect(await damaged('c', records)).toMatchObject(refused(/records\.jsonl is damaged/));
    const manifest = (copy: string) => rmSync(join(copy, 'backup.json'));
    expect(await damaged('d', manifest)).toMatchObject(refused(/is not a backup: it has no backup\.json/));
    const content = (copy: string) => {
      const [file = ''] = Object.keys(filesIn(`${copy.slice(own.path.length)}/files`)).filter((path) =>
        path.endsWith('content'),
      );
      writeFileSync(join(copy, 'files', file), 'other bytes');
    };
    expect(await damaged('e', content)).toMatchObject(refused(/has a damaged file/));
    // The file is mended, and the interrupted restore goes on.
    cpSync(join(own.path, 'b'), join(own.path, 'e'), { recursive: true });
    expect(await command(['restore', 'e'], { DATA_DIR: 'from-e' })).toMatchObject({ code: 0 });
    expect(await recordsIn('from-e')).toEqual(await recordsIn('data'));
    expect(filesIn('from-e/assets')).toEqual(filesIn('data/assets'));
  }, 400_000);

  it.skipIf(serverProgram === null)(
    `refuse while a server uses MongoDB${serverProgram === null ? ` (${whyNotKilled})` : ''}`,
    async () => {
      const place = await mongoAndBucket.open('there');
      try {
        own.server = await serve(place.env.DATA_DIR ?? '', place.env);
        const refused = { code: 2, stderr: expect.stringMatching(/running: stop them first/) };
        expect(await command(['backup', 'c'], place.env)).toMatchObject(refused);
        own.server.signal('SIGTERM');
        await own.server.ended;
        expect(await command(['backup', 'c'], place.env)).toMatchObject({ code: 0 });
      } finally {
        await own.server?.powerOff();
        await place.drop();
      }
    },
    400_000,
  );
});

/** A kind of place for records and files. `open` makes an empty one. */
type Kind = {
  name: string;
  /** Why there is no such place on this machine; empty if there is one. */
  missing: string;
  open(name: string): Promise<Opened>;
};
type Opened = Place & { drop(): Promise<void> };

const sqliteAndFolder: Kind = {
  name: 'SQLite and a folder',
  missing: '',
  open: async (name) => ({ ...placeWith(name, {}), drop: async () => {} }),
};

const mongoAndBucket: Kind = {
  name: 'MongoDB and a bucket',
  missing: serverProgram === null || s3Server === null ? ` (${whyNotKilled})` : '',
  async open(name) {
    const mongo = await ownServer(serverProgram ?? '');
    await mongo.start();
    const bucket = await freshBucket(s3Server ?? '');
    const drop = async () => {
      await bucket.drop();
      await mongo.remove();
    };
    return { ...placeWith(name, { ...bucket.environment, MONGODB_URL: mongo.url }), drop };
  },
};

function placeWith(name: string, env: Record<string, string>): Place {
  const DATA_DIR = join(own.path, name);
  return { cwd: own.path, env: { DATA_DIR, PUBLIC_URL: publicUrl, ...env } };
}

/** Every record, and the bytes of every file by its name. */
async function contentIn({ env }: Place): Promise<{ records: string[]; files: Record<string, string> }> {
  const config = readConfig(env);
  const store = await openStore(config, () => {});
  const assets = await openAssets(
    config,
    assetAddresses(() => publicUrl),
  );
  const files: Record<string, string> = {};
  try {
    for await (const { id } of assets.listOlderThan(new Date())) {
      const opened = await assets.open(id);
      const { asset } = opened ?? {};
      files[JSON.stringify(asset)] = opened === null ? '' : await text(opened.body);
    }
    return { records: await contentOf(store), files };
  } finally {
    await store.close();
  }
}

describe('a service with every kind of record', () => {
  const drops: (() => Promise<void>)[] = [];
  let model: ModelServer;
  beforeAll(async () => {
    model = await startModelServer(modelOfFilled);
  });
  afterEach(async () => {
    for (const drop of drops.splice(0)) await drop();
  });
  afterAll(() => model.close());

  async function opened(kind: Kind, name: string): Promise<Opened> {
    const place = await kind.open(name);
    Object.assign(place.env, { MODEL: 'some-model', OPENAI_BASE_URL: model.url });
    drops.push(place.drop);
    return place;
  }

  async function started({ env }: Place): Promise<Served> {
    own.server = await serve(env.DATA_DIR ?? '', env);
    return own.server;
  }

  /** Reads everything over the API, checks the audit log, and stops the service. */
  async function answersOf(place: Place, people: ServedPerson[]) {
    const { address, signal, ended } = await started(place);
    const answers = [];
    for (const person of people) {
      answers.push(await readAll(address, person));
      const exported = await fetch(`${address}/v1/audit/export`, { headers: { 'api-token': person.token } });
      writeFileSync(join(own.path, 'audit.jsonl'), await exported.text());
      expect(await command(['audit', 'verify', 'audit.jsonl'], {})).toMatchObject({ code: 0 });
    }
    signal('SIGTERM');
    await ended;
    return answers;
  }

  for (const from of [sqliteAndFolder, mongoAndBucket])
    for (const to of [sqliteAndFolder, mongoAndBucket]) {
      const missing = from.missing || to.missing;
      it.skipIf(missing !== '')(
        `has the same records, files and answers after a backup of ${from.name} is restored into ${to.name}${missing}`,
        async () => {
          const [here, there] = [await opened(from, 'here'), await opened(to, 'there')];
          const ada = await addPerson(here, 'ada');
          const bob = await addPerson(here, 'bob');
          const { address, signal, ended } = await started(here);
          for (const person of [ada, bob]) await fill(here, address, person, ada);
          signal('SIGTERM');
          await ended;
          const answers = await answersOf(here, [ada, bob]);

          expect(await command(['backup', 'b'], here.env)).toMatchObject({ code: 0 });
          expect(await command(['restore', 'b'], there.env)).toMatchObject({ code: 0 });
          const [before, after] = [await contentIn(here), await contentIn(there)];
          expect(after).toEqual(before);
          expect(Object.keys(before.files)).toHaveLength(6);
          const kinds = before.records.map((one) => kindOf.parse(JSON.parse(one)).kind);
          expect(new Set(kinds)).toEqual(new Set(someRecords(1).map(({ kind }) => kind)));
          expect(await answersOf(there, [ada, bob])).toEqual(answers);
        },
        400_000,
      );
    }
});
