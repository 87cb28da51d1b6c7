import { defaultLimits } from '../job.ts';
import type { SourceText } from '../model/source.ts';
import { type LoadPorts, loadSource } from './load-source.ts';
import { noSourceCache, openLocalFile } from './local-files.ts';

/**
 * Reads a local file as a check reads it, to test whether this machine can read such files. Throws a `ReadFailure`, or
 * the signal's reason.
 */
export async function tryReading(
  path: string,
  ports: Pick<LoadPorts, 'layout' | 'recognition'>,
  signal: AbortSignal,
): Promise<Pick<SourceText, 'text' | 'countedAs' | 'warnings'>> {
  const file = { name: path, ref: path, linkBase: path };
  const all = { ...ports, openSource: openLocalFile, sourceCache: noSourceCache };
  return (await loadSource(file, all, defaultLimits, { signal })).content;
}
