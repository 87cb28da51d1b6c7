import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newObjectId } from '../../src/domain/records/object-id.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { chosenMongo } from '../../test/support/mongo/servers.ts';
import { aRun } from '../../test/support/records.ts';
import { table } from './table.ts';

/** The numbers of waiting runs at which to measure: BENCH_WAITING, separated by commas. */
const sizes = (process.env.BENCH_WAITING ?? '1000,10000,100000').split(',').map(Number);
/** The numbers of owners of these runs: BENCH_OWNERS, separated by commas. */
const ownerCounts = (process.env.BENCH_OWNERS ?? '10,1000').split(',').map(Number);
const claims = 400;
/** How many runs are written at a time. MongoDB gets fewer, because it writes those of a group at the same time. */
const group = chosenMongo() === null ? 1_000 : 50;

/**
 * Measures how long it takes to claim the next run while many runs wait, and whether the owners get their turns in
 * order: among `claims` claims, each owner has the same number of runs, one more or less.
 */
export async function claimTimes(): Promise<string> {
  const rows: string[][] = [];
  for (const owners of ownerCounts) {
    for (const size of sizes) {
      const { processorMs, p50, p99, isFair } = await measuredClaims(size, owners);
      const waiting = size.toLocaleString('en');
      rows.push([
        `${waiting} of ${owners}`,
        `${processorMs.toFixed(2)} ms`,
        `${p50.toFixed(2)} ms`,
        `${p99.toFixed(2)} ms`,
        isFair ? 'yes' : 'NO',
      ]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  }
  return table(['waiting runs of owners', 'processor time', 'median', 'p99', 'fair'], rows);
}

/** Fills a store with waiting runs, and measures how long it takes to claim the first ones. */
export async function measuredClaims(
  size: number,
  owners: number,
): Promise<{ processorMs: number; p50: number; p99: number; isFair: boolean }> {
  const { store, remove } = await emptyStore();
  const users = Array.from({ length: owners }, () => newObjectId());
  try {
    for (let from = 0; from < size; from += group) {
      const runs = Array.from({ length: Math.min(group, size - from) }, (_, at) =>
        aRun({ userId: users[(from + at) % owners] ?? '' }),
      );
      await store.transfer.put(runs.map((record) => ({ kind: 'run', record })));
    }
    const times: number[] = [];
    const turns = new Map<string, number>();
    const before = process.cpuUsage();
    for (let claim = 0; claim < claims; claim += 1) {
      const started = performance.now();
      const run = await store.runs.claim({ lease: `bench/${claim}`, now: new Date() });
      times.push(performance.now() - started);
      if (run === null) throw new Error('no run waits any more');
      turns.set(run.userId, (turns.get(run.userId) ?? 0) + 1);
    }
    const { user, system } = process.cpuUsage(before);
    times.sort((a, b) => a - b);
    const counts = users.map((user) => turns.get(user) ?? 0);
    return {
      processorMs: (user + system) / 1000 / claims,
      p50: times[Math.floor(claims / 2)] ?? Number.NaN,
      p99: times[Math.floor(claims * 0.99)] ?? Number.NaN,
      isFair: Math.max(...counts) - Math.min(...counts) <= 1,
    };
  } finally {
    await store.close();
    await remove();
  }
}

/** A new store: SQLite in a temporary folder, or with TEST_STORE=mongodb a database on the first test server. */
async function emptyStore(): Promise<{ store: Store; remove: () => Promise<void> }> {
  const place = chosenMongo();
  if (place !== null) return { store: await place.open(), remove: () => place.drop() };
  const folder = mkdtempSync(join(tmpdir(), 'proviso-claims-'));
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  return { store: await openSqliteStore(folder), remove };
}
