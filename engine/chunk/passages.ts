import type { Passage, Sentence } from '../model/passage.ts';
import type { Heading, Source, Span } from '../model/source.ts';
import { findHeadings } from './headings.ts';
import { Reading } from './reading.ts';
import { lineWidth } from './sentences.ts';
import { PassageSplitter } from './splitter.ts';

type Section = Span & { heading: number; path: string[] };

/**
 * Cuts sources into passages of whole sentences under one heading each. Furniture is passed over, so a passage can
 * run over a page break. Ids count from `P001` in the order of the sources and of their text.
 */
export function createPassages(sources: readonly Source[]): Passage[] {
  const splitter = new PassageSplitter();
  const found = sources.flatMap((source) => passagesOf(source, splitter));
  const digits = Math.max(3, String(found.length).length);
  return found.map((passage, index) => ({ id: `P${String(index + 1).padStart(digits, '0')}`, ...passage }));
}

function passagesOf(source: Source, splitter: PassageSplitter): Omit<Passage, 'id'>[] {
  const reading = new Reading(source.content);
  const width = lineWidth(reading.text);
  return sectionsOf(reading.text, headingsOf(source, reading)).flatMap(({ start, end, heading, path }) => {
    const text = reading.text.slice(start, end);
    return splitter.passages(text, { width, heading }).flatMap((passage) => {
      const located = (span: Span): Span | null => locate(reading, start, span);
      const span = located(passage);
      if (!span) return [];
      const sentences = passage.sentences.flatMap((sentence): Sentence[] => {
        const own = located(sentence);
        const leadIn = sentence.leadIn && located(sentence.leadIn);
        return own ? [leadIn ? { ...own, leadIn } : own] : [];
      });
      return [{ ...span, source, headingPath: path, sentences }];
    });
  });
}

/** The source's span of a stretch of a section, without the white space around it; null when there is nothing else. */
function locate(reading: Reading, offset: number, { start, end }: Span): Span | null {
  const text = reading.text.slice(offset + start, offset + end);
  const body = text.trim();
  if (body === '') return null;
  const from = offset + start + text.indexOf(body);
  return reading.toSource({ start: from, end: from + body.length });
}

/** The headings in offsets of the reading: those the format marks, else those the text shows. */
function headingsOf({ content }: Source, reading: Reading): Heading[] {
  if (content.headings.length === 0) return findHeadings(reading.text);
  return content.headings
    .map((heading) => ({
      ...heading,
      start: reading.fromSource(heading.start),
      end: reading.fromSource(heading.end),
    }))
    .sort((one, other) => one.start - other.start);
}

function sectionsOf(text: string, headings: readonly Heading[]): Section[] {
  const sections: Section[] = [];
  const stack: Heading[] = [];
  let open: Section = { start: 0, end: 0, heading: 0, path: [] };
  for (const heading of headings) {
    const { start, end } = heading;
    if (end <= start || start < open.start + open.heading) continue;
    if (start > open.start) sections.push({ ...open, end: start });
    while ((stack.at(-1)?.level ?? 0) >= heading.level) stack.pop();
    stack.push(heading);
    open = { start, end: start, heading: end - start, path: stack.map((above) => above.text.trim()) };
  }
  sections.push({ ...open, end: text.length });
  return sections.filter(({ start, end }) => end > start);
}
