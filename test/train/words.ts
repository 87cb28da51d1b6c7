import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredVectors } from '../../engine/check/lexical/learned/word-vectors.ts';
import { contentTerms } from '../../engine/language/content.ts';
import { english } from '../../engine/language/english.ts';
import { readContracts } from '../../src/eval/bench/cuad.ts';
import { learnedFolder, printLine, trainingData, trainingSeed } from './training.ts';
import { type WordVectors, wordVectors } from './word-vectors.ts';

const eightBits = 127;

/** Learns word vectors from the contracts of CUAD, and writes them to the file that the engine reads. */
const contracts = await readContracts(trainingData());
const words = wordVectors(
  contracts.map(({ text }) => contentTerms(text, english)),
  { dimensions: 100, leastCount: 8, leastTexts: 3, seed: trainingSeed },
);
await writeFile(
  join(learnedFolder, 'contract-words.ts'),
  `import type { StoredVectors } from './word-vectors.ts';

/**
 * Vectors of words, learned from the texts of ${contracts.length} contracts of CUAD v1 (The Atticus Project, CC BY 4.0) by
 * \`npm run train\`; the file contains none of their text. See \`docs/evaluation.md\`.
 */
export const contractWords: StoredVectors = ${JSON.stringify(stored(words), null, 2)};
`,
);
printLine(`${words.terms.length} words of ${contracts.length} contracts`);

function stored({ terms, frequencies, vectors: { rows, columns, values } }: WordVectors): StoredVectors {
  const bytes = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    const largest = own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    own.forEach((value, at) => {
      bytes[row * columns + at] = Math.round((value / largest) * eightBits);
    });
  }
  return {
    dimensions: columns,
    terms: terms.join(' '),
    perMillion: frequencies.map((share) => Math.round(share * 1e6)).join(' '),
    rows: Buffer.from(bytes.buffer).toString('base64'),
  };
}
