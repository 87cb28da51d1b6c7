import type { TextSplitter } from '@langchain/textsplitters';
import { passagesOf } from '../../chunk/passages.ts';
import { detectLanguage } from '../../language/detect.ts';
import type { Language } from '../../language/language.ts';
import type { Passage } from '../../model/passage.ts';
import type { Source, Span } from '../../model/source.ts';
import { CutPassage, SentenceTable } from './cut-passage.ts';
import { SourceIndex } from './source-index.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** A source split into passages, indexed on first use of its index. */
export type CutSource = {
  source: Source;
  /** The number of passages of other sources that precede its own in the passage index. */
  before: number;
  language: Language;
  passages: readonly Passage[];
  /** A fragment of the first sentence that was too long to be read whole; null if no sentence was too long. */
  fragment: Span | null;
  index(): Promise<SourceIndex>;
};

export type Cutting = {
  splitter: TextSplitter | undefined;
  dictionary: TermDictionary;
  yieldToEventLoop: () => Promise<void>;
};

/** Splits a source into passages. */
export async function cutSource(
  source: Source,
  before: number,
  { splitter, dictionary, yieldToEventLoop }: Cutting,
): Promise<CutSource> {
  const language = detectLanguage(source.content.text);
  const table = new SentenceTable();
  const passages: Passage[] = [];
  for await (const passage of passagesOf(source, splitter)) {
    passages.push(new CutPassage(before + passages.length, passage, table));
    await yieldToEventLoop();
  }
  table.close();
  async function indexed(): Promise<SourceIndex> {
    const index = new SourceIndex(source, passages, { language, dictionary });
    for (const passage of passages) {
      index.add(passage);
      await yieldToEventLoop();
    }
    index.close();
    return index;
  }
  let index: Promise<SourceIndex> | null = null;
  return {
    source,
    before,
    language,
    passages,
    fragment: table.firstFragment(),
    index() {
      index ??= indexed();
      return index;
    },
  };
}
