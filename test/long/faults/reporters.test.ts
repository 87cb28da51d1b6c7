import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endedRun, ownedRecordsOf } from '../../support/owned-records.ts';
import { childrenNaming } from '../../support/processes.ts';
import { type ServerBeside, startTestServer, type TestServer, type TestUser } from '../../support/server.ts';
import { waitUntil } from '../../support/wait.ts';

/** The paths for which all findings of a run are read. */
type Paths = { report: string; bundle: string; diff: string };

const reporters = () => childrenNaming('/reporter.js');

let server: TestServer;
const paths = new Map<TestUser, Paths>();
beforeAll(async () => {
  server = await startTestServer();
  for (const user of [server.owner, server.stranger]) {
    const { projectId, runId } = await ownedRecordsOf(server, user.actor);
    const project = `/v1/projects/${projectId}`;
    const { runId: newer } = await endedRun(server, user.actor, projectId, []);
    paths.set(user, {
      report: `${project}/report?runId=${runId}`,
      bundle: `${project}/bundle?runId=${newer}`,
      diff: `${project}/runs/${newer}/diff?against=${runId}`,
    });
  }
});
afterAll(() => server.stop());
/** A server of each test, without processes that wait for work. */
let beside: ServerBeside;
beforeEach(async () => {
  beside = await server.beside({ LIMIT_REPORT_SECONDS: '600' });
});
afterEach(() => beside.stop());

const pathOf = (user: TestUser, kind: keyof Paths) => paths.get(user)?.[kind] ?? '';

/** Stops the process that has just been started for a request, so that its work never ends. Returns its id. */
async function stoppedReporter(): Promise<number> {
  const [pid = 0] = await waitUntil(() => (reporters().length > 0 ? reporters() : false));
  process.kill(pid, 'SIGSTOP');
  return pid;
}

describe.each(['report', 'bundle', 'diff'] as const)('a %s that never ends', (kind) => {
  it('delays no work of another user, and its process ends when the client closes the connection', async () => {
    const { owner, stranger } = server;
    const leaving = new AbortController();
    const headers = { 'api-token': owner.token };
    const url = `${beside.address}${pathOf(owner, kind)}`;
    const held = fetch(url, { headers, signal: leaving.signal }).catch(() => 'left');
    const pid = await stoppedReporter();
    expect((await beside.request(stranger, 'GET', pathOf(stranger, kind))).status).toBe(200);
    expect(reporters()).toContain(pid);
    leaving.abort();
    expect(await held).toBe('left');
    await waitUntil(() => !reporters().includes(pid));
    // The turn of the user has ended too.
    expect((await beside.request(owner, 'GET', pathOf(owner, kind))).status).toBe(200);
  });
});

it('a report that takes longer than the limit is refused, and its process is killed', async () => {
  const other = await server.beside({ LIMIT_REPORT_SECONDS: '5' });
  const late = other.request(server.owner, 'GET', pathOf(server.owner, 'report'));
  const pid = await stoppedReporter();
  expect(await late).toMatchObject({ status: 422, body: { code: 'too_costly' } });
  await waitUntil(() => !reporters().includes(pid));
  await other.stop();
});

it('an error of the process reaches the client, and the process is used again', async () => {
  const { owner } = server;
  const ofOlder = pathOf(owner, 'report').replace('/report', '/bundle');
  expect(await beside.request(owner, 'GET', ofOlder)).toMatchObject({
    status: 404,
    body: { code: 'text_not_found' },
  });
  const [pid] = reporters();
  expect((await beside.request(owner, 'GET', pathOf(owner, 'report'))).status).toBe(200);
  expect(reporters()).toEqual([pid]);
});

it('no process of a reporter outlives its server', async () => {
  const path = pathOf(server.owner, 'report');
  expect((await beside.request(server.owner, 'GET', path)).status).toBe(200);
  expect(reporters()).toHaveLength(1);
  await beside.stop();
  await waitUntil(() => reporters().length === 0);
});
