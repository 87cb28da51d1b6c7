import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ExamLanguage, examLanguages } from '../../src/eval/exam/kinds.ts';
import { writtenPairs } from './choose.ts';
import { readWordings } from './wordings/wordings.ts';

/** The seed and the number of the pairs that are shipped, with which users certify their models. */
export const shipped = { seed: 1, pairs: 500 };

/** The pairs of a language that are shipped, one a line. */
export function shippedPairs(language: ExamLanguage): string {
  const pairs = [...writtenPairs({ ...shipped, language }, readWordings('exam'))];
  return pairs.map((pair) => `${JSON.stringify(pair)}\n`).join('');
}

export function writePairs(): void {
  for (const language of examLanguages)
    writeFileSync(join('exam', `${language}.jsonl.gz`), gzipSync(shippedPairs(language), { level: 9 }));
}
