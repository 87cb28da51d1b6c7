import { rangesAt } from '../cite/locator-at.ts';
import { approximateMatches } from '../cite/match/approximate-match.ts';
import type { Folded } from '../cite/match/folded.ts';
import { type Hit, strictMatches } from '../cite/match/strict-match.ts';
import type { Match } from '../model/citation.ts';
import { overlapping, type SourceText, type Span } from '../model/source.ts';
import type { FoldedSource } from './folded-source.ts';
import type { Quote } from './quote-index.ts';

/** Words that match a quote. `content` is the text in which the match was found, with or without its boilerplate. */
export type NearMatch = { span: Span; match: Match; content: SourceText };

/**
 * The matches of a quote in a part of a source that need a closer look than a scan: with the boilerplate that the quote
 * contains, and in recognised text with misread letters. Strict matches in the part are found too.
 */
export function* nearMatches(quote: Quote, window: Hit, text: FoldedSource): Generator<NearMatch> {
  const { content } = text.source;
  const near = text.spanOf(window);
  if (near.end <= near.start) return;
  const part = partOf(text.folded, window);
  const touched = overlapping(content.skips, near).length > 0;
  if (touched && sharesRun(quote.folded.chars, part.chars)) {
    const whole = text.withBoilerplate();
    const local = { from: whole.positionAt(near.start), to: whole.positionAt(near.end) };
    for (const { from, to } of strictMatches(quote.folded, partOf(whole.folded, local))) {
      const span = whole.spanOf({ from: local.from + from, to: local.from + to });
      yield { span, match: 'normalized', content: whole.source.content };
    }
  }
  for (const { from, to } of touched ? [] : strictMatches(quote.folded, part)) {
    const span = text.spanOf({ from: window.from + from, to: window.from + to });
    yield { span, match: 'normalized', content };
  }
  const ranges = rangesAt(content, near);
  if (ranges.every(({ method }) => method === 'text')) return;
  for (const { from, to } of approximateMatches(quote.folded, part)) {
    const span = text.spanOf({ from: window.from + from, to: window.from + to });
    if (rangesAt(content, span).some(({ method }) => method === 'text')) continue;
    yield { span, match: 'approximate', content };
  }
}

/** Length of a run of folded characters that a quote with boilerplate has in common with the text around it. */
const leastRun = 12;

/** Whether the text has a part of the quote, so that it can contain the quote together with boilerplate. */
function sharesRun(quote: string, text: string): boolean {
  const length = Math.max(1, Math.min(leastRun, Math.floor(quote.length / 3)));
  for (let at = 0; at + length <= quote.length; at += Math.ceil(length / 3))
    if (text.includes(quote.slice(at, at + length))) return true;
  return false;
}

function partOf({ chars, starts, ends, joints }: Folded, { from, to }: Hit): Folded {
  return {
    chars: chars.slice(from, to),
    starts: starts.subarray(from, to),
    ends: ends.subarray(from, to),
    joints: joints.subarray(from, to),
  };
}
