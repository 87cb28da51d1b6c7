import { type Element, elementsOf } from '../../check/words/elements.ts';
import { splitSentences } from '../../chunk/sentences.ts';
import { detectLanguage } from '../../language/detect.ts';
import { english } from '../../language/english.ts';
import { normalForm } from '../../language/normal-form.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import type { Rule } from '../../model/rule.ts';
import type { Span } from '../../model/source.ts';

/** A sentence of a description. `start` is its offset in the description. */
export type SentenceReading = {
  start: number;
  text: string;
  tokens: readonly Token[];
  elements: readonly Element[];
};

/** A rule with all that the checks need to know about it. */
export type RuleReading = {
  rule: Rule;
  index: number;
  /** Empty if the language of the rule is not English, whose words alone the checks know. */
  sentences: readonly SentenceReading[];
  /** The words of the description, without differences of case, punctuation and spaces. */
  folded: string;
};

/** Only this many characters of a description are parsed, because a longer text is not a rule. */
export const longestParsed = 4_000;

export function readRule(rule: Rule, index: number): RuleReading {
  const text = rule.description.slice(0, longestParsed);
  const folded = foldedWords(rule.description);
  if (!isEnglish(`${rule.name}\n${rule.description}`)) return { rule, index, folded, sentences: [] };
  const sentences = [...splitSentences(text)].flatMap(({ start, end }): SentenceReading[] => {
    const own = text.slice(start, end).trimEnd();
    return own === ''
      ? []
      : [{ start, text: own, tokens: tokenize(own, english), elements: elementsOf(own) }];
  });
  return { rule, index, folded, sentences };
}

/** The words of a text, without differences of case, punctuation and spaces, and with one word for "must". */
export function foldedWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)[.,](?=\d)/g, '·')
    .replace(/[^\p{L}\p{M}\p{N}·%\p{Sc}<>≤≥]+/gu, ' ')
    .replace(/\b(?:must|has to|have to|is required to|are required to)\b/g, 'shall')
    .trim();
}

/** Matches words that only English has; a text of few words can be without the words by which a language is detected. */
const englishWords = /\b(?:the|shall|must|should|with|each|every)\b/i;
const shortText = 120;

function isEnglish(text: string): boolean {
  const { code, complete } = detectLanguage(text);
  if (complete || text.length > shortText) return complete;
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(text) && !/[À-ɏ]/.test(text);
  return englishWords.test(text) || (code === 'und' && isLatin);
}

/** The place of a token in the description, and its words. The whole sentence, if its characters were normalised. */
export function placeOf(
  { start, text }: SentenceReading,
  token: Token | undefined,
): Span & { words: string } {
  if (!token || normalForm(text) !== text) return { start, end: start + text.length, words: text };
  return { start: start + token.start, end: start + token.end, words: text.slice(token.start, token.end) };
}

/** The place in the description of a match in a sentence that begins at `start`. */
export function spanOf(start: number, { 0: words, index }: RegExpExecArray): Span {
  return { start: start + index, end: start + index + words.length };
}

/** The beginning of a text, as messages show it. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
