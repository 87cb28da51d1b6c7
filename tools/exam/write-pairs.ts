import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ExamLanguage, examLanguages } from '../../src/eval/exam/pairs.ts';
import { examPairs } from './choose.ts';
import { writtenPair } from './pairs.ts';
import { readWordings } from './wordings/wordings.ts';

/** The seed and the number of the pairs that are shipped, with which users certify their models. */
export const shipped = { seed: 1, pairs: 500 };

/** The pairs of a language that are shipped, one a line. */
export function shippedPairs(language: ExamLanguage): string {
  const pairs = [...examPairs({ ...shipped, language }, readWordings('exam'))];
  return pairs.map((pair) => `${JSON.stringify(writtenPair(pair))}\n`).join('');
}

export function writePairs(): void {
  for (const language of examLanguages)
    writeFileSync(join('exam', `${language}.jsonl.gz`), gzipSync(shippedPairs(language), { level: 9 }));
}
