import { english } from '../../../language/english.ts';
import { namesRole } from '../../../language/roles.ts';
import type { Found } from '../problem.ts';
import type { RuleReading } from '../reading.ts';
import { knownAbbreviations, selfEvidentTerm } from '../words/abbreviations.ts';
import { plainVerbs } from '../words/verbs.ts';

const abbreviation = /(?<![\p{L}\p{N}.&/-])\p{Lu}{2,7}(?:s(?!\p{L}))?(?![\p{L}\p{N}&]|[./-][\p{L}\p{N}])/gu;
/** Matches two to five capitalised words after a determiner: "the Vendor Risk Matrix". */
const term =
  /(?<=\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Tt]heir|[Aa]ll|[Aa]ny|[Ee]ach|[Ee]very) )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,4}(?! \p{Lu})/gu;

/** The words that readers of all rules together know: the texts of the rules and of the knowledge files. */
export type KnownTexts = {
  /** The texts of the knowledge files. */
  knowledge: readonly string[];
  rules: readonly RuleReading[];
};

/**
 * Abbreviations and capitalised terms that no rule and no knowledge file defines. A term is reported once, at the first
 * rule that uses it.
 */
export function undefinedTerms({ knowledge, rules }: KnownTexts): (Found & { index: number })[] {
  const texts = rules.map(({ rule }) => `${rule.name}\n${rule.description}`);
  const all = texts.join('\n');
  const reported = new Set<string>();
  return rules.flatMap((reading) => {
    if (reading.sentences.length === 0 || isInCapitals(reading.rule.description)) return [];
    const { description } = reading.rule;
    return [...usesOf(description, abbreviation), ...usesOf(description, term)].flatMap(
      ({ words, start, end }) => {
        const key = words.replace(/s$/, '');
        if (reported.has(key) || isKnown(words, all) || knowledge.some((text) => text.includes(key)))
          return [];
        reported.add(key);
        const kind = words.includes(' ') ? 'is written like a defined term' : 'is an abbreviation';
        const message = `“${words}” ${kind}, but no rule and no knowledge file says what it means.`;
        return [
          {
            index: reading.index,
            field: 'description' as const,
            start,
            end,
            code: 'undefined_term' as const,
            message,
          },
        ];
      },
    );
  });
}

function usesOf(text: string, pattern: RegExp): { words: string; start: number; end: number }[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
    words,
    start: index,
    end: index + words.length,
  }));
}

function isKnown(words: string, all: string): boolean {
  if (!words.includes(' ')) {
    const key = words.replace(/s$/, '');
    const lower = words.toLowerCase();
    return (
      knownAbbreviations.has(key) ||
      english.stopWords.has(lower) ||
      plainVerbs.has(lower) ||
      /^(?:must|shall|required|recommended|optional|note)$/.test(lower) ||
      isRoman(words) ||
      all.includes(`(${key}`) ||
      new RegExp(`\\b${key}\\b["”]?(?: \\(|:| means\\b| stands for\\b| is short for\\b)`, 'u').test(all)
    );
  }
  const parts = words.toLowerCase().split(' ');
  return (
    namesRole(parts.slice(-2)) ||
    selfEvidentTerm.test(parts.at(-1) ?? '') ||
    all.includes(`${words}” means`) ||
    all.includes(`${words} means`) ||
    all.includes(`“${words}”`) ||
    all.includes(`"${words}"`) ||
    all.includes(words.toLowerCase())
  );
}

function isRoman(words: string): boolean {
  return /^[IVXLC]+$/.test(words);
}

function isInCapitals(text: string): boolean {
  return !/\p{Ll}{2}/u.test(text);
}
