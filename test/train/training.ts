import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The seed of the training. The same data and seed lead to the same files. */
export const trainingSeed = 20261121;

/** The folder for the learned data. */
export const learnedFolder = fileURLToPath(new URL('../../engine/check/lexical/learned/', import.meta.url));

/** The folder of the data sets: the first argument, or otherwise the shared folder next to the repository. */
export function trainingData(): string {
  return process.argv[2] ?? join('..', 'shared', 'eval');
}

export function printLine(words: string): void {
  process.stdout.write(`${words}\n`);
}
