import type { Passages } from '../model/passage.ts';
import type { Role, Source, Span } from '../model/source.ts';
import type { Located } from './locate-quote.ts';
import { locateQuote } from './locate-quote.ts';

/**
 * Locates the quotes of one answer. Each quote is located only once, and the result is used both to check the answer
 * and to create its citations.
 */
export class QuoteLocator {
  readonly #passages: Passages;
  readonly #sources: Record<Role, Source[]>;
  readonly #located = new Map<string, Located | null>();

  constructor(passages: Passages, sources: readonly Source[]) {
    this.#passages = passages;
    const of = (role: Role) => sources.filter((source) => source.role === role);
    this.#sources = { input: of('input'), authority: of('authority') };
  }

  /** A range of a passage's source to which an answer points; null if there is no such passage in files of this role. */
  pointedAt(role: Role, passage: string, { start, end }: Span): Located | null {
    const source = this.#passages.get(passage)?.source;
    return source?.role === role ? { source, start, end, match: 'exact', corrected: false } : null;
  }

  /**
   * Locates a quote in the files of one role, as near as possible to the passage whose id the answer names (`passage`).
   * Null when these files do not contain the quote.
   */
  locate(role: Role, quote: string, passage: string): Located | null {
    const key = JSON.stringify([role, quote, passage]);
    const known = this.#located.get(key);
    if (known !== undefined) return known;
    const named = this.#passages.get(passage);
    const preferred = named?.source.role === role ? named : null;
    const located = locateQuote(quote, preferred, this.#sources[role]);
    this.#located.set(key, located);
    return located;
  }
}
