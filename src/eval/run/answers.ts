import type { AnswerCache } from '../../../engine/index.ts';
import { CheckFailure } from '../../../engine/model/errors.ts';

/** A model's answers by request hash, and how many questions they answered. */
export type RecordedAnswers = {
  answers: AnswerCache;
  tally: () => { replayed: number; recorded: number; missing: number };
};

/**
 * Only recorded answers: a question that was never asked is not sent, its rule is not assessed, and it counts as
 * missing. The record does not change.
 */
export function replaying(kept: AnswerCache): RecordedAnswers {
  const replayed = new Set<string>();
  const missing = new Set<string>();
  return {
    tally: () => ({ replayed: replayed.size, recorded: 0, missing: missing.size }),
    answers: {
      async get(key) {
        const answer = await kept.get(key);
        (answer ? replayed : missing).add(key);
        if (answer) return answer;
        throw new CheckFailure(
          'checker_failed',
          'Not assessed: the model was never asked this; run with --live to ask and record it.',
        );
      },
      async put() {},
      async drop() {},
    },
  };
}

/** Recorded answers, and the endpoint's answers to new questions, which are recorded. */
export function recording(kept: AnswerCache): RecordedAnswers {
  const replayed = new Set<string>();
  const recorded = new Set<string>();
  return {
    tally: () => ({ replayed: replayed.size, recorded: recorded.size, missing: 0 }),
    answers: {
      async get(key) {
        const answer = await kept.get(key);
        if (answer && !recorded.has(key)) replayed.add(key);
        return answer;
      },
      async put(key, answer) {
        recorded.add(key);
        await kept.put(key, answer);
      },
      drop: (key) => kept.drop(key),
    },
  };
}
