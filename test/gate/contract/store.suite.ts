import { auditSuite } from './audit.suite.ts';
import { budgetsSuite } from './budgets.suite.ts';
import { deliveriesSuite } from './deliveries.suite.ts';
import { eventsSuite } from './events.suite.ts';
import { limitsSuite } from './limits.suite.ts';
import { listedRecordsSuite } from './listed-records.suite.ts';
import { runsSuite } from './runs.suite.ts';
import { smallRecordsSuite } from './small-records.suite.ts';
import type { StoreUnderTest } from './store-under-test.ts';
import { transferSuite } from './transfer.suite.ts';
import { walksSuite } from './walks.suite.ts';
import { watchesSuite } from './watches.suite.ts';
import { workspacesSuite } from './workspaces.suite.ts';

/** The tests that every store must pass. They run for each adapter, every part with its own data. */
export function storeSuite(fresh: () => StoreUnderTest): void {
  listedRecordsSuite(fresh());
  runsSuite(fresh());
  eventsSuite(fresh());
  auditSuite(fresh());
  budgetsSuite(fresh());
  smallRecordsSuite(fresh());
  deliveriesSuite(fresh());
  limitsSuite(fresh());
  walksSuite(fresh());
  workspacesSuite(fresh());
  watchesSuite(fresh());
  transferSuite(fresh());
}
