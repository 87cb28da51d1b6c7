import { passagesOf } from '../chunk/passages.ts';
import { detectLanguage } from '../language/detect.ts';
import type { Language } from '../language/language.ts';
import type { Passage } from '../model/passage.ts';
import type { Source } from '../model/source.ts';
import { CutPassage, SentenceTable } from './cut-passage.ts';
import { SourceIndex } from './source-index.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A source in passages, indexed when its index is first asked for. */
export type CutSource = {
  source: Source;
  language: Language;
  passages: readonly Passage[];
  index(): Promise<SourceIndex>;
};

type Cutting = { vocabulary: Vocabulary; giveWay: () => Promise<void> };

/** Cuts a source into passages. `before`: how many others stand before them. */
export async function cutSource(
  source: Source,
  before: number,
  { vocabulary, giveWay }: Cutting,
): Promise<CutSource> {
  const language = detectLanguage(source.content.text);
  const found: Omit<Passage, 'id'>[] = [];
  for (const passage of passagesOf(source)) {
    found.push(passage);
    await giveWay();
  }
  const table = new SentenceTable(found.flatMap(({ sentences }) => sentences));
  let first = 0;
  const passages = found.map((passage, at): Passage => {
    const cut = new CutPassage(before + at, passage, { table, first });
    first += passage.sentences.length;
    return cut;
  });
  async function indexed(): Promise<SourceIndex> {
    const index = new SourceIndex(source, passages, { language, vocabulary });
    for (const passage of passages) {
      index.add(passage);
      await giveWay();
    }
    index.close();
    return index;
  }
  let index: Promise<SourceIndex> | null = null;
  return {
    source,
    language,
    passages,
    index() {
      index ??= indexed();
      return index;
    },
  };
}
