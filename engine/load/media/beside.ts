import type { JobFile } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import type { OpenSource } from '../../ports.ts';
import { isRecording } from '../formats/format.ts';
import { formatOfName } from '../formats/formats.ts';
import { sniff } from '../formats/sniff.ts';
import type { Part } from '../part.ts';

/**
 * The file that, by its name, contains the subtitles of a recording: `talk.srt` or `talk.en.vtt` for `talk.mp4`.
 * Undefined if there is no such file, or if the given file's name is not that of a recording.
 */
export function subtitlesBeside({ name }: JobFile, files: readonly JobFile[]): JobFile | undefined {
  const format = formatOfName(name);
  if (format === null || !isRecording(format)) return undefined;
  const stem = stemOf(name);
  return files.find((other) => {
    if (formatOfName(other.name)?.id !== 'subtitles') return false;
    const named = stemOf(other.name);
    return (
      named === stem ||
      (named.startsWith(`${stem}.`) && /^\.[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(named.slice(stem.length)))
    );
  });
}

function stemOf(name: string): string {
  return name.toLowerCase().replace(/\.[^./]*$/, '');
}

/**
 * The speech in a recording's subtitle file; null when `file` is undefined or cannot be read. Why it cannot be read is
 * reported when the subtitle file is loaded as a source of its own.
 */
export async function speechBeside(
  file: JobFile | undefined,
  openSource: OpenSource,
  signal: AbortSignal,
  read: (path: string) => Promise<Part[]>,
): Promise<{ sha256: string; parts: Part[] } | null> {
  if (file === undefined) return null;
  try {
    const { path, sha256, declaredType, close } = await openSource(file, signal);
    try {
      const { format } = await sniff(path, file.name, declaredType);
      return format.id === 'subtitles' ? { sha256, parts: await read(path) } : null;
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof ReadFailure) return null;
    throw error;
  }
}
