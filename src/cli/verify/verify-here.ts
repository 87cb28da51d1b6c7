import {
  closeLoading,
  type GivenCitation,
  type JobFile,
  type Verification,
  verifyCitations,
} from '../../../engine/index.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { growHeapSlowly } from '../../process/v8-options.ts';
import { showProgress } from '../check/output/progress.ts';
import { readingPorts } from '../files/reading.ts';
import { badInput } from '../terminal/failure.ts';
import { wantsColor } from '../terminal/terminal.ts';

type Here = { color: boolean; signal: AbortSignal };

/**
 * Verifies citations with this machine's files, and shows progress on standard error. The settings for text recognition
 * and page layout apply; no model is used. Throws `bad_input` if the citations exceed a limit.
 */
export async function verifyHere(
  { citations, sources }: { citations: readonly GivenCitation[]; sources: readonly JobFile[] },
  { color, signal }: Here,
): Promise<Verification> {
  growHeapSlowly();
  const ports = readingPorts(process.env);
  const totals = { files: sources.length, checks: 0, each: false };
  const progress = showProgress(process.stderr, totals, wantsColor(process.stderr, color, process.env));
  try {
    return await verifyCitations({ citations, sources }, ports, { signal, onEvent: progress.show });
  } catch (error) {
    throw error instanceof ProvisoError && limitCodes.has(error.code) ? badInput(error.message) : error;
  } finally {
    progress.end();
    closeLoading();
  }
}

const limitCodes: ReadonlySet<string> = new Set(['no_sources', 'too_many_citations', 'quote_too_long']);
