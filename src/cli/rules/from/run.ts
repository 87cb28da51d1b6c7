import type { Extraction } from '../../../../engine/index.ts';
import { defaultLimits } from '../../../../engine/job.ts';
import { clean } from '../../../services/report/clean.ts';
import { filesBehind } from '../../check/input-files.ts';
import { Spool } from '../../check/spool.ts';
import { badInput, type ExitCode, exitCodes, interruptible } from '../../terminal/ending.ts';
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
  if (options.since !== undefined && options.model !== undefined)
    throw badInput('--since compares the words of the policies, so it cannot be used with --model');
  if (out !== undefined) await ensureWritable(out);
  const [
    { supportedExtensions },
    { comparedWith, readSince, rulesFromHere },
    { comparisonWords, rewordingWords, sumWords },
    { answersHere, modelSettings, requireServers, rewordingHere, secretHere },
  ] = await Promise.all([
    import('../../../../engine/index.ts'),
    import('./found.ts'),
    import('./words.ts'),
    import('../../check/model.ts'),
  ]);
  const kept = await answersHere(options.keepAnswers);
  const settings = { ...modelSettings(options, process.env), EMBEDDING_MODEL: null };
  const secret = secretHere(process.env, kept);
  const rewording = options.since === undefined ? rewordingHere(settings, secret, kept?.answers) : null;
  return interruptible(async (signal) => {
    const spool = new Spool(defaultLimits.fileBytes);
    try {
      // Recorded answers can be enough, so the server is not required with them.
      if (rewording !== null && kept === null) await requireServers(settings, signal);
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
      const found = await rulesFromHere({ ...options, files, rewording }, signal);
      const compared = since === null ? null : comparedWith(since, found);
      const text = await textIn(format, found, compared, options);
      signal.throwIfAborted();
      showWarnings([...warnings, ...found.warnings]);
      await writeTo(out, text, signal);
      if (format !== 'table' || out !== undefined) {
        process.stderr.write(`${clean(sumWords(found))}\n`);
        if (found.rewording) process.stderr.write(`${clean(rewordingWords(found.rewording))}\n`);
        if (compared !== null) process.stderr.write(`${clean(comparisonWords(compared))}\n`);
      }
      return exitCodeOf(found);
    } finally {
      await spool.clear();
    }
  });
}

/** Code 3 also if the model gave no usable answer about any rule, as for a check. */
function exitCodeOf({ files, rewording }: Extraction): ExitCode {
  const isRead = files.some(({ status }) => status === 'read');
  const isSilent = rewording !== undefined && rewording.sent > 0 && rewording.unanswered === rewording.sent;
  return isRead && !isSilent ? exitCodes.done : exitCodes.nothingAssessed;
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
