import type { Finding, Label, Outcome } from '../../../../engine/model/finding.ts';
import { type ExamPart, type Kind, kinds, parts } from '../kinds.ts';
import type { Deciding, Side } from '../pairs.ts';
import { type Grade, gradeOf, type Truth } from '../truth.ts';
import { lowerBound } from './bound.ts';

/** One document of a pair, with the answer to the rule. */
export type AnsweredTwin = {
  side: Side;
  truth: Truth;
  deciding: readonly Deciding[];
  finding: Pick<Finding, 'label' | 'outcome'> & { quotes: readonly string[] };
};

export type AnsweredPair = {
  id: string;
  kind: Kind;
  template: string;
  part: ExamPart;
  twins: readonly AnsweredTwin[];
};

export type GradedTwin = {
  side: Side;
  label: Label | null;
  outcome: Outcome;
  grade: Grade;
  /** True for a CONFIRMED answer with a wrong outcome, or with quotes that do not contain the deciding words. */
  wrongConfirmed: boolean;
};

export type GradedPair = Pick<AnsweredPair, 'id' | 'kind' | 'template' | 'part'> & {
  twins: GradedTwin[];
  /** True if one answer to the pair is right, and the second one is right or leaves the question open. */
  passed: boolean;
};

/** Grades the answers to a pair. */
export function gradePair({ id, kind, template, part, twins }: AnsweredPair): GradedPair {
  const graded = twins.map(gradeTwin);
  const passed =
    graded.every(({ grade }) => grade !== 'wrong') && graded.some(({ grade }) => grade === 'right');
  return { id, kind, template, part, twins: graded, passed };
}

function gradeTwin({ side, truth, deciding, finding }: AnsweredTwin): GradedTwin {
  const { label, outcome, quotes } = finding;
  const isConfirmed = label === 'CONFIRMED';
  const quoted = isConfirmed ? carries(quotes, deciding) : touches(quotes, deciding);
  const grade = gradeOf({ label, outcome }, truth, quoted);
  return { side, label, outcome, grade, wrongConfirmed: isConfirmed && grade !== 'right' };
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

const enoughWords = 6;
const longFact = 12;

/**
 * Whether the quotes contain the words that decide the answer. If some of these words differ between the documents of
 * the pair, the quotes must contain all of the differing words. If no words differ, it is enough that a quote overlaps
 * one of the deciding texts.
 */
export function carries(quotes: readonly string[], deciding: readonly Deciding[]): boolean {
  const withFact = deciding.filter(({ fact }) => fact !== '');
  if (withFact.length > 0)
    return withFact.every((place) => quotes.some((quote) => carriesFact(quote, place)));
  return touches(quotes, deciding);
}

/** Whether a quote overlaps one of the texts that decide the answer. */
function touches(quotes: readonly string[], deciding: readonly Deciding[]): boolean {
  return deciding.some(({ text }) => quotes.some((quote) => overlaps(quote, text)));
}

function carriesFact(quote: string, { text, fact }: Deciding): boolean {
  if (!overlaps(quote, text)) return false;
  const words = wordsOf(fact);
  return words.length <= longFact
    ? ` ${wordsOf(quote).join(' ')} `.includes(` ${words.join(' ')} `)
    : longestRun(wordsOf(quote), words) >= 0.6 * words.length;
}

function overlaps(quote: string, text: string): boolean {
  const place = wordsOf(text);
  return longestRun(wordsOf(quote), place) >= Math.min(enoughWords, Math.ceil(place.length / 2));
}

/** The number of words in the longest sequence that both texts contain. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let before: number[] = [];
  for (const word of one) {
    const row: number[] = [];
    for (const [at, match] of other.entries()) {
      const run = word === match ? (before[at - 1] ?? 0) + 1 : 0;
      row.push(run);
      if (run > longest) longest = run;
    }
    before = row;
  }
  return longest;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}%]+/gu) ?? [];
}
