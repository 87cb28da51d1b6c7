/**
 * How long a test waits for something before it fails, in ms: long enough for a loaded machine, since a wait ends as soon
 * as it can. `vitest.config.ts` gives it to `expect.poll`, and `wait.ts` to the other waits.
 */
export const patienceMs = 30_000;
