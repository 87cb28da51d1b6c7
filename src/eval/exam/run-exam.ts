import type { Ports } from '../../../engine/index.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { askPair } from './ask.ts';
import { type GradedAnswer, gradeAnswer } from './grade.ts';
import type { ExamPair } from './pairs.ts';

export type ExamOptions<Pair extends ExamPair = ExamPair> = {
  pairs: AsyncGenerator<Pair> | Generator<Pair>;
  ports: Ports;
  /** The number of pairs that are checked at the same time. */
  atOnce: number;
  signal: AbortSignal;
  /** Called for each pair before it is checked. */
  onPair?: ((pair: Pair) => void) | undefined;
  /** Called for the answers to each pair in the order in which they arrive. `at` is the place of the pair. */
  onGraded(
    pair: Pair,
    graded: readonly GradedAnswer[],
    findings: readonly Finding[],
    at: number,
  ): Promise<void> | void;
};

/** Checks the pairs and grades the answers. Throws the signal's reason when it is aborted. */
export async function runExam<Pair extends ExamPair>(options: ExamOptions<Pair>): Promise<void> {
  const { pairs, ports, atOnce, signal, onPair, onGraded } = options;
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
      const graded = findings.flatMap((finding, index) => {
        const known = pair.twins[index];
        return known === undefined ? [] : [gradeAnswer(answerOf(finding), known)];
      });
      await onGraded(pair, graded, findings, at);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
}

function answerOf({ label, outcome, citations }: Finding) {
  const inputs = citations.filter(({ source }) => source.role === 'input');
  return { label, outcome, quotes: inputs.map(({ quote }) => quote) };
}
