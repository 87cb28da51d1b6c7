import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callerOf, type Material, type View } from '../../support/faults/caller.ts';
import { guideSample, ownSample } from '../../support/faults/samples.ts';
import { newToken, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

const wantsAll = process.env.PROVISO_FAULTS === 'all';
const material: Material = (wantsAll ? guideSample() : null) ?? ownSample();
/** The progress, in percent, at which a run is canceled, in mixed order; at 0 it is canceled immediately. */
const moments = wantsAll ? Array.from({ length: 20 }, (_, at) => (at * 35) % 100) : [0, 40, 70];

const folder = temporaryFolder('canceled');
const token = newToken(folder);
const server = await serve(folder);
const caller = callerOf(server.address, token);
const project = await caller.prepare(material);
afterAll(() => server.powerOff());

async function until(there: (view: View) => boolean): Promise<View> {
  const seen = async () => {
    const view = await caller.view(project);
    return there(view) && view;
  };
  return waitUntil(seen, { upTo: 60_000 });
}

const logLine = z.object({ msg: z.string(), time: z.number(), runId: z.string(), state: z.string() });

/**
 * When (in ms since the epoch) and in which state the worker released the run, according to its log; undefined if it
 * has not.
 */
function released(runId: string): { time: number; state: string } | undefined {
  return server
    .wording()
    .split('\n')
    .filter((line) => line.includes('a worker released a run') && line.endsWith('}'))
    .map((line) => logLine.parse(JSON.parse(line)))
    .find((line) => line.runId === runId);
}

const hasTaken = (runId: string) =>
  server
    .wording()
    .split('\n')
    .some((line) => line.includes('a worker claimed a run') && line.includes(runId));

/** Uploads the same files with changed bytes, so that no cached text is used. */
async function withFreshFiles(at: number): Promise<object[]> {
  const files = [];
  for (const { name, bytes } of material.inputs) {
    const fresh = Buffer.concat([bytes, Buffer.from(`\n% ${at}\n`)]);
    files.push({ name, type: 'document', url: await caller.upload({ name, bytes: fresh }) });
  }
  return files;
}

it('a run that is canceled at any moment stops and stays canceled, and the project can be started again', {
  timeout: 600_000,
}, async () => {
  const canceled: string[] = [];
  const answered: number[] = [];
  const stopped: number[] = [];
  const due = [...moments];
  // If a run ends before it is canceled, another run is canceled at this progress, up to three more times.
  for (let tries = 0; due.length > 0 && tries < moments.length * 4; tries += 1) {
    const percent = due.shift() ?? 0;
    const files = await withFreshFiles(tries);
    const put = await caller.send('PUT', `/projects/${project}`, { status: 'deploying', files });
    expect(put.status).toBe(200);
    const seen = await until(
      ({ status, progress }) => status !== 'deploying' || (progress?.percent ?? 0) >= percent,
    );
    const runId = seen.progress?.runId ?? '';
    const askedAt = Date.now();
    const answer = await caller.send('POST', `/projects/${project}/cancel`);
    if (answer.status === 409) {
      due.push(percent);
      continue;
    }
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'canceled' } } });
    answered.push(Date.now() - askedAt);
    canceled.push(runId);
    if (!hasTaken(runId)) continue;
    const end = await waitUntil(() => released(runId));
    expect(end.state).toBe('lost');
    stopped.push(end.time - askedAt);
  }
  expect(canceled.length).toBeGreaterThan(moments.length / 2);

  await caller.startRun(project);
  const view = await until(({ status }) => status !== 'deploying');
  expect(view).toMatchObject({ status: 'completed', result: { findingsTotal: material.rules.length } });
  for (const runId of canceled) {
    const { body } = await caller.send('GET', `/projects/${project}/runs/${runId}`);
    expect(body).toMatchObject({ data: { state: 'canceled', findings: material.rules.length } });
  }
  if (wantsAll) {
    process.stderr.write(
      `canceled ${canceled.length} of ${moments.length}; answered after ${spread(answered)}; `,
    );
    process.stderr.write(`worker stopped ${spread(stopped)}\n`);
  }
});

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `${at(0)} / ${at(0.5)} / ${at(0.9)} / ${at(1)} ms (least, median, 90 %, most of ${times.length})`;
}
