import { lowerBound } from '../../src/eval/exam/certify.ts';
import type { GradedAnswer } from '../../src/eval/exam/grade.ts';
import { type ExamPart, type Kind, kinds, parts } from './kinds.ts';
import type { ExamPair, Side } from './pairs.ts';

export type GradedTwin = GradedAnswer & { side: Side };

export type GradedPair = Pick<ExamPair, 'id' | 'kind' | 'template' | 'part'> & {
  twins: GradedTwin[];
  /** True if one answer to the pair is right, and the second one is right or leaves the question open. */
  passed: boolean;
};

/** The pair with the grades of the answers about its documents. */
export function gradedPair(
  {
    id,
    kind,
    template,
    part,
    twins,
  }: Omit<GradedPair, 'twins' | 'passed'> & { twins: readonly { side: Side }[] },
  graded: readonly GradedAnswer[],
): GradedPair {
  const passed =
    graded.every(({ grade }) => grade !== 'wrong') && graded.some(({ grade }) => grade === 'right');
  const sided = graded.map((one, at) => ({ ...one, side: twins[at]?.side ?? 'A' }));
  return { id, kind, template, part, twins: sided, passed };
}

/**
 * `share` is `right` divided by `n`, and `atLeast` the lower bound of its one-sided 95 % interval; both are null if `n`
 * is 0.
 */
export type Share = { n: number; right: number; share: number | null; atLeast: number | null };

export type KindScore = {
  kind: Kind | 'all';
  part: ExamPart | 'all';
  pairs: Share;
  confirmed: Share;
  estimated: Share;
  notFound: Share;
  /** Of the documents that meet the rule, the share whose answer is a correct CONFIRMED. */
  metConfirmed: Share;
  undetermined: Share;
};

/**
 * The result if only some findings count as answers: at the first level only CONFIRMED findings, at the second level
 * also ESTIMATED findings with an outcome, and so on. `coverage` is the share of documents with such an answer, and
 * `risk` the share of wrong ones among these answers.
 */
export type Level = { level: string; answered: number; coverage: number; wrong: number; risk: number | null };

export type ExamScore = { pairs: number; documents: number; kinds: KindScore[]; levels: Level[] };

/** Scores graded pairs: for each kind and for all kinds together, each for the open part, the locked part and both. */
export function scoreExam(graded: readonly GradedPair[]): ExamScore {
  const named = (['all', ...kinds] as const).filter(
    (kind) => kind === 'all' || graded.some((pair) => pair.kind === kind),
  );
  return {
    pairs: graded.length,
    documents: graded.length * 2,
    kinds: named.flatMap((kind) =>
      (['all', ...parts] as const).map((part) =>
        kindScore(
          kind,
          part,
          graded.filter(
            (pair) => (kind === 'all' || pair.kind === kind) && (part === 'all' || pair.part === part),
          ),
        ),
      ),
    ),
    levels: levelsOf(graded.flatMap(({ twins }) => twins)),
  };
}

function kindScore(
  kind: KindScore['kind'],
  part: KindScore['part'],
  graded: readonly GradedPair[],
): KindScore {
  const twins = graded.flatMap((pair) => pair.twins);
  const confirmed = twins.filter(({ label }) => label === 'CONFIRMED');
  const estimated = twins.filter(isEstimate);
  const notFound = twins.filter(({ label }) => label === 'NOT FOUND');
  const met = twins.filter(({ side }) => side === 'A');
  return {
    kind,
    part,
    pairs: shareOf(graded.length, graded.filter(({ passed }) => passed).length),
    confirmed: shareOf(confirmed.length, confirmed.filter(({ wrongConfirmed }) => !wrongConfirmed).length),
    estimated: shareOf(estimated.length, estimated.filter(({ grade }) => grade !== 'wrong').length),
    notFound: shareOf(notFound.length, notFound.filter(({ grade }) => grade !== 'wrong').length),
    metConfirmed: shareOf(
      met.length,
      met.filter(({ label, wrongConfirmed }) => label === 'CONFIRMED' && !wrongConfirmed).length,
    ),
    undetermined: shareOf(twins.length, twins.filter(isOpen).length),
  };
}

function isEstimate({ label, outcome }: GradedTwin): boolean {
  return label === 'ESTIMATED' && outcome !== 'undetermined';
}

function isOpen({ label, outcome }: GradedTwin): boolean {
  return label === 'ESTIMATED' && outcome === 'undetermined';
}

/** The share of `right` in `n`, with the lower bound of its interval. */
export function shareOf(n: number, right: number): Share {
  return { n, right, share: n === 0 ? null : right / n, atLeast: lowerBound(right, n) };
}

function levelsOf(twins: readonly GradedTwin[]): Level[] {
  const strengths: [string, (twin: GradedTwin) => boolean][] = [
    ['CONFIRMED', ({ label }) => label === 'CONFIRMED'],
    ['and ESTIMATED with an outcome', isEstimate],
    ['and NOT FOUND', ({ label }) => label === 'NOT FOUND'],
    ['and undetermined', () => true],
  ];
  return strengths.map(([level], at) => {
    const answered = twins.filter((twin) => strengths.slice(0, at + 1).some(([, takes]) => takes(twin)));
    const wrong = answered.filter(({ grade }) => grade === 'wrong').length;
    return {
      level,
      answered: answered.length,
      coverage: twins.length === 0 ? 0 : answered.length / twins.length,
      wrong,
      risk: answered.length === 0 ? null : wrong / answered.length,
    };
  });
}
