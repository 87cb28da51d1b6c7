import { citationOf } from '../cite/citation-of.ts';
import { quotedSpan } from '../cite/locate-quote.ts';
import { fold } from '../cite/match/fold.ts';
import type { Folded } from '../cite/match/folded.ts';
import type { Hit } from '../cite/match/strict-match.ts';
import { quoteText } from '../cite/quote-text.ts';
import type { Match } from '../model/citation.ts';
import { hiddenFrom, type Source, type SourceText, type Span } from '../model/source.ts';
import type { ClaimCheck, FoundPlace } from '../model/verification.ts';
import { detachString } from '../runtime/detach-string.ts';
import type { CitationSearch } from './citation-search.ts';
import { checkClaim } from './claim-check.ts';
import type { Quote } from './quote-index.ts';

/** Length of the text on both sides of a quote whose spelling shows which words of a claim are names. */
const aroundLength = 2_000;

/** A source with its folded text. What it returns is copied, so that the text of the source can be released. */
export class FoldedSource {
  readonly source: Source;
  readonly folded: Folded;
  readonly #hiddenFrom: number;
  #withBoilerplate: FoldedSource | null = null;

  constructor(source: Source, folded: Folded) {
    this.source = source;
    this.folded = folded;
    this.#hiddenFrom = hiddenFrom(source.content);
  }

  /** The source as a text without boilerplate, in which quotes can contain the words of page headers and footers. */
  withBoilerplate(): FoldedSource {
    const content = { ...this.source.content, skips: [] };
    this.#withBoilerplate ??= new FoldedSource({ ...this.source, content }, fold(content.text));
    return this.#withBoilerplate;
  }

  /** The span of the text behind a part of the folded text. */
  spanOf({ from, to }: Hit): Span {
    return { start: this.folded.starts[from] ?? 0, end: this.folded.ends[to - 1] ?? 0 };
  }

  /** The first position of the folded text that is at or after an offset of the text. */
  positionAt(offset: number): number {
    const { starts } = this.folded;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  textOf(part: Hit): string {
    return detachString(quoteText(this.source.content, this.spanOf(part)));
  }

  isHidden({ end }: Span): boolean {
    return end > this.#hiddenFrom;
  }

  /** The span of a matched quote with its punctuation, and whether it has the same characters. */
  quoted(hit: Span, quote: Quote, content: SourceText): { span: Span; isExact: boolean } {
    return quotedSpan(content, hit, quote.text, quote.folded);
  }

  found(span: Span, match: Match, content: SourceText = this.source.content): FoundPlace {
    const located = { source: { ...this.source, content }, ...span, match, corrected: false };
    const { stance: _, boxes: __, ...found } = citationOf(located, 'supports');
    return { ...found, quote: detachString(found.quote) };
  }

  /** Compares the claim of a citation, if it has one, with the words that were found. */
  claimOf({ given: { claim } }: CitationSearch, { quote, start, end }: FoundPlace): ClaimCheck | null {
    if (claim === undefined) return null;
    const { name, content } = this.source;
    const around = content.text.slice(Math.max(0, start - aroundLength), end + aroundLength);
    return checkClaim(claim, quote, name, around);
  }
}
