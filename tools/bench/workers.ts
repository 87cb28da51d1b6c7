import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { hasEnded, type RunHead } from '../../src/domain/runs/run.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { processorMsOf } from '../../test/support/measured-process.ts';
import { sharedPath } from '../../test/support/shared.ts';
import { madeReport, reports } from './documents.ts';
import { measure } from './measured.ts';
import { table } from './table.ts';

/** BENCH_WORKERS_TO_COMPARE sets how many, separated by commas. */
const counts = (process.env.BENCH_WORKERS_TO_COMPARE ?? '1,2,4,8').split(',').map(Number);
/** Each file is in so many projects: enough runs for eight workers. */
const copies = 4;
const pollMs = 100;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const preparedSchema = z.object({ workspaceId: z.string(), runs: z.array(z.string()) });
type Prepared = z.infer<typeof preparedSchema>;

/**
 * Checks the same waiting projects, one real document each, with 1, 2, 4 and 8 worker processes that share a store. The
 * time is that from the first claim to the end of the last run. A worker reads a file in another process, so even one
 * worker uses more than one processor at times.
 */
export function workers(): Promise<string> {
  return withWaiting(async (checkedBy, runs) => {
    const rows: string[][] = [];
    let alone: number | null = null;
    for (const count of counts) {
      const { ms, processorMs, turns } = await checkedBy(count);
      alone ??= ms;
      const possible = Math.min(count, availableParallelism());
      rows.push([
        String(count),
        `${(ms / 1000).toFixed(1)} s`,
        (alone / ms).toFixed(2),
        (alone / ms / possible).toFixed(2),
        `${(processorMs / 1000).toFixed(1)} s`,
        turns.join(', '),
      ]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
    const header = ['workers', 'time', 'to one', 'of the processors', 'processor time', 'runs of each'];
    return `${runs} runs, ${availableParallelism()} processors\n${table(header, rows)}`;
  });
}

/** How much of the possible speed eight workers reach: that of one, times the number of processors up to eight. */
export function eightWorkers(): Promise<number> {
  return withWaiting(async (checkedBy) => {
    const alone = (await checkedBy(1)).ms;
    return alone / (await checkedBy(8)).ms / Math.min(8, availableParallelism());
  });
}

/** Prepares waiting runs once. Each call of `checkedBy` lets so many workers check a copy of them. */
async function withWaiting<Value>(
  measured: (checkedBy: (count: number) => ReturnType<typeof checkedIn>, runs: number) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-workers-'));
  try {
    const waiting = join(folder, 'waiting');
    const files = (await documents()).flatMap((file) => Array.from({ length: copies }, () => file));
    const { stdout } = await measure(process.execPath, [path('workers.child.mjs'), waiting, ...files]);
    const prepared = preparedSchema.parse(JSON.parse(stdout));
    return await measured(async (count) => {
      const place = join(folder, String(count));
      cpSync(waiting, place, { recursive: true });
      return checkedIn(place, count, prepared).finally(() => rmSync(place, { recursive: true, force: true }));
    }, prepared.runs.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sample documents and the shortest reports. */
async function documents(): Promise<string[]> {
  const names = ['FIPS200.pdf', 'NIST.SP.800-145.pdf', 'NIST.SP.800-63b.pdf'];
  const samples = names.flatMap((name) => sharedPath(`samples/${name}`) ?? []);
  if (samples.length === 0) return [(await madeReport(20)).path];
  const short = (await reports()).filter(({ name }) => /8K|EARNINGS/i.test(name));
  return [...samples, ...short.map((report) => report.path)];
}

async function checkedIn(folder: string, count: number, { workspaceId, runs }: Prepared) {
  const settings = { DATA_DIR: folder, WORKERS: '1', LOG_LEVEL: 'error' };
  const command = [path('../../bin/proviso.js'), 'worker'];
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, command, { env: { ...process.env, ...settings }, stdio: 'ignore' }),
  );
  const store = await openSqliteStore(folder);
  try {
    const turns = new Map<string, Set<string>>();
    for (;;) {
      const heads = await store.runs.heads(workspaceId, runs);
      for (const { lease, _id } of heads) note(turns, lease.owner, _id);
      if (heads.every(hasEnded)) {
        const processorMs = children.reduce((sum, { pid }) => sum + processorMsOf(pid ?? 0), 0);
        const each = [...turns.values()].map((own) => own.size).sort((one, other) => other - one);
        return { ms: spanOf(heads), processorMs, turns: each };
      }
      await wait(pollMs);
    }
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    await store.close();
  }
}

function note(turns: Map<string, Set<string>>, owner: string | null, run: string): void {
  if (owner === null) return;
  const worker = owner.slice(0, owner.lastIndexOf('/'));
  turns.set(worker, (turns.get(worker) ?? new Set()).add(run));
}

/** From the first start to the last end, in ms. */
function spanOf(heads: readonly RunHead[]): number {
  const starts = heads.map(({ startedAt }) => Date.parse(startedAt ?? ''));
  const ends = heads.map(({ endedAt }) => Date.parse(endedAt ?? ''));
  return Math.max(...ends) - Math.min(...starts);
}
