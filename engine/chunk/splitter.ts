import { TextSplitter } from '@langchain/textsplitters';
import type { Sentence } from '../model/passage.ts';
import type { Span } from '../model/source.ts';
import { lineWidth, splitSentences } from './sentences.ts';

/** Long enough for a rule's context, short enough to display next to a finding. In characters. */
const passageLength = 800;

export type TextPassage = Span & { sentences: Sentence[] };

type SplitOptions = {
  /** The width at which the lines of the whole text wrap. */
  width?: number;
  /** Length of the heading at the start of the text, which is a separate sentence. */
  heading?: number;
};

/**
 * Groups whole sentences into passages. Splits without loss: the parts joined are the text, so offsets are running sums.
 */
export class PassageSplitter extends TextSplitter {
  constructor(chunkSize: number = passageLength) {
    super({ chunkSize, chunkOverlap: 0, keepSeparator: true });
  }

  override async splitText(text: string): Promise<string[]> {
    return [...this.passages(text)].map(({ start, end }) => text.slice(start, end));
  }

  /** The same parts with their sentences, in offsets of the text. */
  *passages(
    text: string,
    { width = lineWidth(text), heading = 0 }: SplitOptions = {},
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

function* sentencesOf(text: string, width: number, heading: number): Generator<Sentence> {
  if (heading > 0) yield { start: 0, end: heading };
  const moved = <Moved extends Span>(span: Moved): Moved => ({
    ...span,
    start: span.start + heading,
    end: span.end + heading,
  });
  for (const { leadIn, ...sentence } of splitSentences(text.slice(heading), width))
    yield leadIn ? { ...moved(sentence), leadIn: moved(leadIn) } : moved(sentence);
}
