import type { Match } from '../model/citation.ts';
import type { Passage } from '../model/passage.ts';
import { hiddenFrom, type Source, type SourceText, type Span } from '../model/source.ts';
import { rangesAt } from './locator-at.ts';
import { approximateMatches } from './match/approximate-match.ts';
import { isDigit, isUnspaced } from './match/characters.ts';
import { fold } from './match/fold.ts';
import { type Folded, isGlued, joints } from './match/folded.ts';
import { buildIndex } from './match/folded-source.ts';
import { type Hit, strictMatches } from './match/strict-match.ts';
import { quoteText, tidied, widened } from './quote-text.ts';

/**
 * A quote with fewer words or characters than these limits is too generic to be identified by its words alone. Both
 * limits come from practice.
 */
const enoughWords = 5;
const enoughCharacters = 12;

/** A quote found in a source. Offsets are UTF-16 code units of the source's text, end exclusive. */
export type Located = Span & {
  source: Source;
  match: Match;
  /** Whether the quote was found outside the passage that the claim named. */
  corrected: boolean;
};

/** How far a match is from the passage that the claim named; lower is nearer. */
const tiers = { passage: 0, overlapping: 1, page: 2, neighbour: 3, file: 4 } as const;
type Tier = (typeof tiers)[keyof typeof tiers];

type Place = Span & { source: Source; match: Match; tier: Tier; distance: number; hidden: boolean };

/**
 * Finds a claimed quote in the stored text of `sources` only. The search goes from near to far: the cited passage, its
 * page, the neighbouring pages, its file, then the other sources in the given order. The nearest match wins, so a quote
 * that occurs on several pages is cited on the page that the claim named. However, a match that a reader of the file
 * sees wins over a hidden one. Only text that was recognised, transcribed or described can match approximately, and
 * only if nothing matches strictly.
 *
 * A quote of fewer than 5 words or 12 letters and digits is too generic to be identified by its words. Such a quote
 * must occur only once in all the sources. A short quote with a number is also accepted if it is in the cited passage.
 *
 * Null when the quote cannot be located.
 */
export function locateQuote(
  quote: string,
  preferred: Passage | null,
  sources: readonly Source[],
): Located | null {
  const claim = fold(quote);
  if (claim.chars === '') return null;
  const ordered = preferredFirst(preferred, sources);
  const generic = isGeneric(claim);
  const place = generic
    ? onlyOrPointedAt(claim, preferred, ordered)
    : (nearest(ordered, (source) => strictPlaces(claim, source, preferred)) ??
      nearest(ordered, (source) => approximatePlaces(claim, source, preferred)));
  return place && located(place, quote, claim);
}

function located({ source, match, tier, ...hit }: Place, quote: string, claim: Folded): Located {
  const { span, isExact } = quotedSpan(source.content, hit, quote, claim);
  const corrected = tier !== tiers.passage && tier !== tiers.overlapping;
  return { source, ...span, match: isExact && match !== 'approximate' ? 'exact' : match, corrected };
}

/**
 * The span of a matched quote with the punctuation at its ends, and whether the source has the quote character for
 * character, apart from white space. `claim` is the folded quote, `hit` the span that matched it.
 */
export function quotedSpan(
  content: SourceText,
  hit: Span,
  quote: string,
  claim: Folded,
): { span: Span; isExact: boolean } {
  const before = quote.slice(0, claim.starts[0]);
  const after = quote.slice(claim.ends.at(-1));
  const span = widened(content, { start: hit.start, end: hit.end }, before, after);
  return { span, isExact: quoteText(content, span) === tidied(quote) };
}

function preferredFirst(preferred: Passage | null, sources: readonly Source[]): Source[] {
  const own = sources.filter((source) => source === preferred?.source);
  return [...own, ...sources.filter((source) => source !== preferred?.source)];
}

function nearest(sources: Source[], placesIn: (source: Source) => Iterable<Place>): Place | null {
  for (const source of sources) {
    let best: Place | null = null;
    for (const place of placesIn(source)) {
      if (!best || isNearer(place, best)) best = place;
      if (best.tier === tiers.passage && !best.hidden) break;
    }
    if (best) return best;
  }
  return null;
}

function isNearer(one: Place, other: Place): boolean {
  if (one.hidden !== other.hidden) return other.hidden;
  return one.tier < other.tier || (one.tier === other.tier && one.distance < other.distance);
}

function onlyOrPointedAt(claim: Folded, preferred: Passage | null, sources: Source[]): Place | null {
  const visiblePlaces: Place[] = [];
  const hidden: Place[] = [];
  const hasNumber = [...claim.chars].some(isDigit);
  for (const source of sources) {
    for (const place of strictPlaces(claim, source, preferred)) {
      const alike = place.hidden ? hidden : visiblePlaces;
      if (hasNumber && place.tier === tiers.passage) {
        if (!place.hidden) return place;
        alike.unshift(place);
      } else alike.push(place);
      if (visiblePlaces.length > 1 && !hasNumber) return null;
    }
  }
  const [only, ...others] = visiblePlaces.length > 0 ? visiblePlaces : hidden;
  const pointedAt = hasNumber && only?.tier === tiers.passage;
  return only && (pointedAt || others.length === 0) ? only : null;
}

function* strictPlaces(claim: Folded, source: Source, preferred: Passage | null): Generator<Place> {
  const index = buildIndex(source.content);
  const near = nearOf(source, preferred);
  for (const hit of strictMatches(claim, index)) yield placed(hit, index, source, 'normalized', near);
}

function* approximatePlaces(claim: Folded, source: Source, preferred: Passage | null): Generator<Place> {
  if (!source.content.ranges.some(({ method }) => method !== 'text')) return;
  const index = buildIndex(source.content);
  const near = nearOf(source, preferred);
  for (const hit of approximateMatches(claim, index)) {
    const place = placed(hit, index, source, 'approximate', near);
    if (rangesAt(source.content, place).every(({ method }) => method !== 'text')) yield place;
  }
}

function placed(hit: Hit, index: Folded, source: Source, match: Match, near: Near | null): Place {
  const span = { start: index.starts[hit.from] ?? 0, end: index.ends[hit.to - 1] ?? 0 };
  const tier = near ? tierOf(span, near) : tiers.file;
  const distance = near ? Math.abs(span.start - near.passage.start) : span.start;
  return { source, ...span, match, tier, distance, hidden: span.end > hiddenFrom(source.content) };
}

/**
 * The passage that a claim names, the pages of that passage, and these pages with the page before and the page after.
 */
type Near = { passage: Span; page: Span; neighbours: Span };

function nearOf(source: Source, preferred: Passage | null): Near | null {
  if (preferred?.source !== source) return null;
  const { start, end } = preferred;
  return { passage: { start, end }, ...pagesAround(source.content, { start, end }) };
}

function pagesAround(content: SourceText, span: Span): { page: Span; neighbours: Span } {
  const own = rangesAt(content, span);
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return { page: span, neighbours: span };
  const { ranges } = content;
  const before = ranges[ranges.findIndex(({ start }) => start === first.start) - 1] ?? first;
  const after = ranges[ranges.findIndex(({ start }) => start === last.start) + 1] ?? last;
  return {
    page: { start: first.start, end: last.end },
    neighbours: { start: before.start, end: after.end },
  };
}

function tierOf(span: Span, { passage, page, neighbours }: Near): Tier {
  if (span.start >= passage.start && span.end <= passage.end) return tiers.passage;
  if (span.start < passage.end && span.end > passage.start) return tiers.overlapping;
  if (span.start >= page.start && span.end <= page.end) return tiers.page;
  if (span.start < neighbours.end && span.end > neighbours.start) return tiers.neighbour;
  return tiers.file;
}

/**
 * Whether a quote is too short to be identified by its words. In scripts without spaces two characters count as one
 * word, and each of their characters counts twice.
 */
function isGeneric(claim: Folded): boolean {
  const unspaced = [...claim.chars].filter(isUnspaced).length;
  const words = claim.joints.reduce(
    (count, joint) => count + (joint === joints.none || isGlued(joint) ? 0 : 1),
    0,
  );
  return words + unspaced / 2 < enoughWords || claim.chars.length + unspaced < enoughCharacters;
}
