import { passagesOf } from '../chunk/passages.ts';
import { detectLanguage } from '../language/detect.ts';
import type { Language } from '../language/language.ts';
import type { Passage } from '../model/passage.ts';
import type { Source } from '../model/source.ts';
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

/** Cuts a source into passages whose ids count on from `before`. */
export async function cutSource(
  source: Source,
  before: number,
  { vocabulary, giveWay }: Cutting,
): Promise<CutSource> {
  const language = detectLanguage(source.content.text);
  const passages: Passage[] = [];
  for (const found of passagesOf(source)) {
    passages.push({ id: `P${String(before + passages.length + 1).padStart(3, '0')}`, ...found });
    await giveWay();
  }
  async function indexed(): Promise<SourceIndex> {
    const index = new SourceIndex(source, language, vocabulary);
    for (const passage of passages) {
      index.add(passage);
      await giveWay();
    }
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
