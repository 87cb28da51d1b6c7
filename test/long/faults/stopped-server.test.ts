import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Caller, callerOf, type View } from '../../support/faults/caller.ts';
import { ownSample } from '../../support/faults/samples.ts';
import { allEnded, newToken, running, type Served, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

const folder = temporaryFolder('stopped');
let token = '';
let project = '';
let server: Served;
let caller: Caller;

async function start(): Promise<void> {
  server = await serve(folder);
  caller = callerOf(server.address, token);
}

async function until(there: (view: View) => boolean): Promise<View> {
  const seen = async () => {
    const view = await caller.view(project);
    return there(view) && view;
  };
  return waitUntil(seen, { upTo: 60_000 });
}

const hasEnded = (view: View) => view.status !== 'deploying';

beforeAll(async () => {
  token = newToken(folder);
  await start();
  project = await caller.prepare(ownSample());
});
afterEach(() => server.powerOff());
afterAll(() => server.powerOff());

/** Sends a request whose body never ends, so that the server is still stopping while the test examines it. */
function pausedUpload(signal: AbortSignal): Promise<unknown> {
  const body = new ReadableStream({ start: (sink) => sink.enqueue(new TextEncoder().encode('begin')) });
  return fetch(`${server.address}/v1/files?name=held.txt`, {
    method: 'POST',
    headers: { 'api-token': token },
    body,
    signal,
    duplex: 'half',
  }).catch(() => null);
}

it('a server that is stopped during a run becomes unready, releases the run and ends all its processes; after a restart the run continues', async () => {
  const release = new AbortController();
  const retained = pausedUpload(release.signal);
  await caller.startRun(project);
  await until((view) => (view.progress?.rules.done ?? 0) > 0);
  // The stopping server still answers on existing connections, but refuses new ones.
  const ready = await fetch(`${server.address}/readyz`);
  expect(ready.status).toBe(200);
  await ready.text();
  server.signal('SIGTERM');
  await waitUntil(() => server.wording().includes('Stopping'));
  const stopping = await fetch(`${server.address}/readyz`).catch(() => null);
  if (stopping !== null) expect(stopping.status).toBe(503);
  release.abort();
  await retained;
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(running(server.pid)).toEqual([]);

  await start();
  const { status, progress, runs, result } = await until(hasEnded);
  expect(status).toBe('completed');
  expect(runs).toHaveLength(1);
  expect(progress?.attempts).toBe(1);
  expect(result?.findingsTotal).toBe(10);
});

it('a server whose worker dies is not ready until a new worker is ready', async () => {
  await start();
  const readiness = async () => {
    const answer = await fetch(`${server.address}/readyz`);
    const { checks } = z.object({ checks: z.object({ workers: z.string() }) }).parse(await answer.json());
    return `${answer.status} ${checks.workers}`;
  };
  const workers = () => running(server.pid).filter((pid) => pid !== server.pid);
  const [worker = 0] = await waitUntil(() => (workers().length > 0 ? workers() : false));
  expect(await readiness()).toBe('200 ok');
  expect(worker).not.toBe(0);
  // Kills workers repeatedly: readiness is checked once a second, so a dead worker can be replaced before the next
  // check.
  const killed = async () => {
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    return (await readiness()) === '503 failed';
  };
  await waitUntil(killed);
  await waitUntil(async () => (await readiness()) === '200 ok');
  server.signal('SIGTERM');
  await allEnded(server.pid);
});
