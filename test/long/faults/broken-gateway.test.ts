import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import type { Reply } from '../../../tools/model-server/replies.ts';
import { chance, wantsAll } from '../../support/faults/chance.ts';
import { honest, rules, type StartedRun, startModelRuns } from '../../support/faults/model-run.ts';
import { allFindings } from '../../support/findings.ts';
import { waitUntil } from '../../support/wait.ts';

const ways: [string, Reply][] = [
  ['answers 429', { status: 429, message: 'slow down', retryAfter: '0' }],
  ['answers 500', { status: 500, message: 'something broke' }],
  ['never answers', { hang: true }],
  ['breaks off its answers', { drop: 'within' }],
  ['answers with text that is not JSON', { text: 'Certainly! The answer is' }],
  ['answers with JSON of a different form', { json: { verdict: 'yes' } }],
  ['answers with an empty text', { text: '' }],
];

const runs = await startModelRuns();
const startedRun = await runs.startRun();
await runs.workOff(startedRun);
const undisturbed = await runs.meaningOf(startedRun);
afterEach(() => runs.server.answerWith({ chat: honest }));
afterAll(async () => {
  await runs.close();
  closeLoading();
});

const findingsOf = ({ user, projectId, runId }: StartedRun) =>
  allFindings(runs.under.services, user, { projectId, runId });

/** Faults that cause no waiting. A gateway that always has one of the other faults is tested in the long form only. */
const quick = new Set([
  'answers with text that is not JSON',
  'answers with JSON of a different form',
  'answers with an empty text',
]);

describe.each(ways)('a gateway that %s', (way, broken) => {
  it('some of the time does not change the result of a run', async () => {
    for (let seed = 1; seed <= (wantsAll ? 50 : 1); seed += 1) {
      const random = chance(seed);
      let left = 3;
      runs.server.answerWith({
        chat(request) {
          if (random() > 0.4 || left === 0) return honest(request);
          left -= 1;
          return broken;
        },
      });
      const startedRun = await runs.startRun();
      await runs.workOff(startedRun);
      expect(await runs.meaningOf(startedRun), `seed ${seed}`).toBe(undisturbed);
    }
  }, 300_000);

  it.runIf(wantsAll || quick.has(way))(
    'all the time leaves every rule not assessed, rather than NOT FOUND, with the reason',
    async () => {
      runs.server.answerWith({ chat: () => broken });
      const startedRun = await runs.startRun();
      await runs.workOff(startedRun);
      await waitUntil(async () => (await runs.runOf(startedRun)).settled);
      const findings = await findingsOf(startedRun);
      expect(findings.map(({ assessed, label }) => [assessed, label])).toEqual(
        rules.map(() => [false, null]),
      );
      expect(await runs.runOf(startedRun)).toMatchObject({
        state: 'failed',
        lastError: { code: 'nothing_assessed' },
      });
    },
    300_000,
  );
});
