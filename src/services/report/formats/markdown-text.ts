import type { Span } from '../../../../engine/model/source.ts';
import { clean } from '../clean.ts';

/** Escapes text that `clean` has returned, and sets the spans in bold. */
export function marked(text: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const { start, end } of wholeAddresses(text, spans)) {
    out += `${escapedPart(text.slice(at, start))}**${escapedPart(text.slice(start, end))}**`;
    at = end;
  }
  return leadingSafe(out + escapedPart(text.slice(at)));
}

/**
 * Cleans and escapes text for Markdown, so that text from a document cannot add a heading, a link or a tag to the
 * report.
 */
export function escaped(text: string): string {
  return leadingSafe(escapedPart(clean(text)));
}

/** The stretches in which an address can be. A code span must not contain a backtick, nor a table cell a bar. */
const stretch = /[^\s`|<>()[\]"“”]+/g;
/** What GitHub and other programs turn into a link or a mention without any markup. */
const linked = /:\/\/|www\.|mailto:|xmpp:|@[\p{L}\p{N}_]/iu;

/** Escapes all markup. An address is code, because many programs make links of addresses even if these are escaped. */
function escapedPart(text: string): string {
  let at = 0;
  let out = '';
  for (const { start, end } of addresses(text)) {
    out += `${withBackslashes(text.slice(at, start))}\`${text.slice(start, end)}\``;
    at = end;
  }
  return out + withBackslashes(text.slice(at));
}

function withBackslashes(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

function addresses(text: string): Span[] {
  return [...text.matchAll(stretch)]
    .filter(([word]) => linked.test(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** The spans, each extended to the whole of the addresses that it is in, so that no address is divided. */
function wholeAddresses(text: string, spans: readonly Span[]): Span[] {
  const whole = addresses(text);
  const extended: Span[] = [];
  for (const span of spans) {
    const touched = whole.filter(({ start, end }) => start < span.end && end > span.start);
    const start = Math.min(span.start, ...touched.map((one) => one.start));
    const end = Math.max(span.end, ...touched.map((one) => one.end));
    const last = extended.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else extended.push({ start, end });
  }
  return extended;
}

/** Escapes the first characters of a text if they would begin a list or a heading. */
function leadingSafe(text: string): string {
  return text.replace(/^(\d{1,9})([.)])/, '$1\\$2').replace(/^[-+=]/, '\\$&');
}
