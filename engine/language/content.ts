import type { Language } from './language.ts';
import { type Token, tokenize } from './tokens.ts';

/** The tokens of a text that carry content: no stop words; the forms of a unit have one term. */
export function contentTokens(text: string, language: Language): Token[] {
  return tokenize(text, language).flatMap((token) => {
    if (language.stopWords.has(token.word)) return [];
    const unit = language.units.get(token.word);
    return [unit === undefined ? token : { ...token, term: language.stem(unit) }];
  });
}

export function contentTerms(text: string, language: Language): string[] {
  return contentTokens(text, language).map(({ term }) => term);
}
