import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { callerOf } from '../../../support/faults/caller.ts';
import { claimPort } from '../../../support/ports.ts';
import { waitFor, waitUntil } from '../../../support/wait.ts';
import { CommandRunner, start, workFolder } from '../../cli/command.ts';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = workFolder({});
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  folder.remove();
});
afterAll(() => runner.stop());

const settings = { DATA_DIR: 'data', PORT: '0', WORKERS: '2', LOG_LEVEL: 'silent' };
const run = (args: string[], more: Record<string, string> = {}, input = '') =>
  runner.run(args, { cwd: folder.path, env: { ...settings, ...more }, input });

/** Starts a command and waits until it has printed the expected text. */
async function running(args: string[], ready: RegExp, more: Record<string, string> = {}) {
  const child = start(args, { cwd: folder.path, env: { ...settings, ...more } });
  children.push(child);
  let wording = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      wording += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, wording }));
  const found = () => {
    if (child.exitCode !== null) throw new Error(`it ended: ${wording}`);
    return ready.exec(wording) ?? false;
  };
  const [, port = ''] = await waitUntil(found);
  return { child, ended, port, wording: () => wording };
}

it('a service without a worker accepts runs, and a separate worker processes them and has metrics on METRICS_PORT', async () => {
  const server = await running(['serve', '--no-worker'], /token: http:\/\/localhost:(\d+)/);
  expect(server.wording()).toContain('runs: left to other processes');
  await run(['user', 'add', '--email', 'ada@example.org'], {}, 'engine number one\n');
  const { stdout } = await run(['token', 'add', '--user', 'ada@example.org', '--name', 'test']);
  const caller = callerOf(`http://127.0.0.1:${server.port}`, stdout.trim());
  const notice = 'The tenant shall give notice of at least three months.';
  const project = await caller.prepare({
    rules: [{ name: 'Notice', description: notice }],
    inputs: [{ name: 'lease.txt', bytes: Buffer.from(notice) }],
    knowledge: [],
  });
  await caller.startRun(project);
  expect((await caller.view(project)).status).toBe('deploying');

  const METRICS_PORT = String(await claimPort());
  const worker = await running(['worker'], /Proviso works on runs\.[\s\S]*2 at a time/, { METRICS_PORT });
  await waitFor(() => expect(worker.wording()).toContain('metrics: 127.0.0.1, port'));
  const ended = async () => (await caller.view(project)).status !== 'deploying';
  await waitUntil(ended);
  const { status, result } = await caller.view(project);
  expect([status, result?.findings[0]?.label]).toEqual(['completed', 'CONFIRMED']);

  const metrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  await waitFor(async () => expect(await metrics()).toContain('\nproviso_runs_active 0\n'));
  for (const line of [
    'proviso_run_attempt_duration_seconds_count{state="completed"} 1\n',
    '\nproviso_runs_waiting 0\n',
    'process_resident_memory_bytes',
  ])
    expect(await metrics()).toContain(line);

  const log = { LOG_LEVEL: 'warn', METRICS_PORT };
  const second = await running(['worker'], /Proviso works on runs\.[\s\S]*email: not set up/, log);
  await waitFor(() =>
    expect(second.wording()).toContain('give each process of a machine its own METRICS_PORT'),
  );
  expect(second.wording()).not.toContain('metrics: 127.0.0.1');

  for (const { child } of [worker, second, server]) child.kill('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0, wording: expect.stringContaining('releasing runs') });
  expect((await second.ended).code).toBe(0);
  expect((await server.ended).code).toBe(0);
});

it('proviso worker does not start with WORKERS=0, and says why', async () => {
  const { code, stderr } = await run(['worker'], { WORKERS: '0' });
  expect(code).toBe(2);
  expect(stderr).toContain('WORKERS is 0: a worker needs 1 or more');
});
