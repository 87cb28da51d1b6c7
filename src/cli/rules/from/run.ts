import type { Extraction } from '../../../../engine/index.ts';
import { defaultLimits } from '../../../../engine/job.ts';
import { clean } from '../../../services/report/clean.ts';
import { filesBehind } from '../../check/input-files.ts';
import { Spool } from '../../check/spool.ts';
import { type ExitCode, exitCodes, interruptible } from '../../terminal/ending.ts';
import {
  ensureReplacesNone,
  ensureWritable,
  formatOfFile,
  lookOf,
  showWarnings,
  writeTo,
} from '../../terminal/output.ts';
import type { FromFormat, RulesFromOptions } from '../options.ts';
import type { Compared } from './found.ts';

/** `proviso rules from`: finds the rules in documents and writes them. Returns the exit code. */
export async function rulesFromFiles(args: readonly string[], options: RulesFromOptions): Promise<ExitCode> {
  const { out } = options;
  const format = formatOfFile(options.format, out, formatOfEnding, 'yaml');
  if (out !== undefined) await ensureWritable(out);
  const [{ supportedExtensions }, { comparedWith, readSince, rulesFromHere }, { comparisonWords, sumWords }] =
    await Promise.all([import('../../../../engine/index.ts'), import('./found.ts'), import('./words.ts')]);
  return interruptible(async (signal) => {
    const spool = new Spool(defaultLimits.fileBytes);
    try {
      const { files, warnings } = await filesBehind(args, {
        supported: supportedExtensions,
        except: out === undefined ? [] : [out],
        spool: (named) => spool.take(named, signal),
      });
      if (out !== undefined)
        await ensureReplacesNone(out, [
          ...files.map(({ ref }) => ref),
          ...(options.since === undefined ? [] : [options.since]),
        ]);
      const since = options.since === undefined ? null : await readSince(options.since, options, signal);
      const found = await rulesFromHere({ ...options, files }, signal);
      const compared = since === null ? null : comparedWith(since, found);
      const text = await textIn(format, found, compared, options);
      signal.throwIfAborted();
      showWarnings([...warnings, ...found.warnings]);
      await writeTo(out, text, signal);
      if (format !== 'table' || out !== undefined) {
        process.stderr.write(`${clean(sumWords(found))}\n`);
        if (compared !== null) process.stderr.write(`${clean(comparisonWords(compared))}\n`);
      }
      const isRead = found.files.some(({ status }) => status === 'read');
      return isRead ? exitCodes.done : exitCodes.nothingAssessed;
    } finally {
      await spool.clear();
    }
  });
}

async function textIn(
  format: FromFormat,
  found: Extraction,
  compared: Compared | null,
  { out, color }: RulesFromOptions,
): Promise<string> {
  const { fromTable, written } = await import('./formats.ts');
  if (format !== 'table') return written(found, compared, format);
  return fromTable(found, compared, lookOf(out, color));
}

const formatOfEnding: Record<string, FromFormat> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
  '.csv': 'csv',
  '.txt': 'table',
};
