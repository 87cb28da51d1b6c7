import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentedShell, runAsWritten } from '../../support/documented-shell.ts';
import { endedRun, ownedRecordsOf, rules } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('teams');
const environment = () => ({ DATA_DIR: join(folder, 'data') });

it('the commands about tokens in docs/teams.md create tokens with the scopes that the page describes', async () => {
  const [tokens = ''] = documentedShell('docs/teams.md', 'What a token may do');
  const account = "echo 'correct horse battery' | proviso user add --email you@example.com";
  await runAsWritten(account, folder, environment());
  const output = await runAsWritten(tokens, folder, environment());
  expect(output).toMatch(/dashboard on the wall .* active +read +/);
  expect(output).toMatch(/nightly check .* active +run +/);
  expect(output.match(/^pv_/gm)).toHaveLength(2);
});

it('the commands about workspaces in docs/teams.md invite a person and set a budget', async () => {
  const server = await startTestServer();
  try {
    const [workspaces = ''] = documentedShell('docs/teams.md', 'Workspaces');
    const { actor, token: TOKEN } = server.owner;
    const settings = { API: `${server.address}/v1`, TOKEN, ID: actor.workspaceId };
    const output = await runAsWritten(workspaces, folder, settings);
    expect(output).toContain('"name":"My workspace","role":"admin"');
    expect(output).toContain('/join#');
    expect(output).toContain('"caps":{"tokens":2000000,"cost":null}');
  } finally {
    await server.stop();
  }
});

it('the commands about assignments and a second person in docs/teams.md assign a finding and sign a run', async () => {
  const server = await startTestServer();
  try {
    const [assign = '', sign = ''] = documentedShell('docs/teams.md', 'Who reviews what, and who signs');
    const { actor, token: TOKEN } = server.owner;
    const { projectId: PROJECT, politicsId: RULES, findingId: FINDING } = await ownedRecordsOf(server, actor);
    const settings = { API: `${server.address}/v1`, TOKEN, ID: actor.workspaceId, PROJECT };
    const ids = { RULES, FINDING, MEMBER: actor.userId };
    const output = await runAsWritten(assign, folder, { ...settings, ...ids });
    expect(output).toContain('"message":"assigned to owner@example.org"');
    expect(output).toContain('"secondSignOff":true');
    const { runId: RUN } = await endedRun(server, actor, PROJECT);
    expect(await runAsWritten(sign, folder, { ...settings, RUN })).toContain('waits for a second person');
  } finally {
    await server.stop();
  }
});

it('the command about budgets in docs/teams.md shows what was spent this month', async () => {
  const server = await startTestServer({ MONTHLY_TOKENS: '5000' });
  try {
    const [usage = ''] = documentedShell('docs/teams.md', 'Monthly budgets');
    const settings = { API: `${server.address}/v1`, TOKEN: server.owner.token };
    expect(await runAsWritten(usage, folder, settings)).toContain('"caps":{"tokens":5000,"cost":null}');
  } finally {
    await server.stop();
  }
});

it('the commands about the audit log in docs/teams.md export a log that is intact', async () => {
  const server = await startTestServer();
  try {
    const [log = ''] = documentedShell('docs/teams.md', 'The audit log');
    await server.owner.request('POST', '/v1/politics', { body: { name: 'n', description: 'd', rules } });
    const output = await runAsWritten(log, folder, {
      API: `${server.address}/v1`,
      TOKEN: server.owner.token,
    });
    expect(output).toContain('"action":"politics.create"');
    expect(output).toContain('1 entries are intact');
  } finally {
    await server.stop();
  }
});
