import { type SameSentence, sameSentence } from '../../../check/words/same-sentence.ts';
import { sorted } from '../../../model/canonical/file-order.ts';
import type { Rule } from '../../../model/rule.ts';
import type { Found } from '../problem.ts';
import { foldedWords, type RuleReading } from '../reading.ts';

/** The problem between a rule and an earlier rule: they repeat or contradict each other. Null if there is none. */
export function checkPair(earlier: RuleReading, later: RuleReading): Found | null {
  const place = {
    field: 'description',
    start: 0,
    end: later.rule.description.trimEnd().length,
    other: earlier.index,
  } as const;
  const named = `rule ${earlier.index + 1} (“${earlier.rule.name.trim()}”)`;
  if (earlier.folded === later.folded)
    return { ...place, code: 'repeated', ...repeated(earlier, later, named) };
  const [[first, ...more], [second, ...others]] = [earlier.sentences, later.sentences];
  if (first === undefined || second === undefined || more.length + others.length > 0) return null;
  const relation = sameSentence(first.elements, second.elements);
  if (relation?.relation === 'equal')
    return { ...place, code: 'repeated', message: `This rule asks for the same as ${named}.` };
  if (relation?.relation === 'denied')
    return {
      ...place,
      code: 'conflict',
      message: `This rule contradicts ${named}: one requires or permits what the other forbids.`,
    };
  if (relation?.relation !== 'limits') return null;
  const words = `“${relation.stated.text}” here and “${relation.asked.text}” in ${named}`;
  return areIncompatible(relation)
    ? { ...place, code: 'conflict', message: `No document can meet both ${words}.` }
    : {
        ...place,
        code: 'different_numbers',
        message: `Two rules ask for the same act with different numbers: ${words}.`,
      };
}

/** Whether no number is within both limits: "at least 45" and "at most 30". */
function areIncompatible({ asked, stated }: SameSentence & { relation: 'limits' }): boolean {
  if (asked.dimension !== stated.dimension || asked.value === stated.value) return false;
  const [low, high] = asked.value < stated.value ? [asked, stated] : [stated, asked];
  return low.bound !== 'min' && high.bound !== 'max';
}

function repeated(
  { rule: earlier }: RuleReading,
  { rule }: RuleReading,
  named: string,
): Pick<Found, 'message' | 'fix'> {
  const isWhole =
    foldedWords(earlier.name) === foldedWords(rule.name) && othersOf(earlier) === othersOf(rule);
  const isSafe =
    spaced(earlier.description) === spaced(rule.description) && spaced(earlier.name) === spaced(rule.name);
  return {
    message: `This rule has the same ${isWhole ? 'name and description' : 'description'} as ${named}.`,
    ...(isWhole && { fix: { field: 'rule', safe: isSafe } }),
  };
}

/** The fields of a rule besides its name and its description. A rule is removed only if another one has the same. */
function othersOf({ name, description, ...others }: Rule): string {
  return sorted(others);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
