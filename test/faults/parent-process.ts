import { childProcessQueue } from '../../src/queue/child-process.ts';

/** A process with a child worker, like the server. The test that starts it kills it. */
childProcessQueue({
  entry: new URL('../../src/worker.ts', import.meta.url),
  settings: process.env,
  onCrash: () => {},
});
