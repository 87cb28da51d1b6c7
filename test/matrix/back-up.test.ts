import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { workFolder } from '../cli/command.ts';
import { someRecords } from '../contract/transfer.suite.ts';
import { documentedShell, runAsWritten } from '../support/documented-shell.ts';
import { aPolitics, owner } from '../support/records.ts';

const withoutProgram = spawnSync('sqlite3', ['--version']).error !== undefined;
const writer = join(import.meta.dirname, '../contract/sqlite-writer.ts');

describe.skipIf(!withoutProgram)(
  'SKIPPED because sqlite3 is not installed, which makes backups (Debian package sqlite3)',
  () => {
    it.skip('the commands for back-up and restore in docs/storage.md');
  },
);

describe.skipIf(withoutProgram)('the commands for back-up and restore in docs/storage.md', () => {
  it('restore a complete store, even if a process was writing during the backup', async () => {
    const folder = workFolder({});
    onTestFinished(folder.remove);
    const data = join(folder.path, 'data');
    const store = openSqliteStore(data);
    const politics = aPolitics({ rules: [] });
    await store.politics.insert(politics);
    const other = someRecords(20);
    await store.transfer.put(other);
    await store.close();
    mkdirSync(join(data, 'assets'));
    writeFileSync(join(data, 'assets', 'file'), 'bytes');
    writeFileSync(join(data, 'secret'), 's'.repeat(43));

    const [backUp, restore, ...more] = documentedShell('docs/storage.md', 'Back-up and restore');
    expect(more).toEqual([]);
    const args = ['--import', 'tsx', writer, data, owner.userId, politics._id, 'w', '1000000'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let written = 0;
    const enough = new Promise<void>((resolve) => {
      createInterface(child.stdout).on('line', () => {
        written += 1;
        if (written === 20) resolve();
      });
    });
    await enough;
    const before = written;
    const settings = { MONGODB_URL: '' };
    expect(await runAsWritten(backUp ?? '', folder.path, settings)).toBe('ok\n');
    child.kill('SIGKILL');
    await once(child, 'close');

    expect(await runAsWritten(restore ?? '', folder.path, settings)).toMatch(
      /ok +records: SQLite in restored/,
    );
    const restored = openSqliteStore(join(folder.path, 'restored'));
    const { total } = await restored.politics.list(owner.userId, { page: 1, pageSize: 1 });
    const rules = (await restored.politics.get(owner.userId, politics._id))?.rules.length ?? 0;
    let records = 0;
    for await (const _ of restored.transfer.all()) records += 1;
    await restored.close();
    expect(rules).toBeGreaterThanOrEqual(before);
    // The writer changes one record and then adds another; the copy can be made between these two writes.
    expect([rules, rules - 1]).toContain(total - 21);
    expect(records).toBe(other.length + 1 + total - 21);
  });
});
