import {
  closeLoading,
  type Extraction,
  extractionLimits,
  type JobFile,
  type RewordingModel,
  rulesFrom,
} from '../../../../engine/index.ts';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { compilePatternsOnce, growHeapSlowly } from '../../../process/v8-options.ts';
import { showProgress } from '../../check/output/progress.ts';
import { readingPorts } from '../../files/reading.ts';
import { badInput } from '../../terminal/failure.ts';
import { wantsColor } from '../../terminal/terminal.ts';
import type { RulesFromOptions } from './options.ts';

type Here = Pick<RulesFromOptions, 'maxSentences' | 'maxReworded' | 'color'> & {
  files: readonly JobFile[];
  rewording: RewordingModel | null;
};

/**
 * Finds rules in this machine's files, has the model reword them if there is one, and shows progress on standard error.
 * Throws `bad_input` if the files have more normative sentences than the limit or too long a text, or if they take too
 * much time or memory.
 */
export async function rulesFromHere(
  { files, maxSentences, maxReworded, color, rewording }: Here,
  signal: AbortSignal,
): Promise<Extraction> {
  growHeapSlowly();
  compilePatternsOnce();
  const totals = { files: files.length, checks: 0, each: false };
  const progress = showProgress(process.stderr, totals, wantsColor(process.stderr, color, process.env));
  try {
    const job = {
      files,
      ...(maxSentences !== undefined && { mostSentences: maxSentences }),
      ...(maxReworded !== undefined && { mostReworded: maxReworded }),
    };
    const ports = { ...readingPorts(process.env), ...(rewording && { rewording }) };
    return await rulesFrom(job, ports, { signal, onEvent: progress.show });
  } catch (error) {
    if (!(error instanceof ProvisoError)) throw error;
    if (error.code === 'too_many_sentences')
      throw badInput(`${error.message} The option is --max-sentences.`);
    throw extractionLimits.has(error.code) ? badInput(error.message) : error;
  } finally {
    progress.end();
    closeLoading();
  }
}
