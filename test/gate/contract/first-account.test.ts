import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { freshDatabase, mongoServers } from '../../support/mongo/servers.ts';

const program = join(import.meta.dirname, 'first-account.ts');

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Visitor = { child: ChildProcessWithoutNullStreams; nextLine(): Promise<string> };

async function startVisitor(email: string, environment: Record<string, string>): Promise<Visitor> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, email], {
    env: { ...process.env, ...environment },
  });
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  expect(await nextLine()).toBe('ready');
  return { child, nextLine };
}

async function expectOneAccount(environment: Record<string, string>): Promise<void> {
  const emails = ['a', 'b'].map((name) => `${name}@example.org`);
  const visitors = await Promise.all(emails.map((email) => startVisitor(email, environment)));
  const exits = visitors.map(({ child }) => once(child, 'exit'));
  for (const { child } of visitors) child.stdin.write('now\n');
  const wording = await Promise.all(visitors.map(({ nextLine }) => nextLine()));
  expect(wording.toSorted()).toEqual(['sign_up_closed', 'signed in']);
  await Promise.all(exits);
  const store = await openStore(readConfig(environment), () => {});
  const users = await store.auth.find('user', null);
  await store.close();
  expect(users.map(({ email }) => email)).toEqual([emails[wording.indexOf('signed in')]]);
}

it('processes that share a folder create only one first account, even if many visitors sign up at once', async () => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-first-'));
  await expectOneAccount({ DATA_DIR: folder });
});

it.skipIf(mongoServers().length === 0).each(mongoServers())(
  'processes that share the database at %s create only one first account',
  async (server) => {
    folder = mkdtempSync(join(tmpdir(), 'proviso-first-'));
    const place = freshDatabase(server);
    await expectOneAccount({ DATA_DIR: folder, MONGODB_URL: place.url });
    await place.drop();
  },
);
