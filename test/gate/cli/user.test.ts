import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { newWorkspace, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { CommandRunner, workFolder } from './command.ts';

const runner = new CommandRunner();
const folder = workFolder({});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const password = 'correct horse battery\n';
const workspaceId = newObjectId();
const now = new Date('2026-11-26T12:00:00Z');
const [, bob = ''] = await addTeam();

async function command(...args: string[]) {
  return runner.run(args, { cwd: folder.path, env: { DATA_DIR: folder.path }, input: password });
}

/** Adds two people and a workspace of both, of which the first is the admin. Returns their ids. */
async function addTeam(): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['ada', 'bob']) {
    const { stdout } = await command('user', 'add', '--email', `${name}@example.org`, '--name', name);
    ids.push(/\((\w+)\)/.exec(stdout)?.[1] ?? '');
  }
  const [ada = '', bob = ''] = ids;
  const store = await openStore(readConfig({ DATA_DIR: folder.path }), () => {});
  const made = newWorkspace(workspaceId, ada, 'Legal', now);
  await store.workspaces.insert(withMember(made, { userId: bob, role: 'viewer', since: now.toISOString() }));
  await store.close();
  return ids;
}

it('lists the roles of people in workspaces of several people', async () => {
  expect((await command('user', 'list')).stdout).toBe(
    `ada@example.org\tactive\tada\tadmin of Legal (${workspaceId})\nbob@example.org\tactive\tbob\tviewer of Legal (${workspaceId})\n`,
  );
});

it('makes a member an admin, and records it in the audit log of the workspace', async () => {
  const appointed = await command(
    'user',
    'appoint',
    '--email',
    'bob@example.org',
    '--workspace',
    workspaceId,
  );
  expect(appointed).toMatchObject({
    code: 0,
    stdout: `bob@example.org is an admin of Legal (${workspaceId})\n`,
  });
  expect((await command('user', 'list')).stdout).toContain(`bob\tadmin of Legal (${workspaceId})`);
  const store = await openStore(readConfig({ DATA_DIR: folder.path }), () => {});
  const entries = await store.audit.walk(workspaceId, 0, 10);
  await store.close();
  expect(entries).toMatchObject([
    { action: 'workspaces.setRole', outcome: 'done', record: { kind: 'member', id: bob } },
  ]);
});

it('appoints no one who is not a member of the workspace', async () => {
  const other = newObjectId();
  const refused = { code: 2, stderr: expect.stringContaining('bob@example.org is not a member') };
  expect(await command('user', 'appoint', '--email', 'bob@example.org', '--workspace', other)).toMatchObject(
    refused,
  );
});

it('a disabled account is shown as such until it is enabled, and only then can be removed', async () => {
  const carol = ['--email', 'carol@example.org'];
  await command('user', 'add', ...carol);
  const shown = async () => (await command('user', 'list')).stdout.split('\n').at(-2);
  const change = (verb: string, more = carol) => command('user', verb, ...more);
  expect(await shown()).toBe('carol@example.org\tactive\t');
  expect(await change('remove')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('can still sign in'),
  });
  expect(await change('disable')).toMatchObject({ code: 0, stdout: 'carol@example.org is disabled\n' });
  expect(await shown()).toBe('carol@example.org\tdisabled\t');
  expect(await change('enable')).toMatchObject({ code: 0, stdout: 'carol@example.org is enabled\n' });
  expect(await shown()).toBe('carol@example.org\tactive\t');
  expect(await change('passwd')).toMatchObject({
    ...{ code: 0, stdout: 'the password of carol@example.org was changed; every session has ended\n' },
  });
  await change('disable');
  expect(await change('remove')).toMatchObject({
    ...{ code: 0, stdout: 'carol@example.org was removed, with 0 projects and 0 rule sets\n' },
  });
  expect(await shown()).toMatch(/^bob@example\.org\t/);
  await change('disable', ['--email', 'ada@example.org']);
  expect(await change('remove', ['--email', 'ada@example.org'])).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('that of the administrator') },
  });
  await change('enable', ['--email', 'ada@example.org']);
});

it('an account that exists is not added again, and one that does not exist is not changed', async () => {
  expect(await command('user', 'add', '--email', 'ADA@example.org')).toMatchObject({ code: 2, stdout: '' });
  for (const verb of ['disable', 'enable', 'passwd', 'remove'])
    expect(await command('user', verb, '--email', 'no@example.org'), verb).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('there is no account no@example.org') },
    });
});
