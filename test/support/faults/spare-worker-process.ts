import '../../../engine/index.ts';
import '../../../src/store/sqlite/store.ts';
import type { Checker } from '../../../engine/index.ts';
import { CheckFailure } from '../../../engine/model/errors.ts';
import { openBackend } from '../../../src/compose/backend.ts';
import { readConfig } from '../../../src/config.ts';
import { embeddedQueue } from '../../../src/queue/embedded.ts';
import { startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { startNotifier } from '../../../src/services/notifications/notifier.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { ruleThatFails, spareOrder } from './spare-order.ts';

/**
 * A worker that has loaded everything and waits for its task. The runs of the test take milliseconds, so starting a
 * process would take most of the time. The worker works until it is killed.
 */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

process.once('message', async (message) => {
  const config = readConfig(spareOrder.parse(message).environment);
  const publicUrl = config.PUBLIC_URL ?? '';
  const backend = await openBackend(config, silent, () => publicUrl);
  const holder = startHeartbeat(backend.dependencies, 3_000);
  const parts = { ...(await backend.workerDependencies(embeddedQueue(), 60_000)), holder };
  const channels = await backend.channels();
  const times = { idleMs: 50 };
  const models = { ...parts.models, checker: failingAt(parts.models.checker) };
  startRunWorker({ ...parts, models }, { ...times, concurrency: 2 });
  startNotifier({ ...parts, channels, publicUrl: () => publicUrl }, times);
});
process.once('disconnect', () => process.exit(0));
process.send?.('loaded');

/** The configured checker, except that one rule always exceeds the budget. */
function failingAt(checker: Checker): Checker {
  return {
    ...checker,
    async check(question, config) {
      if (question.rule.name === ruleThatFails)
        throw new CheckFailure('budget_reached', 'the budget is used up');
      return checker.check(question, config);
    },
  };
}
