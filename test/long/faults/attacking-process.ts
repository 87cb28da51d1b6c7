import { attacks, type Sent, userOf } from '../../support/faults/attacks.ts';

/**
 * Sends every attack to the service repeatedly. This is a separate process because creating bodies of 20 MB would delay
 * the requests of the user who is not attacking, which the test times. After a message the process reports the answers
 * to its requests and ends.
 */
const [address = '', token = ''] = process.argv.slice(2);
const over = new AbortController();
const all: Sent[] = [];
const attacker = userOf(address, token, (sent) => all.push({ ...sent, text: '' }), over.signal);
process.once('message', () => over.abort());

await Promise.all(
  Object.values(attacks).map(async (attack) => {
    while (!over.signal.aborted) {
      await attack(attacker).catch((error: unknown) => {
        if (!over.signal.aborted) throw error;
      });
    }
  }),
);

const slowest = all.toSorted((a, b) => b.ms - a.ms)[0];
process.send?.({
  requests: all.length,
  unanswered: all.filter(({ status }) => status === 0).map(({ what }) => what),
  failed: all
    .filter(({ status }) => status >= 500 && status !== 503)
    .map(({ what, status }) => `${status} ${what}`),
  slowest: `${slowest?.what} ${Math.round(slowest?.ms ?? 0)} ms`,
});
process.disconnect();
