import type { AnswerCache } from '../../../engine/index.ts';
import { CheckFailure } from '../../../engine/model/errors.ts';

/**
 * Recorded answers of a model, by the hash of the request. `tally` counts the questions that were replayed, recorded or
 * missing.
 */
export type RecordedAnswers = {
  answers: AnswerCache;
  tally: () => { replayed: number; recorded: number; missing: number };
};

/**
 * Answers questions only from the recorded answers and records nothing. A question without a recorded answer is not
 * sent: it counts as missing, and its rule is not assessed.
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
          'Not assessed: no answer to this question is recorded. Run with --live to ask the model and record the answer.',
        );
      },
      async put() {},
      async drop() {},
    },
  };
}

/**
 * Answers questions from the recorded answers. A question without a recorded answer is sent to the endpoint, and its
 * answer is recorded.
 */
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
