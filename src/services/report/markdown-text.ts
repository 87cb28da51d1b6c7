import type { Span } from '../../../engine/model/source.ts';
import { clean } from './clean.ts';

/** Clean text with spans of it in bold. */
export function marked(text: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const { start, end } of spans) {
    out += `${escapedPart(text.slice(at, start))}**${escapedPart(text.slice(start, end))}**`;
    at = end;
  }
  return leadingSafe(out + escapedPart(text.slice(at)));
}

/** Text that Markdown shows as it is: nothing in a document can write a heading, a link or a tag into the report. */
export function escaped(text: string): string {
  return leadingSafe(escapedPart(clean(text)));
}

function escapedPart(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

/** What at the start of a line would begin a list. */
function leadingSafe(text: string): string {
  return text.replace(/^(\d{1,9})([.)])/, '$1\\$2').replace(/^[-+=]/, '\\$&');
}
