import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { proviso, start, workFolder } from '../../gate/cli/command.ts';
import { contentOf, someRecords } from '../../gate/contract/transfer.suite.ts';
import { type OwnServer, ownServer, serverProgram, whyNotKilled } from '../../support/mongo/own-server.ts';
import { waitUntil } from '../../support/wait.ts';

describe.skipIf(serverProgram !== null)(whyNotKilled, () => {
  it.skip('records on the way to MongoDB and back while the server is killed');
});

describe.runIf(serverProgram !== null)('records that are moved from SQLite to MongoDB and back', () => {
  let server: OwnServer;
  let folder: ReturnType<typeof workFolder>;
  beforeAll(async () => {
    server = await ownServer(serverProgram ?? '');
    await server.start();
    folder = workFolder({});
  });
  afterAll(async () => {
    await server.remove();
    folder.remove();
  });

  it('are unchanged, even if the server was killed during a restore and the restore was repeated', async () => {
    const cwd = folder.path;
    const first = openSqliteStore(join(cwd, 'first'));
    await first.transfer.put(someRecords(1_000));
    const before = await contentOf(first);
    expect(before.length).toBeGreaterThan(10_000);
    await first.close();
    const sqlite = (name: string) => ({ cwd, env: { DATA_DIR: join(cwd, name), MONGODB_URL: '' } });
    const mongo = { cwd, env: { MONGODB_URL: server.url, MONGODB_TIMEOUT_SECONDS: '10' } };
    const impatient = { cwd, env: { ...mongo.env, MONGODB_TIMEOUT_SECONDS: '3' } };
    expect(await proviso(['backup', 'all'], sqlite('first'))).toMatchObject({ code: 0 });

    const broken = start(['restore', 'all'], impatient);
    const ended = new Promise<number | null>((resolve) => broken.once('close', resolve));
    const reported: string[] = [];
    broken.stderr.setEncoding('utf8').on('data', (text: string) => reported.push(text));
    const client = new MongoClient(server.url);
    const runs = client.db('proviso').collection('runs');
    // The server can fail to count its records while it creates the collection.
    const stored = () => runs.countDocuments().catch(() => 0);
    const underWay = waitUntil(async () => (await stored()) > 300, { upTo: 200_000 });
    await Promise.race([underWay, ended]);
    expect(broken.exitCode, reported.join('')).toBeNull();
    await server.kill();
    await client.close();
    expect(await ended).toBe(2);
    expect(reported.join('')).toMatch(/run the same command again/);

    await server.start();
    expect(await proviso(['restore', 'all'], mongo)).toMatchObject({ code: 0 });
    expect(await proviso(['backup', 'back'], mongo)).toMatchObject({ code: 0 });
    expect(await proviso(['restore', 'back'], sqlite('second'))).toMatchObject({ code: 0 });

    const second = openSqliteStore(join(cwd, 'second'));
    const after = await contentOf(second);
    await second.close();
    expect(after).toEqual(before);
  }, 400_000);
});
