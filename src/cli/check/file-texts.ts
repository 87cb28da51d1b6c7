import type { SourceCache } from '../../../engine/index.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import type { TextsOf } from '../../services/report/places/contexts.ts';

/** The texts of the files of a run: each file is read once, and its text is stored for the report or the bundle. */
export type FileTexts = { sourceCache: SourceCache; textsOf: TextsOf };

export function fileTexts(): FileTexts {
  const texts = new Map<string, SourceText>();
  return {
    sourceCache: {
      get: async (id) => texts.get(id) ?? null,
      put: async (id, text) => {
        texts.set(id, text);
      },
    },
    async *textsOf(sha256) {
      for (const [id, text] of texts) if (id.startsWith(`${sha256}:`)) yield text;
    },
  };
}
