import type { Span } from '../../../engine/model/source.ts';
import { clean } from './clean.ts';

/** Escapes text that `clean` has returned, and sets the spans in bold. */
export function marked(text: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const { start, end } of spans) {
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

function escapedPart(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

/** Escapes the first characters of a text if they would begin a list or a heading. */
function leadingSafe(text: string): string {
  return text.replace(/^(\d{1,9})([.)])/, '$1\\$2').replace(/^[-+=]/, '\\$&');
}
