import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newObjectId } from '../../src/domain/object-id.ts';
import type { Politics } from '../../src/domain/politics.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { chosenMongo } from '../support/mongo/servers.ts';
import { aPolitics } from '../support/records.ts';
import { table } from './table.ts';

const owners = Array.from({ length: 1_000 }, () => newObjectId());
/** Owners who have 20 records each at every size, whatever the others have. */
const steadyOwners = Array.from({ length: 20 }, () => newObjectId());
const samples = 400;

/** Records in the store at each measurement: BENCH_RECORDS, numbers with commas between. */
const sizes = (process.env.BENCH_RECORDS ?? '1000,100000').split(',').map(Number);

/**
 * How get, list, search and patch grow with the records of 1,000 owners: p95 in ms. Owners have more records as the
 * store grows, so that `list` is measured for owners who have 20 at every size too.
 */
export async function storage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-bench-'));
  const mongo = chosenMongo();
  const store = mongo === null ? openSqliteStore(folder) : await mongo.open();
  try {
    await store.transfer.put(
      steadyOwners.flatMap((userId) =>
        Array.from({ length: 20 }, () => ({ kind: 'politics' as const, record: aPolitics({ userId }) })),
      ),
    );
    const rows: string[][] = [];
    let filled = 0;
    for (const size of sizes) {
      filled = await fill(store, filled, size);
      rows.push([size.toLocaleString('en'), ...(await measure(store, size))]);
    }
    return `${store.description}\n${table(['records', 'get', 'list (20 of 20)', 'list (20 of all)', 'search', 'patch'], rows)}`;
  } finally {
    await store.close();
    await mongo?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function idOf(at: number): string {
  return at.toString(16).padStart(24, '0');
}

function ownerOf(at: number): string {
  return owners[at % owners.length] ?? '';
}

function politicsAt(at: number): Politics {
  return aPolitics({
    _id: idOf(at),
    userId: ownerOf(at),
    name: `Lease review ${at}`,
    description: `What lease ${at} of the house must say. `.repeat(8),
  });
}

async function fill(store: Store, from: number, to: number): Promise<number> {
  const groupSize = 1_000;
  for (let start = from; start < to; start += groupSize) {
    const count = Math.min(groupSize, to - start);
    await store.transfer.put(
      Array.from({ length: count }, (_, at) => ({ kind: 'politics', record: politicsAt(start + at) })),
    );
  }
  return to;
}

async function measure(store: Store, size: number): Promise<string[]> {
  const { politics } = store;
  const page = { page: 1, pageSize: 20 };
  const works = [
    (at: number) => politics.get(ownerOf(at), idOf(at)),
    (at: number) => politics.list(steadyOwners[at % steadyOwners.length] ?? '', page),
    (at: number) => politics.list(ownerOf(at), page),
    (at: number) => politics.list(ownerOf(at), { ...page, search: `review ${at}` }),
    (at: number) => politics.update(ownerOf(at), idOf(at), (now) => ({ ...now, status: 1 })),
  ];
  const results: string[] = [];
  for (const work of works) {
    const times: number[] = [];
    for (let round = 0; round < samples * 2; round += 1) {
      const at = Math.floor(Math.random() * size);
      const started = performance.now();
      await work(at);
      // The first half warms up.
      if (round >= samples) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    results.push((times[Math.floor(samples * 0.95)] ?? 0).toFixed(3));
  }
  return results;
}
