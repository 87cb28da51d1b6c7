import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LearnedWeights } from '../../engine/check/lexical/learned/estimate.ts';
import { ruleFeatures, sentenceFeatures } from '../../engine/check/lexical/learned/features.ts';
import type { Logistic } from '../../engine/check/lexical/learned/logistic.ts';
import { closeLoading, createWordsChecker, fitWeights } from '../../engine/index.ts';
import { inMemorySourceCache, openLocalFile } from '../../engine/load/local-files.ts';
import { readNliDocuments } from '../../src/eval/bench/nli-documents.ts';
import { scoredStatements } from '../../src/eval/bench/scored-statements.ts';
import { learnedFolder, printLine, trainingData } from './training.ts';

/**
 * Learns the weights of the lexical checker from all statements of ContractNLI, and writes them to the file that the
 * engine reads.
 */
const data = trainingData();
const documents = await readNliDocuments(data);
const scored = await scoredStatements(
  {
    data,
    knowledge: [],
    ports: {
      openSource: openLocalFile,
      sourceCache: inMemorySourceCache(),
      clock: { now: () => new Date() },
    },
    checker: createWordsChecker(),
    limit: documents.length,
    signal: new AbortController().signal,
    onResult: () => {},
  },
  documents,
).finally(closeLoading);
const { bearing, stated: isStated } = fitWeights(scored);
const weights: LearnedWeights = {
  bearing: rounded(bearing, sentenceFeatures),
  stated: rounded(isStated, ruleFeatures),
};
await writeFile(
  join(learnedFolder, 'weights.ts'),
  `import type { LearnedWeights } from './estimate.ts';

/**
 * Learned from ${scored.length} statements about ${documents.length} agreements of ContractNLI (Koreeda and Manning, Findings of
 * EMNLP 2021; CC BY 4.0) by \`npm run train\`. The numbers are in the order of \`sentenceFeatures\` and \`ruleFeatures\`.
 */
export const learnedWeights: LearnedWeights = ${JSON.stringify(weights, null, 2)};
`,
);
printLine(`${scored.length} statements about ${documents.length} agreements`);

/** Rounds to five decimals, so that weights learned on a different machine are the same. */
function rounded({ means, scales, weights: own, bias }: Logistic, names: readonly string[]): Logistic {
  if (own.length !== names.length) throw new Error(`${own.length} weights for ${names.length} features`);
  const round = (value: number): number => Number(value.toFixed(5));
  return { means: means.map(round), scales: scales.map(round), weights: own.map(round), bias: round(bias) };
}
