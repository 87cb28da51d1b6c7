import { childProcessQueue } from '../../../src/queue/child-process.ts';

/** A process that starts a worker as its child, like the server, until the test that started it kills it. */
childProcessQueue({
  entry: new URL('../../../dist/run/worker.js', import.meta.url),
  settings: process.env,
  onCrash: () => {},
});
