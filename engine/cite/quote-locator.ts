import type { Passages } from '../model/passage.ts';
import type { Role, Source } from '../model/source.ts';
import type { Located } from './locate-quote.ts';
import { locateQuote } from './locate-quote.ts';

/** Locates the quotes of one answer, each once: what checks the answer and what cites it share the result. */
export class QuoteLocator {
  readonly #passages: Passages;
  readonly #sources: Record<Role, Source[]>;
  readonly #located = new Map<string, Located | null>();

  constructor(passages: Passages, sources: readonly Source[]) {
    this.#passages = passages;
    const of = (role: Role) => sources.filter((source) => source.role === role);
    this.#sources = { input: of('input'), authority: of('authority') };
  }

  /**
   * The location of a quote in the files of one role, nearest to the passage with the id that the answer names; null
   * when it is not there.
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
