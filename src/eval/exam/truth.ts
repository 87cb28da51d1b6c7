import type { Finding, Outcome } from '../../../engine/model/finding.ts';

/** What a careful reader says about a rule and a document. */
export type Truth = {
  /** Outcomes that are right, with either label. */
  right: Outcome[];
  /** Outcomes that are honest as an estimate, and wrong when CONFIRMED. `undetermined` always is one. */
  accepted: Outcome[];
  /** What NOT FOUND is: `right` where nothing bears on the rule, `honest` where what is near is another thing. */
  notFound: 'right' | 'honest' | 'wrong';
};

const met: Truth = { right: ['satisfied'], accepted: [], notFound: 'wrong' };
const broken: Truth = { right: ['violated'], accepted: [], notFound: 'wrong' };

export const truths = {
  met,
  broken,
  /** Superseded text stands beside the newer one. */
  metByNewer: { ...met, accepted: ['conflicting'] },
  brokenByNewer: { ...broken, accepted: ['conflicting'] },
  /** A condition is not met, so that the clause does not bind. */
  notInForce: { ...broken, accepted: ['conflicting', 'not_applicable', 'partly_satisfied'] },
  /** Amounts in currencies of other worth cannot be compared. */
  otherCurrency: { ...broken, right: [], accepted: ['violated', 'partly_satisfied'] },
  /** The duty lies on somebody else or is owed to somebody else. */
  otherParty: { ...broken, notFound: 'honest' },
  /** Recommended or tried for: less than the rule asks, more than nothing. */
  weaker: { ...broken, right: ['violated', 'partly_satisfied'] },
  /** Hoped for or possible. */
  hoped: { ...broken, accepted: ['partly_satisfied'] },
  limited: { right: ['partly_satisfied', 'violated'], accepted: ['conflicting'], notFound: 'wrong' },
  part: { right: ['partly_satisfied'], accepted: ['violated'], notFound: 'wrong' },
  partOrNot: { right: ['partly_satisfied', 'violated'], accepted: [], notFound: 'wrong' },
  /** Nothing is said about it, though similar words are there. */
  silent: { right: [], accepted: ['violated'], notFound: 'right' },
  /** A statement of fact was taken back: whether it is true is left open. */
  withdrawn: { right: [], accepted: ['violated', 'conflicting'], notFound: 'honest' },
  /** Nothing is there. */
  absent: { right: [], accepted: [], notFound: 'right' },
} satisfies Record<string, Truth>;

/** How an answer compares with the truth; `quoted`: one of its citations carries the words that decide. */
export type Grade = 'right' | 'honest' | 'wrong';

/** Grades an answer. An outcome that rests on other words than those that decide is a lucky guess, and wrong. */
export function gradeOf(
  { label, outcome }: Pick<Finding, 'label' | 'outcome'>,
  { right, accepted, notFound }: Truth,
  quoted: boolean,
): Grade {
  if (label === null) return 'wrong';
  // What absence means is said of a document in which the thing is really absent.
  if (label === 'NOT FOUND') return outcome === 'undetermined' || notFound === 'right' ? notFound : 'wrong';
  if (outcome === 'undetermined') return 'honest';
  if (!quoted) return 'wrong';
  if (right.includes(outcome)) return 'right';
  return label === 'ESTIMATED' && accepted.includes(outcome) ? 'honest' : 'wrong';
}
