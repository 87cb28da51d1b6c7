import type { Deciding, Truth } from '../../src/eval/exam/grade.ts';
import type { ExamPair as ShippedPair, WrittenPair } from '../../src/eval/exam/pairs.ts';
import type { ExamPart, Kind } from './kinds.ts';
import type { Block } from './render/block.ts';
import { type Format, rendered } from './render/rendered.ts';

export type Side = 'A' | 'B';
export type ExamFile = { name: string; bytes: Uint8Array; text: string };
/** One document of a pair. Side A meets the rule. */
export type Twin = { side: Side; truth: Truth; deciding: Deciding[]; files: ExamFile[] };

type PairHead = Pick<ShippedPair, 'id' | 'rule'> & {
  kind: Kind;
  template: string;
  part: ExamPart;
  format: Format;
};

/** A pair whose documents have no file format yet. */
export type PlannedPair = PairHead & {
  /** The length of a line in plain text; null if lines are not broken. */
  width: number | null;
  /** The two documents of the pair, in random order. */
  twins: [PlannedTwin, PlannedTwin];
};
export type PlannedTwin = Omit<Twin, 'files'> & { papers: { name: string; blocks: Block[] }[] };

/** Two documents that differ in one fact, and the rule that both are checked against. */
export type ExamPair = PairHead & { twins: [Twin, Twin] };

/** The pair with its documents as files. The same pair always has the same bytes. */
export function pairOf({ width, twins: [one, other], ...pair }: PlannedPair): ExamPair {
  const twin = ({ papers, ...rest }: PlannedTwin): Twin => ({
    ...rest,
    files: papers.map(({ name, blocks }) => rendered(name, blocks, pair.format, width)),
  });
  return { ...pair, twins: [twin(one), twin(other)] };
}

/** The pair as `exam/` has it for users who certify a model. */
export function writtenPair({ id, rule, twins: [one, other] }: ExamPair): WrittenPair {
  const twin = ({ truth, deciding, files }: Twin) => ({
    ...{ truth, deciding },
    files: files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes).toString('latin1') })),
  });
  return { id, rule, twins: [twin(one), twin(other)] };
}
