import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { assetAddresses } from '../../assets/address.ts';
import { copyAssets } from '../../assets/copy.ts';
import { diskAssets } from '../../assets/disk.ts';
import { openAssets, openStore, requireRecords } from '../../compose/adapters.ts';
import { type Config, readConfig } from '../../config.ts';
import { prepareDataFolder } from '../../process/data-folder.ts';
import { packageVersion } from '../../process/package-version.ts';
import { plural } from '../../services/report/words.ts';
import type { Store } from '../../store/port.ts';
import { asOperator, environment } from '../settings/settings.ts';
import { badInput } from '../terminal/ending.ts';
import { warn } from '../terminal/output.ts';
import { contents, writeManifest } from './manifest.ts';
import { linesOf } from './records-file.ts';

/** A process increases its beat every five seconds (`startHeartbeat`), so two readings this far apart differ. */
const beatMs = 7_000;

/**
 * Writes a backup of the records, the files and the secret to a folder, which appears only when it is complete. Throws
 * `bad_input` if the folder exists, or if the records are in MongoDB and a process is using them.
 */
export function backUpTo(folder: string): Promise<void> {
  return asOperator(async () => {
    const config = readConfig(environment());
    await requireRecords(config);
    for (const warning of prepareDataFolder(config.DATA_DIR)) warn(warning);
    if (existsSync(folder)) throw badInput(`${folder} exists: name a folder that does not exist`);
    const draft = `${folder}.part`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(draft, { mode: 0o700 });
    try {
      const { records, files } = await backUp(config, draft);
      await rename(draft, folder);
      const sizes = `${plural(records, 'record', 'records')}, ${plural(files, 'file', 'files')}`;
      process.stderr.write(`${folder}: ${sizes}\n`);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  });
}

async function backUp(config: Config, draft: string): Promise<{ records: number; files: number }> {
  const addresses = assetAddresses(() => 'http://localhost');
  const from = await openAssets(config, addresses);
  const to = diskAssets(join(draft, contents.files), addresses);
  // Files are copied before and after the records: a file that a record names existed before the records were read, or is
  // younger than the first copy. A deleted file that was copied is only an unused file.
  const first = await copyAssets(from, to, new Date());
  const createdAt = new Date().toISOString();
  const records = await withSnapshot(config, draft, (store) => writeRecords(store, draft));
  const second = await copyAssets(from, to, new Date());
  for (const { id, name } of second.notWhole) warn(`the file ${id} (${name}) is incomplete and was left out`);
  const secret = join(config.DATA_DIR, 'secret');
  if (config.SECRET === null && existsSync(secret)) await copyFile(secret, join(draft, contents.secret));
  const files = first.copied + second.copied;
  await writeManifest(draft, { version: packageVersion(), createdAt, files });
  return { records, files };
}

/** Calls `work` with a store that does not change meanwhile. */
async function withSnapshot<Value>(
  config: Config,
  draft: string,
  work: (store: Store) => Promise<Value>,
): Promise<Value> {
  const store = await openStore(config, warn);
  try {
    if (config.MONGODB_URL !== null) {
      await requireUnused(store);
      return await work(store);
    }
    const folder = join(draft, 'snapshot');
    await mkdir(folder, { mode: 0o700 });
    const { copyRecords } = await import('../../store/sqlite/database/open.ts');
    copyRecords(join(config.DATA_DIR, 'proviso.db'), join(folder, 'proviso.db'));
    const { openSqliteStore } = await import('../../store/sqlite/store.ts');
    const snapshot = openSqliteStore(folder);
    try {
      return await work(snapshot);
    } finally {
      await snapshot.close();
      await rm(folder, { recursive: true });
    }
  } finally {
    await store.close();
  }
}

/** MongoDB without a replica set cannot read all collections as of one moment, so no process may write meanwhile. */
async function requireUnused({ processes }: Store): Promise<void> {
  const before = await processes.all();
  if (before.size === 0) return;
  await wait(beatMs);
  const running = [...(await processes.all())].filter(([name, beat]) => before.get(name) !== beat);
  if (running.length === 0) return;
  throw badInput(
    `${plural(running.length, 'server or worker is', 'servers or workers are')} running: stop them first, because records in MongoDB can only be backed up while nothing changes them`,
  );
}

async function writeRecords(store: Store, draft: string): Promise<number> {
  let count = 0;
  async function* counted() {
    for await (const record of store.transfer.all()) {
      count += 1;
      yield record;
    }
  }
  const file = createWriteStream(join(draft, contents.records), { mode: 0o600 });
  await pipeline(Readable.from(linesOf(counted())), file);
  return count;
}
