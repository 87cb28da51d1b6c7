import { openStore } from '../../compose/adapters.ts';
import { readConfig } from '../../config.ts';
import type { Store } from '../../store/port.ts';
import { asOperator, environment } from './settings.ts';

/** Opens the store that the settings name, runs `work`, and closes the store. */
export function withStore<Value>(work: (store: Store) => Promise<Value>): Promise<Value> {
  return asOperator(async () => {
    const store = await openStore(readConfig(environment()), (warning) =>
      process.stderr.write(`proviso: warning: ${warning}\n`),
    );
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}
