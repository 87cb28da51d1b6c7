import type { Finding } from '../../engine/model/finding.ts';
import { type ExamOptions as Options, runExam } from '../../src/eval/exam/run-exam.ts';
import type { ExamPair } from './pairs.ts';
import { type ExamScore, type GradedPair, gradedPair, scoreExam } from './score.ts';

export type ExamRun = { score: ExamScore; graded: GradedPair[] };

export type ExamOptions = Omit<Options<ExamPair>, 'onGraded'> & {
  /** Called for each graded pair, in the order in which answers arrive. */
  onGraded?:
    | ((pair: ExamPair, graded: GradedPair, findings: readonly Finding[]) => Promise<void> | void)
    | undefined;
};

/** Runs the exam and scores the answers. Throws the signal's reason when it is aborted. */
export async function scoredExam({ onGraded, ...options }: ExamOptions): Promise<ExamRun> {
  const graded: GradedPair[] = [];
  await runExam({
    ...options,
    async onGraded(pair, answers, findings, at) {
      const one = gradedPair(pair, answers);
      graded[at] = one;
      await onGraded?.(pair, one, findings);
    },
  });
  return { score: scoreExam(graded), graded };
}
