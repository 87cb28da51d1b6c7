import { momentWords } from '../parts/times.tsx';
import { countOf } from '../parts/words.ts';
import type { RuleSet } from '../service/service.ts';

/** How much of a description is shown in a choice, in characters. */
const mostDescribed = 60;

/** Rule sets to choose from: their names, and what tells those of the same name apart. */
export function choicesOf(
  ruleSets: readonly Pick<RuleSet, '_id' | 'name' | 'description' | 'rules' | 'updatedAt'>[],
): [id: string, words: string][] {
  return ruleSets.map(({ _id, name, description, rules, updatedAt }) => {
    const isAlone = ruleSets.every((other) => other._id === _id || other.name !== name);
    if (isAlone) return [_id, name];
    const described = description === name ? '' : `: ${description.slice(0, mostDescribed)}`;
    return [_id, `${name}${described} (${countOf(rules.length, 'rule')}, changed ${momentWords(updatedAt)})`];
  });
}
