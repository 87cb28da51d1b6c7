import type { Finding, Label, Outcome } from '../../../engine/model/finding.ts';

/** The answer that a careful reader would give to a rule about a document. */
export type Truth = {
  /** The outcomes that are correct, whether CONFIRMED or ESTIMATED. */
  right: Outcome[];
  /**
   * Further outcomes that are acceptable if ESTIMATED, and wrong if CONFIRMED. `undetermined` is always acceptable as
   * an estimate.
   */
  accepted: Outcome[];
  /**
   * How the label NOT FOUND is graded: `right` if nothing in the document bears on the rule, `honest` if the document
   * only contains something similar.
   */
  notFound: 'right' | 'honest' | 'wrong';
};

/**
 * Words that decide the answer for one document. `fact` is the part of `text` that the other document of the pair does not
 * have; empty if there is none.
 */
export type Deciding = { text: string; fact: string };

/** What is known about one document of a pair. */
export type Known = { truth: Truth; deciding: readonly Deciding[] };

export type GradedAnswer = {
  label: Label | null;
  outcome: Outcome;
  grade: Grade;
  /** True for a CONFIRMED answer with a wrong outcome, or with quotes that do not contain the deciding words. */
  wrongConfirmed: boolean;
};

/** Grades the answer about a document of the exam. */
export function gradeAnswer(
  { label, outcome, quotes }: Pick<Finding, 'label' | 'outcome'> & { quotes: readonly string[] },
  { truth, deciding }: Known,
): GradedAnswer {
  const isConfirmed = label === 'CONFIRMED';
  const quoted = isConfirmed ? carries(quotes, deciding) : touches(quotes, deciding);
  const grade = gradeOf({ label, outcome }, truth, quoted);
  return { label, outcome, grade, wrongConfirmed: isConfirmed && grade !== 'right' };
}

/** The grade of an answer. `honest` is neither right nor wrong: the answer leaves the question open. */
export type Grade = 'right' | 'honest' | 'wrong';

/**
 * Grades an answer. `quoted` is whether its quotes contain the words that decide the answer. A correct outcome without
 * these words is a lucky guess and counts as wrong.
 */
export function gradeOf(
  { label, outcome }: Pick<Finding, 'label' | 'outcome'>,
  { right, accepted, notFound }: Truth,
  quoted: boolean,
): Grade {
  if (label === null) return 'wrong';
  // The outcome of a NOT FOUND that is not undetermined comes from the rule's `ifAbsent`. Such an answer is right only
  // if the document really contains nothing about the rule.
  if (label === 'NOT FOUND') return outcome === 'undetermined' || notFound === 'right' ? notFound : 'wrong';
  if (outcome === 'undetermined') return 'honest';
  if (!quoted) return 'wrong';
  if (right.includes(outcome)) return 'right';
  return label === 'ESTIMATED' && accepted.includes(outcome) ? 'honest' : 'wrong';
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
