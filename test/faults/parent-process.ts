import { childProcessQueue } from '../../src/queue/child-process.ts';

/** A process with a worker's process beside it, as the server is one; started by the test that kills it. */
childProcessQueue({
  entry: new URL('../../src/worker.ts', import.meta.url),
  settings: process.env,
  onCrash: () => {},
});
