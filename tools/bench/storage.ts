import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { Politics } from '../../src/domain/politics.ts';
import { newObjectId } from '../../src/domain/records/object-id.ts';
import type { PoliticsDoc } from '../../src/store/mongo/database/records.ts';
import { politicsDoc } from '../../src/store/mongo/listed-records.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { chosenMongo, type MongoPlace } from '../../test/support/mongo/servers.ts';
import { aPolitics } from '../../test/support/records.ts';
import { median } from './measured.ts';
import { table } from './table.ts';

const owners = Array.from({ length: 1_000 }, () => newObjectId());
/** Owners who have 20 records each, whatever the size of the store. */
const steadyOwners = Array.from({ length: 20 }, () => newObjectId());
/**
 * Each result is the median of `batches` p95 values. Each p95 value is from `samples` calls, or from as many as fit
 * into `longestMs`.
 */
const batches = 5;
const samples = 400;
/** Number of calls before the measurement, so that the code is compiled by then. */
const warmUp = 20_000;
const longestMs = 3_000;

/** The sizes of the store at which to measure, as numbers of records: BENCH_RECORDS, separated by commas. */
const sizes = (process.env.BENCH_RECORDS ?? '1000,100000').split(',').map(Number);

/**
 * Measures how the time of get, list, search and patch (p95 in ms) grows with the records of 1,000 owners. In a small
 * store an owner has too few records to fill a page of 20. So `list` is also measured for owners who have 20 records at
 * every size, and for pages of one record.
 */
export async function storage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-bench-'));
  const mongo = chosenMongo();
  const open = async () => (mongo === null ? openSqliteStore(folder) : await mongo.open());
  let store = await open();
  try {
    await store.transfer.put(
      steadyOwners.flatMap((userId) =>
        Array.from({ length: 20 }, () => ({ kind: 'politics' as const, record: aPolitics({ userId }) })),
      ),
    );
    const rows: string[][] = [];
    let filled = 0;
    for (const size of sizes) {
      const started = performance.now();
      await (mongo === null ? fill(store, filled, size) : fillMongo(mongo, filled, size));
      filled = size;
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      // Closing the store writes the new data to disk, which would otherwise slow down the measured calls.
      await store.close();
      if (mongo === null) await readThrough(join(folder, 'proviso.db'));
      store = await open();
      rows.push([size.toLocaleString('en'), `${seconds} s`, ...(await measure(store, size))]);
    }
    const columns = [
      'records',
      'filled in',
      'get',
      'list (20 of 20)',
      'list (20 of all)',
      'list (1 of all)',
      'search',
      'patch',
    ];
    return `${store.description}\n${table(columns, rows)}`;
  } finally {
    await store.close();
    await mongo?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the file into the cache of the operating system, as for a database in use, so that the speed of the disk has no
 * influence.
 */
async function readThrough(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: 1 << 20 }));
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

function* groups(from: number, to: number): Generator<Politics[]> {
  const groupSize = 1_000;
  for (let start = from; start < to; start += groupSize) {
    yield Array.from({ length: Math.min(groupSize, to - start) }, (_, at) => politicsAt(start + at));
  }
}

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (const group of groups(from, to)) {
    await store.transfer.put(group.map((record) => ({ kind: 'politics', record })));
  }
}

/**
 * Inserts the records without checking whether each exists, because the substitutes for MongoDB would read all records
 * for such a check.
 */
async function fillMongo({ url }: MongoPlace, from: number, to: number): Promise<void> {
  const client = new MongoClient(url);
  const politics = client.db().collection<PoliticsDoc>('politics');
  for (const group of groups(from, to)) {
    await politics.insertMany(group.map(politicsDoc), { ordered: false });
  }
  await client.close();
}

async function measure(store: Store, size: number): Promise<string[]> {
  const { politics } = store;
  const page = { page: 1, pageSize: 20 };
  const get = (at: number) => politics.get(ownerOf(at), idOf(at));
  await timesOf(get, size, warmUp);
  const works = [
    get,
    (at: number) => politics.list(steadyOwners[at % steadyOwners.length] ?? '', page),
    (at: number) => politics.list(ownerOf(at), page),
    (at: number) => politics.list(ownerOf(at), { ...page, pageSize: 1 }),
    (at: number) => politics.list(ownerOf(at), { ...page, search: `review ${at}` }),
    (at: number) => politics.update(ownerOf(at), idOf(at), (now) => ({ ...now, status: 1 })),
  ];
  const results: string[] = [];
  for (const work of works) {
    const tails: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const times = await timesOf(work, size, samples);
      tails.push(times[Math.floor(times.length * 0.95)] ?? Number.NaN);
    }
    results.push(median(tails).toFixed(3));
  }
  return results;
}

/** The sorted durations in ms of this many calls, or of as many as fit into the time limit. */
async function timesOf(
  work: (at: number) => Promise<unknown>,
  size: number,
  calls: number,
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + longestMs;
  for (let call = 0; call < calls && (call === 0 || performance.now() < end); call += 1) {
    const at = Math.floor(Math.random() * size);
    const started = performance.now();
    await work(at);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}
