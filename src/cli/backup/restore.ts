import { createReadStream, existsSync, statSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetAddresses } from '../../assets/address.ts';
import { copyAssets } from '../../assets/copy.ts';
import { diskAssets } from '../../assets/disk.ts';
import { openAssets, openStore } from '../../compose/adapters.ts';
import { type Config, readConfig } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';
import { whyTooLarge } from '../../domain/records/rule-set-size.ts';
import { newWatchState } from '../../domain/watch.ts';
import { prepareDataFolder } from '../../process/data-folder.ts';
import { plural } from '../../services/report/words.ts';
import type { PortableRecord, Store } from '../../store/port.ts';
import { asOperator, environment } from '../settings/settings.ts';
import { badInput } from '../terminal/ending.ts';
import { warn } from '../terminal/output.ts';
import { contents, readManifest } from './manifest.ts';
import { recordsIn } from './records-file.ts';

/** The number of records that are written to the store together. */
const groupSize = 200;

/** A file in the data folder that names the backup whose restore has begun and not ended. */
const begunName = 'restoring';

/**
 * Restores a backup into the store and the files of the settings. A restore that was interrupted can be repeated, because
 * a record with the same id is replaced. Throws `bad_input` if the backup is damaged, or if the store has records of
 * something else.
 */
export function restoreFrom(backup: string): Promise<void> {
  return asOperator(async () => {
    const config = readConfig(environment());
    const found = statSync(backup, { throwIfNoEntry: false });
    if (found === undefined)
      throw badInput(`${backup} does not exist: name a folder that proviso backup wrote`);
    const manifest = found.isDirectory() ? await readManifest(backup) : null;
    const file = manifest === null ? backup : join(backup, contents.records);
    for (const warning of prepareDataFolder(config.DATA_DIR)) warn(warning);
    const store = await openStore(config, warn);
    try {
      const begun = join(config.DATA_DIR, begunName);
      const name = manifest?.recordsSha256 ?? file;
      await requireEmpty(store, begun, name);
      await writeFile(begun, name, { mode: 0o600 });
      const records = await restoreRecords(store, file, config);
      const files = manifest === null ? 0 : await restoreFiles(backup, config, manifest.files);
      await rm(begun);
      const sizes = `${plural(records, 'record', 'records')}, ${plural(files, 'file', 'files')}`;
      process.stderr.write(`${store.description}: ${sizes} restored\n`);
    } finally {
      await store.close();
    }
  });
}

async function requireEmpty(store: Store, begun: string, name: string): Promise<void> {
  if ((await readFile(begun, 'utf8').catch(() => null)) === name) return;
  for await (const record of store.transfer.all()) {
    // A server that was started once has published its key and nothing else.
    if (record.kind === 'signing_key') continue;
    throw badInput(
      `${store.description} has records already: set DATA_DIR or MONGODB_URL to an empty place, so that no record is lost`,
    );
  }
}

async function restoreRecords(store: Store, file: string, { LIMIT_RULE_SET_BYTES }: Config): Promise<number> {
  let count = 0;
  try {
    for await (const group of recordsIn(createReadStream(file), groupSize)) {
      refuseTooLarge(group, LIMIT_RULE_SET_BYTES);
      await store.transfer.put(group);
      // What the looks at watched folders have found is not in the backup: each folder is looked at again.
      for (const one of group)
        if (one.kind === 'project' && one.record.watch)
          await store.watches.put(newWatchState(one.record, new Date()));
      count += group.length;
    }
    return count;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw badInput(
      `${error.message}\nAbout ${count} records were restored: run the same command again to restore the rest`,
    );
  }
}

/** Restores the files, and the secret if SECRET does not set one. Returns the number of files. */
async function restoreFiles(backup: string, config: Config, expected: number): Promise<number> {
  const addresses = assetAddresses(() => 'http://localhost');
  const from = diskAssets(join(backup, contents.files), addresses);
  const { copied, there, notWhole } = await copyAssets(from, await openAssets(config, addresses), new Date());
  const damaged = notWhole.map(
    ({ id, name }) => `${join(backup, contents.files)} has a damaged file: ${id} (${name})`,
  );
  const [first, ...rest] = damaged;
  if (first !== undefined) throw badInput(first, ...rest);
  if (copied + there < expected)
    throw badInput(
      `${join(backup, contents.files)} is incomplete: it has ${copied + there} of ${plural(expected, 'file', 'files')}`,
    );
  const secret = join(backup, contents.secret);
  if (config.SECRET === null && existsSync(secret)) await copyFile(secret, join(config.DATA_DIR, 'secret'));
  return copied + there;
}

/** Throws `bad_input` for a rule set that the API would not accept either. */
function refuseTooLarge(group: readonly PortableRecord[], mostBytes: number): void {
  for (const one of group) {
    const size = one.kind === 'politics' ? whyTooLarge(one.record, mostBytes) : null;
    if (size !== null && one.kind === 'politics')
      throw badInput(`the rule set ${one.record.name} (${one.record._id}) ${size}`);
  }
}
