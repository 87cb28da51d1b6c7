import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { aPolitics } from '../../support/records.ts';

/**
 * A separate process, started by the SQLite tests. In a loop, the process appends a rule to one rule set and creates
 * another rule set.
 */
const [folder = '', userId = '', id = '', name = '', count = '0'] = process.argv.slice(2);
const store = openSqliteStore(folder);
for (let at = 0; at < Number(count); at += 1) {
  await store.politics.update(userId, id, (current) => ({
    ...current,
    rules: [...current.rules, { name: `${name} ${at}`, description: 'x' }],
  }));
  await store.politics.insert(aPolitics({ userId, name: `${name} ${at}` }));
  process.stdout.write(`${name} ${at}\n`);
}
await store.close();
