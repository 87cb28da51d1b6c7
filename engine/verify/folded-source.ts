import { citationOf } from '../cite/citation-of.ts';
import type { Folded } from '../cite/match/folded.ts';
import type { Hit } from '../cite/match/strict-match.ts';
import { quoteText } from '../cite/quote-text.ts';
import type { Match } from '../model/citation.ts';
import { firstWhere } from '../model/sorted.ts';
import { hiddenFrom, type Range, type Source, type Span } from '../model/source.ts';
import type { ClaimCheck, FoundPlace } from '../model/verification.ts';
import { detachString } from '../runtime/detach-string.ts';
import { type CitationSearch, shortQuote } from './citation-search.ts';
import { checkClaim } from './claim-check.ts';
import { type Seed, SeedIndex, seedLengths } from './nearest.ts';

/** Length of the text on both sides of a quote whose spelling shows which words of a claim are names. */
const aroundLength = 2_000;

/** A source with its folded text. What it returns is copied, so that the text of the source can be released. */
export class FoldedSource {
  readonly source: Source;
  readonly folded: Folded;
  readonly #hiddenFrom: number;
  readonly #seeds = new Map<number, SeedIndex>();
  #numbered: readonly Range[] | null = null;

  constructor(source: Source, folded: Folded) {
    this.source = source;
    this.folded = folded;
    this.#hiddenFrom = hiddenFrom(source.content);
  }

  /** The ranges that can be on a page that a citation names. */
  numberedRanges(): readonly Range[] {
    this.#numbered ??= this.source.content.ranges.filter(
      ({ locator: { kind } }) => kind === 'page' || kind === 'slide',
    );
    return this.#numbered;
  }

  /** The seeds of a folded quote, about `count` of them. */
  seedsOf(quote: string, count: number): Seed[] {
    const length = quote.length < shortQuote ? seedLengths.short : seedLengths.long;
    const known = this.#seeds.get(length) ?? new SeedIndex(this.folded.chars, length);
    this.#seeds.set(length, known);
    return known.seedsOf(quote, count);
  }

  /** The span of the text behind a part of the folded text. */
  spanOf({ from, to }: Hit): Span {
    return { start: this.folded.starts[from] ?? 0, end: this.folded.ends[to - 1] ?? 0 };
  }

  /** The first position of the folded text that is at or after an offset of the text. */
  positionAt(offset: number): number {
    const { starts } = this.folded;
    return firstWhere(starts.length, (at) => (starts[at] ?? 0) >= offset);
  }

  textOf(part: Hit): string {
    return detachString(quoteText(this.source.content, this.spanOf(part)));
  }

  isHidden({ end }: Span): boolean {
    return end > this.#hiddenFrom;
  }

  found(span: Span, match: Match): FoundPlace {
    const located = { source: this.source, ...span, match, corrected: false };
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
