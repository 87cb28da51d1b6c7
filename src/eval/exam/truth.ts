import type { Finding, Outcome } from '../../../engine/model/finding.ts';

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

const met: Truth = { right: ['satisfied'], accepted: [], notFound: 'wrong' };
const broken: Truth = { right: ['violated'], accepted: [], notFound: 'wrong' };

export const truths = {
  met,
  broken,
  /** The document contains the superseded text and the newer text, which decides. */
  metByNewer: { ...met, accepted: ['conflicting'] },
  brokenByNewer: { ...broken, accepted: ['conflicting'] },
  /** The clause does not apply, because its condition is not met. */
  notEffective: { ...broken, accepted: ['conflicting', 'not_applicable', 'partly_satisfied'] },
  /** The amount is not in the currency of the rule, so the two amounts cannot be compared. */
  otherCurrency: { ...broken, right: [], accepted: ['violated', 'partly_satisfied'] },
  /** The wrong party has the duty, or the duty is owed to the wrong party. */
  otherParty: { ...broken, notFound: 'honest' },
  /** The document only recommends what the rule requires, or only requires an attempt. */
  weaker: { ...broken, right: ['violated', 'partly_satisfied'] },
  /** The document only hopes for what the rule requires, or only calls it possible. */
  hoped: { ...broken, accepted: ['partly_satisfied'] },
  limited: { right: ['partly_satisfied', 'violated'], accepted: ['conflicting'], notFound: 'wrong' },
  part: { right: ['partly_satisfied'], accepted: ['violated'], notFound: 'wrong' },
  partOrNot: { right: ['partly_satisfied', 'violated'], accepted: [], notFound: 'wrong' },
  /** The document says nothing about the rule, but contains similar words. */
  silent: { right: [], accepted: ['violated'], notFound: 'right' },
  /** The document withdraws a statement of fact, so whether the fact is true is unknown. */
  withdrawn: { right: [], accepted: ['violated', 'conflicting'], notFound: 'honest' },
  /** The document contains nothing about the rule. */
  absent: { right: [], accepted: [], notFound: 'right' },
} satisfies Record<string, Truth>;

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
