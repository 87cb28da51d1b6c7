import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesNaming } from '../../support/processes.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Each quote is at millions of places, so that this takes much longer than any other request of these tests. */
const heavy = {
  citations: Array.from({ length: 900 }, (_, at) => ({ quote: 'a '.repeat(at + 1).trim() })),
  sources: [{ name: 'a.txt', type: 'text', content: 'a\n'.repeat(2_500_000) }],
};
const quote = 'The tenant gives notice of three months.';
const light = { citations: [{ quote }], sources: [{ name: 'b.txt', type: 'text', content: quote }] };
const exact = { status: 200, body: { data: { citations: [{ verdict: 'exact' }] } } };

/** The processes that verify for this process. */
function verifying(): number[] {
  return processesNaming('verify-child').filter(isBelowThisProcess);
}

function isBelowThisProcess(pid: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === process.pid) return true;
  return false;
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** A process that has used so much processor time is searching; starting takes less. */
const busySeconds = 2;
const ticksOfSecond = 100;

function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11] ?? 0) / ticksOfSecond;
  } catch {
    return 0;
  }
}

function startHeavy() {
  const connection = new AbortController();
  const state = { hasAnswer: false };
  const answer = fetch(`${server.address}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-token': server.owner.token },
    body: JSON.stringify(heavy),
    signal: connection.signal,
  }).then(
    () => {
      state.hasAnswer = true;
    },
    () => {},
  );
  return {
    state,
    async leave() {
      connection.abort();
      await answer;
    },
  };
}

describe.runIf(process.platform === 'linux')('while a long verification of one user is running', () => {
  it('another user gets an answer', async () => {
    const { state, leave } = startHeavy();
    await waitUntil(() => verifying().length > 0);
    const answer = await server.stranger.request('POST', '/v1/verify', { body: light });
    expect(answer).toMatchObject(exact);
    expect(state.hasAnswer).toBe(false);
    await leave();
  });

  it('its process ends when the client leaves', async () => {
    const { leave } = startHeavy();
    // A process that was used before is used again; otherwise a new one starts.
    const used = await waitUntil(() => {
      const all = verifying();
      return all.length > 0 && isBusy(all) && all;
    });
    await leave();
    expect(await waitUntil(() => verifying().every((pid) => !used.includes(pid)))).toBe(true);
  });

  it('the user’s own next verification waits, and starts when the client of the first leaves', async () => {
    const first = startHeavy();
    await waitUntil(() => isBusy(verifying()));
    const state = { hasAnswer: false };
    const second = server.owner.request('POST', '/v1/verify', { body: light }).finally(() => {
      state.hasAnswer = true;
    });
    for (const _ of [1, 2, 3])
      expect(await server.stranger.request('POST', '/v1/verify', { body: light })).toMatchObject(exact);
    expect(state.hasAnswer).toBe(false);
    await first.leave();
    expect(await second).toMatchObject(exact);
  });
});

/** Whether one of the processes is searching. */
function isBusy(pids: readonly number[]): boolean {
  return pids.some((pid) => processorSeconds(pid) > busySeconds);
}
