import {
  closeSync,
  copyFileSync,
  openSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/store.ts';
import { someRecords } from '../../../gate/contract/transfer.suite.ts';
import { expectFoundAndMended, type PlantedFault } from './planted-fault.ts';

const pageBytes = 4096;

/** A store with records, whose file has a copy `backup.db` beside it. */
async function storeIn(folder: string): Promise<string> {
  const data = join(folder, 'data');
  const store = openSqliteStore(data);
  await store.transfer.put(someRecords(200));
  await store.close();
  for (const name of ['proviso.db', 'cache.db']) emptyLog(join(data, name));
  const file = join(data, 'proviso.db');
  copyFileSync(file, join(folder, 'backup.db'));
  return file;
}

/** Moves all changes from the write-ahead log to the file itself; the log would otherwise replace damaged pages. */
function emptyLog(file: string): void {
  const database = new Libsql(file);
  database.prepare('pragma wal_checkpoint(truncate)').all();
  database.close();
}

/** Overwrites bytes of a file, as a failing disk does. */
function damage(file: string, at: number): void {
  const open = openSync(file, 'r+');
  writeSync(open, 'damage '.repeat(300), at);
  closeSync(open);
}

const faults: PlantedFault[] = [
  {
    fault: 'a page in the middle of the records is damaged',
    part: 'records',
    advice: /data\/proviso\.db is damaged .*Restore it from a backup/,
    async plant(folder) {
      const file = await storeIn(folder);
      damage(file, Math.floor(statSync(file).size / pageBytes / 2) * pageBytes);
      return {};
    },
    mend(folder) {
      copyFileSync(join(folder, 'backup.db'), join(folder, 'data/proviso.db'));
      return {};
    },
  },
  {
    fault: 'the records are not a database',
    part: 'records',
    advice: /data\/proviso\.db is damaged .*or move it away to start without records/,
    async plant(folder) {
      writeFileSync(await storeIn(folder), 'not a database '.repeat(1_000));
      return {};
    },
    mend(folder) {
      rmSync(join(folder, 'data/proviso.db'));
      return {};
    },
  },
  {
    fault: 'a newer release wrote the records',
    part: 'records',
    advice: /a newer release wrote the data .*or use another DATA_DIR/,
    async plant(folder) {
      const database = new Libsql(await storeIn(folder));
      database.exec('pragma user_version = 999');
      database.close();
      return {};
    },
    mend: (folder) => ({ DATA_DIR: join(folder, 'another') }),
  },
  {
    fault: 'the cache is damaged, which doctor itself repairs',
    part: 'records',
    advice: /data\/cache\.db was damaged and was created again/,
    isNote: true,
    async plant(folder) {
      await storeIn(folder);
      writeFileSync(join(folder, 'data/cache.db'), 'not a database '.repeat(1_000));
      return {};
    },
    mend: () => ({}),
  },
  {
    fault: 'the secret was cut off',
    part: 'sign-in',
    advice: /data\/secret is damaged: it has 0 characters .*or remove it/,
    async plant(folder) {
      await storeIn(folder);
      writeFileSync(join(folder, 'data/secret'), '');
      return {};
    },
    mend(folder) {
      rmSync(join(folder, 'data/secret'));
      return {};
    },
  },
  {
    fault: 'the records are from the future, because the clock was set back',
    part: 'clock',
    advice: /the last change of the records is 2\d h \d+ min ahead of this machine\. Set the clock/,
    async plant(folder) {
      const tomorrow = Date.now() / 1000 + 86_400;
      utimesSync(await storeIn(folder), tomorrow, tomorrow);
      return {};
    },
    mend(folder) {
      // Stands for setting the clock of this machine to the next day.
      utimesSync(join(folder, 'data/proviso.db'), Date.now() / 1000, Date.now() / 1000);
      return {};
    },
  },
  {
    fault: 'DATA_DIR is a file',
    part: 'data folder',
    advice: /is a file\. Set DATA_DIR to a folder that this user can write to/,
    plant(folder) {
      writeFileSync(join(folder, 'a-file'), '');
      return { DATA_DIR: join(folder, 'a-file') };
    },
    mend: (folder) => ({ DATA_DIR: join(folder, 'a-folder') }),
  },
  {
    fault: 'DATA_DIR is where the system allows no folders',
    part: 'data folder',
    advice: /DATA_DIR \/proc\/nowhere cannot be used.*Set DATA_DIR to a folder/,
    plant: () => ({ DATA_DIR: '/proc/nowhere' }),
    mend: (folder) => ({ DATA_DIR: join(folder, 'a-folder') }),
  },
  {
    fault: 'the folder of prompts is missing',
    part: 'prompts',
    advice: /the folder is missing or cannot be read/,
    plant: (folder) => ({ PROMPTS_DIR: join(folder, 'prompts') }),
    mend: () => ({ PROMPT_VERSIONS: 'rule-check@1' }),
  },
  {
    fault: 'the file of certificates is missing',
    part: 'certificates',
    advice: /CERTIFICATE_FILE: .*Set it to a file that proviso eval certify wrote/,
    plant: () => ({ CERTIFICATE_FILE: 'nowhere.json' }),
    mend: () => ({
      CERTIFICATE_FILE: join(import.meta.dirname, '../../../../engine/check/certificates.json'),
    }),
  },
];

describe('data and settings', () => {
  it.each(faults)('are mended by the advice of doctor: $fault', expectFoundAndMended);
});
