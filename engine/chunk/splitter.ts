import { Document } from '@langchain/core/documents';
import { TextSplitter } from '@langchain/textsplitters';
import { ProvisoError } from '../model/errors.ts';
import type { Sentence } from '../model/passage.ts';
import type { Span } from '../model/source.ts';
import { createYield } from '../runtime/yield-to-event-loop.ts';
import { lineWidth, splitSentences } from './sentences.ts';

/**
 * Maximum characters of a passage: enough for the context that a rule needs, and short enough to display next to a
 * finding.
 */
const passageLength = 800;

/** What a splitter must know about a text. */
export type SectionMetadata = {
  /** The width at which the lines of the whole source wrap, in characters; computed from this text when absent. */
  width?: number;
  /** Length of the heading at the start of the text, which is a separate sentence. */
  heading?: number;
};

/** A passage and its sentences. All offsets refer to the text that was split. */
export type TextPassage = Span & { sentences: Sentence[] };

/**
 * Groups whole sentences into passages without loss: the passages, joined, are the text. The metadata of each returned
 * document are the passage's offsets and sentences.
 */
export class PassageSplitter extends TextSplitter {
  constructor(chunkSize: number = passageLength) {
    super({ chunkSize, chunkOverlap: 0, keepSeparator: true });
  }

  override async splitText(text: string): Promise<string[]> {
    return [...this.#passages(text, {})].map(({ start, end }) => text.slice(start, end));
  }

  override async splitDocuments(
    documents: Document<SectionMetadata>[],
  ): Promise<Document<SectionMetadata & TextPassage>[]> {
    const yieldToEventLoop = createYield();
    const split: Document<SectionMetadata & TextPassage>[] = [];
    for (const { pageContent: text, metadata } of documents)
      for (const passage of this.#passages(text, metadata)) {
        const pageContent = text.slice(passage.start, passage.end);
        split.push(new Document({ pageContent, metadata: { ...metadata, ...passage } }));
        await yieldToEventLoop();
      }
    return split;
  }

  *#passages(
    text: string,
    { width = lineWidth(text), heading = 0 }: SectionMetadata,
  ): Generator<TextPassage> {
    let current: TextPassage | undefined;
    for (const sentence of sentencesOf(text, width, heading)) {
      if (current && sentence.end - current.start <= this.chunkSize) {
        current.end = sentence.end;
        current.sentences.push(sentence);
      } else {
        if (current) yield current;
        current = { start: sentence.start, end: sentence.end, sentences: [sentence] };
      }
    }
    if (current) yield current;
  }
}

/**
 * The passages for the parts into which a caller's splitter has split a text. A passage is a range of the text, so the
 * text must contain each part word for word; where parts overlap, the later passage begins where the earlier one ends.
 * Throws a `ProvisoError` with the code `bad_splitter` if a part is not in the text, or if words of the text are in no
 * part, because these words would never be searched.
 */
export function passagesOfParts(
  text: string,
  parts: readonly Document[],
  { width = lineWidth(text), heading = 0 }: SectionMetadata,
): TextPassage[] {
  const sentences = [...sentencesOf(text, width, heading)];
  const passages: TextPassage[] = [];
  let from = 0;
  let searchFrom = 0;
  for (const { pageContent } of parts) {
    const found = text.indexOf(pageContent, searchFrom);
    if (found < 0 || /\S/.test(text.slice(from, found)))
      throw lossy(found < 0 ? pageContent : text.slice(from, found));
    searchFrom = found + 1;
    const start = Math.max(from, found);
    const end = found + pageContent.length;
    if (end <= start) continue;
    passages.push({ start, end, sentences: sentencesWithin(sentences, { start, end }) });
    from = end;
  }
  if (/\S/.test(text.slice(from))) throw lossy(text.slice(from));
  return passages;
}

/**
 * The sentences of a passage. A sentence that the passage cuts is marked as a fragment, because a check without a model
 * must not confirm a rule by a part of a sentence.
 */
function sentencesWithin(sentences: readonly Sentence[], { start, end }: Span): Sentence[] {
  return sentences
    .filter((sentence) => sentence.start < end && sentence.end > start)
    .map((sentence) =>
      sentence.start >= start && sentence.end <= end
        ? sentence
        : { start: Math.max(start, sentence.start), end: Math.min(end, sentence.end), fragment: true },
    );
}

function lossy(words: string): ProvisoError {
  return new ProvisoError(
    'bad_splitter',
    `The text splitter lost or changed words of the document: "${words.trim().slice(0, 80)}". Use one that keeps the text unchanged.`,
  );
}

function* sentencesOf(text: string, width: number, heading: number): Generator<Sentence> {
  if (heading > 0) yield { start: 0, end: heading };
  yield* splitSentences(text, width, heading);
}
