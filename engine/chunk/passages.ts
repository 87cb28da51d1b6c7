import { Document } from '@langchain/core/documents';
import type { TextSplitter } from '@langchain/textsplitters';
import type { Passage, Sentence } from '../model/passage.ts';
import { type Heading, hiddenFrom, type Source, type Span } from '../model/source.ts';
import { detachString } from '../runtime/detach-string.ts';
import { findHeadings } from './headings.ts';
import { Reading } from './reading.ts';
import { lineWidth } from './sentences.ts';
import { PassageSplitter, passagesOfParts, type SectionMetadata, type TextPassage } from './splitter.ts';

type Section = Span & { heading: number; path: string[] };

/**
 * Splits a source into passages, in text order. A passage consists of whole sentences under the same heading.
 * Boilerplate is skipped, so a passage can continue across a page break. No passage contains both visible and hidden
 * words, and no visible heading applies to hidden words. Throws a `ProvisoError` with the code `bad_splitter` if the
 * splitter loses or changes words.
 */
export async function* passagesOf(
  source: Source,
  splitter: TextSplitter = new PassageSplitter(),
): AsyncGenerator<Omit<Passage, 'id'>, void, undefined> {
  const reading = new Reading(source.content);
  const width = lineWidth(reading.text);
  for (const { start, end, heading, path } of sectionsOf(source, reading, width)) {
    const located = (span: Span): Span | null => locate(reading, start, span);
    for (const passage of await split(reading.text.slice(start, end), { width, heading }, splitter)) {
      const span = located(passage);
      if (!span) continue;
      const sentences = passage.sentences.flatMap(({ leadIn, fragment, ...sentence }): Sentence[] => {
        const own = located(sentence);
        const introduction = leadIn && located(leadIn);
        return own
          ? [{ ...own, ...(introduction && { leadIn: introduction }), ...(fragment && { fragment }) }]
          : [];
      });
      yield { ...span, source, headingPath: path, sentences };
    }
  }
}

async function split(
  text: string,
  metadata: SectionMetadata,
  splitter: TextSplitter,
): Promise<TextPassage[]> {
  const section = new Document({ pageContent: text, metadata });
  if (!(splitter instanceof PassageSplitter))
    return passagesOfParts(text, await splitter.splitDocuments([section]), metadata);
  const parts = await splitter.splitDocuments([section]);
  return parts.map((part) => part.metadata);
}

/**
 * The span in the source of a part of a section, without the white space around it; null if the part is only white
 * space. `offset` is the start of the section in the readable text.
 */
function locate(reading: Reading, offset: number, { start, end }: Span): Span | null {
  const text = reading.text.slice(offset + start, offset + end);
  const body = text.trim();
  if (body === '') return null;
  const from = offset + start + text.indexOf(body);
  return reading.toSource({ start: from, end: from + body.length });
}

/** The headings that the file format marks, or else those found in the text. Offsets are those of the readable text. */
function headingsOf({ content }: Source, reading: Reading, width: number): Heading[] {
  if (content.headings.length === 0) return findHeadings(reading.text, width);
  return reading.headings(content.headings).sort((one, other) => one.start - other.start);
}

function sectionsOf(source: Source, reading: Reading, width: number): Section[] {
  const headings = headingsOf(source, reading, width);
  const hidden = reading.fromSource(hiddenFrom(source.content));
  return [
    ...sectionsWithin({ start: 0, end: hidden }, headings),
    ...sectionsWithin({ start: hidden, end: reading.text.length }, headings),
  ];
}

function sectionsWithin(stretch: Span, headings: readonly Heading[]): Section[] {
  const sections: Section[] = [];
  const stack: Heading[] = [];
  let open: Section = { start: stretch.start, end: stretch.start, heading: 0, path: [] };
  for (const heading of headings) {
    const { start, end } = heading;
    if (end <= start || start < open.start + open.heading || end > stretch.end) continue;
    if (start > open.start) sections.push({ ...open, end: start });
    while ((stack.at(-1)?.level ?? 0) >= heading.level) stack.pop();
    stack.push({ ...heading, text: detachString(heading.text.trim()) });
    open = { start, end: start, heading: end - start, path: stack.map((above) => above.text) };
  }
  sections.push({ ...open, end: stretch.end });
  return sections.filter(({ start, end }) => end > start);
}
