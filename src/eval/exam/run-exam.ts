import type { Ports } from '../../../engine/index.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { askPair } from './ask.ts';
import type { ExamPair } from './pairs.ts';
import { type ExamScore, type GradedPair, gradePair, scoreExam } from './score/score.ts';

export type ExamRun = { score: ExamScore; graded: GradedPair[] };

export type ExamOptions = {
  pairs: AsyncGenerator<ExamPair> | Generator<ExamPair>;
  ports: Ports;
  /** The number of pairs that are checked at the same time. */
  atOnce: number;
  signal: AbortSignal;
  /** Called for each pair before it is checked. */
  onPair?: ((pair: ExamPair) => void) | undefined;
  /** Called for each graded pair, in the order in which answers arrive. */
  onGraded?:
    | ((pair: ExamPair, graded: GradedPair, findings: readonly Finding[]) => Promise<void> | void)
    | undefined;
};

/** Runs the exam and scores the answers. Throws the signal's reason when it is aborted. */
export async function runExam({
  pairs,
  ports,
  atOnce,
  signal,
  onPair,
  onGraded,
}: ExamOptions): Promise<ExamRun> {
  const graded = new Map<number, GradedPair>();
  let next = 0;
  async function lane(): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const { value: pair, done } = await pairs.next();
      if (done || !pair) return;
      const at = next;
      next += 1;
      onPair?.(pair);
      const findings = await askPair(pair, ports, signal);
      const one = gradePair({
        ...pair,
        twins: pair.twins.map((twin, index) => ({ ...twin, finding: answerOf(findings[index]) })),
      });
      graded.set(at, one);
      await onGraded?.(pair, one, findings);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  const inOrder = [...graded].sort(([one], [other]) => one - other).map(([, one]) => one);
  return { score: scoreExam(inOrder), graded: inOrder };
}

function answerOf(finding: Finding | undefined) {
  return {
    label: finding?.label ?? null,
    outcome: finding?.outcome ?? ('undetermined' as const),
    quotes: (finding?.citations ?? [])
      .filter(({ source }) => source.role === 'input')
      .map(({ quote }) => quote),
  };
}
