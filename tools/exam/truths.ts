import type { Truth } from '../../src/eval/exam/grade.ts';

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
