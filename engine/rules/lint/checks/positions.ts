import type { Rule } from '../../../model/rule.ts';
import type { Found } from '../problem.ts';
import { foldedWords, readRule } from '../reading.ts';
import { checkCompound } from './compound.ts';
import { checkDuty } from './duty.ts';
import { checkNumbers } from './numbers.ts';
import { checkPhrases } from './phrases.ts';

const checks = [checkDuty, checkCompound, checkPhrases, checkNumbers];

/**
 * Problems of the positions of a rule: one that says the same as an earlier one, so that it can never count, and what
 * makes a wanted one hard to check. What is refused is no duty. The messages name the position, and the place is the
 * description.
 */
export function checkPositions(
  { name, description, preferred, fallbacks = [], never }: Rule,
  index: number,
): Found[] {
  const place = { field: 'description', start: 0, end: description.length } as const;
  const positions = [
    { title: 'The preferred position', text: preferred ?? description, isRead: preferred !== undefined },
    ...fallbacks.map((text, at) => ({ title: `Fallback ${at + 1}`, text, isRead: true })),
    ...(never === undefined ? [] : [{ title: 'What is refused', text: never, isRead: false }]),
  ];
  return positions.flatMap(({ title, text, isRead }, at): Found[] => {
    const same = positions.slice(0, at).find((other) => foldedWords(other.text) === foldedWords(text));
    if (same !== undefined)
      return [
        { ...place, code: 'repeated_position', message: `${title} says the same as ${lower(same.title)}.` },
      ];
    const reading = readRule({ name, description: text }, index);
    const found = isRead ? checks.flatMap((check) => check(reading)) : [];
    return found.map(({ code, message }) => ({ ...place, code, message: `${title}: ${message}` }));
  });
}

function lower(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
