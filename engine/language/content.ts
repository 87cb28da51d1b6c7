import type { Language } from './language.ts';
import { type Token, tokenize } from './tokens.ts';

/**
 * The tokens of a text that carry content: no stop words; the forms of a unit have one term, a scale
 * ("million") is its number. */
export function contentTokens(text: string, language: Language): Token[] {
  return contentOf(tokenize(text, language), language);
}

export function contentTerms(text: string, language: Language): string[] {
  return contentTokens(text, language).map(({ term }) => term);
}

export function contentOf(tokens: readonly Token[], language: Language): Token[] {
  return tokens.flatMap((token) => {
    if (language.stopWords.has(token.word)) return [];
    const scale = language.scales.get(token.word);
    if (scale !== undefined) return [{ ...token, term: String(scale) }];
    const unit = language.units.get(token.word);
    return [unit === undefined ? token : { ...token, term: language.stem(unit) }];
  });
}
