import { childProcessQueue } from '../../../src/queue/child-process.ts';

/** A process that starts a worker as its child, like the server, until the test that started it kills it. */
childProcessQueue({
  entry: new URL('../../../src/worker.ts', import.meta.url),
  settings: process.env,
  onCrash: () => {},
});
