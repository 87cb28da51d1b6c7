import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../../../src/compose/adapters.ts';
import { readConfig } from '../../../../src/config.ts';
import { proviso, workFolder } from '../../../gate/cli/command.ts';
import { contentOf } from '../../../gate/contract/transfer.suite.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../../support/mongo/servers.ts';

/*
 * The folder `exports` has one file for each format of records before workspaces. The release that introduced the format
 * wrote the file, or the last one with it, with records of every kind that the release knew. No release wrote format 4.
 */

const exports = join(import.meta.dirname, 'exports');
const formats = readdirSync(exports).toSorted();
const [mongo] = mongoServers();
if (mongo === undefined) process.stderr.write(`${whySkipped}\n`);

const line = z.looseObject({ kind: z.string(), record: z.record(z.string(), z.json()) });
type Line = z.infer<typeof line>;

let folder: ReturnType<typeof workFolder>;
let drops: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = workFolder({});
});
afterEach(async () => {
  for (const drop of drops) await drop();
  drops = [];
  folder.remove();
});

type Settings = Record<string, string>;
type NewPlace = (name: string) => Settings;

const sqlite: NewPlace = (name) => ({ DATA_DIR: join(folder.path, name) });
const mongodb: NewPlace = (name) => {
  const place = freshDatabase(mongo ?? '');
  drops.push(() => place.drop());
  return { ...sqlite(name), MONGODB_URL: place.url };
};

async function command(env: Settings, ...args: string[]): Promise<void> {
  const { code, stderr } = await proviso(args, { cwd: folder.path, env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

async function contentIn(env: Settings): Promise<string[]> {
  const store = await openStore(readConfig(env), () => {});
  try {
    return await contentOf(store);
  } finally {
    await store.close();
  }
}

const linesOf = (name: string) =>
  readFileSync(join(exports, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1, -1)
    .map((text) => line.parse(JSON.parse(text)));

/** The kinds of records that belong to a workspace, and whether they still name the person. */
const namesPerson: Record<string, boolean> = {
  ...{ politics: true, project: true, run: true, token: true },
  ...{ review: false, delivery: false, webhook_rotation: false, finding: false, event: false },
};

/**
 * Formats 1 and 2 named the time until which a process worked on a run or a request. Later releases name the process, and
 * none of those processes is left.
 */
function withoutClaimTimes({ claimedUntil: _, ...record }: Line['record']): Line['record'] {
  const lease = z.object({ owner: z.null(), fence: z.int() }).safeParse(record.lease);
  return lease.success ? { ...record, lease: lease.data } : record;
}

/** What the store must have of a record that was written before workspaces: every field, in the workspace of its person. */
function afterwards({ kind, record: whole, ...beside }: Line): object {
  const record = withoutClaimTimes(whole);
  const keepsPerson = namesPerson[kind];
  if (keepsPerson === undefined) return { kind, record, ...beside };
  const moved = (fields: Record<string, unknown>) => {
    const { userId, ...rest } = fields;
    return { ...rest, workspaceId: userId, ...(keepsPerson && { userId }) };
  };
  return 'userId' in beside ? { kind, record, ...moved(beside) } : { kind, record: moved(record), ...beside };
}

/** Makes the folder of a backup, as releases with format 6 wrote it, from the file of its records. */
function backupWith(name: string): string {
  const backup = join(folder.path, `backup of ${name}`);
  const records = readFileSync(join(exports, name));
  mkdirSync(join(backup, 'files'), { recursive: true });
  writeFileSync(join(backup, 'records.jsonl'), records);
  const recordsSha256 = createHash('sha256').update(records).digest('hex');
  const made = { version: '0.0.0', createdAt: '2026-11-26T00:00:00.000Z', files: 0 };
  const manifest = { proviso: 'backup', format: 1, recordsSha256, ...made };
  writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest));
  return backup;
}

async function expectRestored(name: string, newPlace: NewPlace): Promise<void> {
  const place = newPlace('restored');
  await command(place, 'restore', join(exports, name));
  const content = await contentIn(place);
  const older = linesOf(name);
  const found = content.map((text) => line.parse(JSON.parse(text)));
  for (const one of older) {
    const wanted = afterwards(one);
    expect(
      found.some((other) => isContained(wanted, other)),
      JSON.stringify(wanted),
    ).toBe(true);
  }
  expect(found).toHaveLength(older.length);

  const again = newPlace('again');
  await command(place, 'backup', join(folder.path, 'now'));
  await command(again, 'restore', join(folder.path, 'now'));
  expect(await contentIn(again)).toEqual(content);
}

/** Whether `whole` has every field of `part` with the same value. Later releases may add fields. */
function isContained(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((value, at) => isContained(value, whole[at]))
    );
  if (typeof part !== 'object' || part === null) return part === whole;
  const fields = z.record(z.string(), z.unknown()).safeParse(whole);
  return (
    fields.success && Object.entries(part).every(([name, value]) => isContained(value, fields.data[name]))
  );
}

describe('the records that an earlier release exported', () => {
  it('are those of every format before workspaces', () => {
    expect(formats).toEqual([1, 2, 3, 5, 6].map((format) => `format-${format}.jsonl`));
  });

  it.each(formats)('are restored with every field, in the workspace of their owner, in SQLite: %s', (name) =>
    expectRestored(name, sqlite),
  );

  it.skipIf(mongo === undefined).each(formats)(
    'are restored with every field, in the workspace of their owner, in MongoDB: %s',
    (name) => expectRestored(name, mongodb),
  );

  it('are restored the same from the folder of a backup as from a file', async () => {
    const [fromFile, fromFolder] = [sqlite('file'), sqlite('folder')];
    await command(fromFile, 'restore', join(exports, 'format-6.jsonl'));
    await command(fromFolder, 'restore', backupWith('format-6.jsonl'));
    expect(await contentIn(fromFolder)).toEqual(await contentIn(fromFile));
  });
});
