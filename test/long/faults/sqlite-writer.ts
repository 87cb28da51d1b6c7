import { AppError } from '../../../src/domain/errors.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { aPolitics } from '../../support/records.ts';

/**
 * A separate process, started by the SQLite tests. In a loop, the process appends a rule to one rule set and creates
 * another rule set. On a slow machine other writers can keep the file for longer than the store waits; what the store then
 * refuses is not written, and is tried again.
 */
const [folder = '', userId = '', id = '', name = '', count = '0'] = process.argv.slice(2);
const store = openSqliteStore(folder);
async function untilWritten(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store_unavailable') throw error;
    await untilWritten(write);
  }
}
for (let at = 0; at < Number(count); at += 1) {
  const rule = { name: `${name} ${at}`, description: 'x' };
  await untilWritten(() =>
    store.politics.update(userId, id, (current) => ({ ...current, rules: [...current.rules, rule] })),
  );
  await untilWritten(() => store.politics.insert(aPolitics({ userId, name: `${name} ${at}` })));
  process.stdout.write(`${name} ${at}\n`);
}
await store.close();
