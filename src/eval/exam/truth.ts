import type { Finding, Outcome } from '../../../engine/model/finding.ts';

/** A careful reader's answer about a rule and a document. */
export type Truth = {
  /** Correct outcomes, with either label. */
  right: Outcome[];
  /** Outcomes that are acceptable as an estimate, and wrong if CONFIRMED. `undetermined` always is. */
  accepted: Outcome[];
  /** How NOT FOUND is graded: `right` if nothing bears on the rule, `honest` if only something similar is there. */
  notFound: 'right' | 'honest' | 'wrong';
};

const met: Truth = { right: ['satisfied'], accepted: [], notFound: 'wrong' };
const broken: Truth = { right: ['violated'], accepted: [], notFound: 'wrong' };

export const truths = {
  met,
  broken,
  /** Superseded text is beside the newer text. */
  metByNewer: { ...met, accepted: ['conflicting'] },
  brokenByNewer: { ...broken, accepted: ['conflicting'] },
  /** A condition is not met, so the clause does not apply. */
  notEffective: { ...broken, accepted: ['conflicting', 'not_applicable', 'partly_satisfied'] },
  /** Amounts in different currencies cannot be compared. */
  otherCurrency: { ...broken, right: [], accepted: ['violated', 'partly_satisfied'] },
  /** Another party has the duty, or the duty is owed to another party. */
  otherParty: { ...broken, notFound: 'honest' },
  /** Recommended or attempted: less than the rule asks, but more than nothing. */
  weaker: { ...broken, right: ['violated', 'partly_satisfied'] },
  /** Hoped for or possible. */
  hoped: { ...broken, accepted: ['partly_satisfied'] },
  limited: { right: ['partly_satisfied', 'violated'], accepted: ['conflicting'], notFound: 'wrong' },
  part: { right: ['partly_satisfied'], accepted: ['violated'], notFound: 'wrong' },
  partOrNot: { right: ['partly_satisfied', 'violated'], accepted: [], notFound: 'wrong' },
  /** The document says nothing about it but has similar words. */
  silent: { right: [], accepted: ['violated'], notFound: 'right' },
  /** A statement of fact was withdrawn: whether it is true is open. */
  withdrawn: { right: [], accepted: ['violated', 'conflicting'], notFound: 'honest' },
  /** Nothing about it is in the document. */
  absent: { right: [], accepted: [], notFound: 'right' },
} satisfies Record<string, Truth>;

/** The grade of an answer; `quoted`: one of its citations contains the deciding words. */
export type Grade = 'right' | 'honest' | 'wrong';

/** Grades an answer. A correct outcome with quotes of other words is a lucky guess, and wrong. */
export function gradeOf(
  { label, outcome }: Pick<Finding, 'label' | 'outcome'>,
  { right, accepted, notFound }: Truth,
  quoted: boolean,
): Grade {
  if (label === null) return 'wrong';
  // `ifAbsent` applies to a document that really lacks it.
  if (label === 'NOT FOUND') return outcome === 'undetermined' || notFound === 'right' ? notFound : 'wrong';
  if (outcome === 'undetermined') return 'honest';
  if (!quoted) return 'wrong';
  if (right.includes(outcome)) return 'right';
  return label === 'ESTIMATED' && accepted.includes(outcome) ? 'honest' : 'wrong';
}
