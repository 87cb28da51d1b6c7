import type { Language } from './language.ts';
import { eachForm, type Token, tokenize } from './tokens.ts';

/**
 * The tokens of a text that are not stop words. The `term` of each is replaced by its `content`, which is the same for
 * all forms of a unit.
 */
export function contentTokens(text: string, language: Language): Token[] {
  return tokenize(text, language).flatMap((token) => {
    const { term, content } = token;
    if (content === null) return [];
    return [content === term ? token : { ...token, term: content }];
  });
}

/** The content terms of a text, in text order. */
export function contentTerms(text: string, language: Language): string[] {
  const terms: string[] = [];
  eachForm(text, language, ({ content }) => {
    if (content !== null) terms.push(content);
  });
  return terms;
}
