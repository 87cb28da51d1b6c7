import { rangesAt } from '../cite/locator-at.ts';
import { approximateMatches } from '../cite/match/approximate-match.ts';
import type { Folded } from '../cite/match/folded.ts';
import { type Hit, isMatchOfWords } from '../cite/match/strict-match.ts';
import type { Match } from '../model/citation.ts';
import { overlapping, type SourceText, type Span } from '../model/source.ts';
import type { FoldedSource } from './folded-source.ts';
import { occurrences } from './occurrences.ts';
import type { Quote } from './quote-index.ts';
import type { Steps } from './steps.ts';

/** Words that match a quote. `content` is the text in which the match was found, with or without its boilerplate. */
export type NearMatch = { span: Span; match: Match; content: SourceText };

/**
 * The matches of a quote in a part of a source that need a closer look than a scan: with the boilerplate that the quote
 * contains, and in recognised text with misread letters. Strict matches in the part are found too. The search ends when
 * the steps are used up.
 */
export function* nearMatches(
  quote: Quote,
  window: Hit,
  text: FoldedSource,
  steps: Steps,
): Generator<NearMatch> {
  const { content } = text.source;
  const near = text.spanOf(window);
  if (near.end <= near.start) return;
  if (!steps.take(stepsOfCharacter * (quote.folded.chars.length + window.to - window.from))) return;
  const part = partOf(text.folded, window);
  const touched = overlapping(content.skips, near).length > 0;
  if (touched && sharesRun(quote.folded.chars, part.chars)) {
    const whole = text.withBoilerplate();
    const local = { from: whole.positionAt(near.start), to: whole.positionAt(near.end) };
    if (!steps.take(stepsOfCharacter * Math.max(0, local.to - local.from))) return;
    for (const { from, to } of strictMatches(quote.folded, partOf(whole.folded, local), steps)) {
      const span = whole.spanOf({ from: local.from + from, to: local.from + to });
      yield { span, match: 'normalized', content: whole.source.content };
    }
  }
  for (const { from, to } of touched ? [] : strictMatches(quote.folded, part, steps)) {
    const span = text.spanOf({ from: window.from + from, to: window.from + to });
    yield { span, match: 'normalized', content };
  }
  const ranges = rangesAt(content, near);
  if (ranges.every(({ method }) => method === 'text')) return;
  for (const { from, to } of approximateMatches(quote.folded, part, (count) => steps.take(count))) {
    const span = text.spanOf({ from: window.from + from, to: window.from + to });
    if (rangesAt(content, span).some(({ method }) => method === 'text')) continue;
    yield { span, match: 'approximate', content };
  }
}

/** Steps to compare a quote with a text, for each character of both. */
const stepsOfCharacter = 4;

function* strictMatches(quote: Folded, text: Folded, steps: Steps): Generator<Hit> {
  const { length } = quote.chars;
  if (length === 0) return;
  for (const from of occurrences(quote.chars, text.chars)) {
    if (!steps.take(length)) return;
    if (isMatchOfWords(quote, text, from)) yield { from, to: from + length };
  }
}

/** Length of a run of folded characters that a quote with boilerplate has in common with the text around it. */
const leastRun = 12;

/** Whether the text has a part of the quote, so that it can contain the quote together with boilerplate. */
function sharesRun(quote: string, text: string): boolean {
  const length = Math.max(1, Math.min(leastRun, Math.floor(quote.length / 3)));
  const runs = new Set<string>();
  for (let at = 0; at + length <= quote.length; at += Math.ceil(length / 3))
    runs.add(quote.slice(at, at + length));
  for (let at = 0; at + length <= text.length; at += 1)
    if (runs.has(text.slice(at, at + length))) return true;
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
