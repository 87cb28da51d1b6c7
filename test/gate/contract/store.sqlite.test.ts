import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { storeSuite } from './store.suite.ts';

storeSuite(() => {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-store-'));
  return {
    name: 'SQLite',
    open: async () => openSqliteStore(folder),
    clean: async () => rmSync(folder, { recursive: true, force: true }),
  };
});
