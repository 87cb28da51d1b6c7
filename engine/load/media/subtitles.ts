import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { decodeWhole } from '../text/decode.ts';

const timing = /^((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]+-->[ \t]+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})/;

/** Opens subtitles (SRT or WebVTT); each part is one subtitle, which is cited by its time. Throws a `ReadFailure`. */
export async function openSubtitles(path: string): Promise<Reading> {
  const tooLong = 'The subtitles are longer than 8 million characters. Split them.';
  const { text, warnings } = decodeWhole(await readFile(path), tooLong);
  const parts = subtitleParts(text);
  if (parts.length === 0) {
    throw new ReadFailure(
      'damaged',
      'The subtitles contain no line with a time. Save them again as SRT or WebVTT.',
    );
  }
  return new SubtitleReading(parts, warnings);
}

class SubtitleReading implements Reading {
  readonly countedAs = 'minutes';
  readonly pageCount = null;
  readonly #parts: Part[];
  readonly #warnings: ReadingWarning[];

  constructor(parts: Part[], warnings: ReadingWarning[]) {
    this.#parts = parts;
    this.#warnings = warnings;
  }

  async *parts(): AsyncGenerator<Part> {
    yield* this.#parts;
  }

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): { where: string; reason: string }[] {
    return [];
  }

  async close(): Promise<void> {}
}

/** The speech between two times, in ms, as a part of a recording. */
export function spokenPart(startMs: number, endMs: number, text: string): Part {
  return {
    locator: { kind: 'time', startMs, endMs: Math.max(startMs, endMs) },
    text: `${text}\n`,
    method: 'transcript',
    headings: [],
    marginLines: [],
  };
}

/** Parses SRT or WebVTT; each part is one subtitle. */
export function subtitleParts(text: string): Part[] {
  const parts: Part[] = [];
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => timing.test(line.trim()));
    const [, from = '', to = ''] = timing.exec(lines[at]?.trim() ?? '') ?? [];
    const speech = lines
      .slice(at + 1)
      .map(withoutMarkup)
      .filter((line) => line !== '')
      .join(' ');
    if (at >= 0 && speech !== '') parts.push(spokenPart(milliseconds(from), milliseconds(to), speech));
  }
  return parts;
}

/**
 * The words of a subtitle's line. A voice tag becomes the speaker's name; other tags only set the look of words and are
 * removed.
 */
function withoutMarkup(line: string): string {
  return line
    .replace(/<v(?:\.[^ >]{0,80})? ([^>]{1,80})>/g, '$1: ')
    .replace(/<[^>]{1,80}>|\{\\[^}]{1,80}\}/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function milliseconds(time: string): number {
  const [rest = '', fraction = ''] = time.split(/[.,]/);
  const seconds = rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1000 + Number(fraction.padEnd(3, '0'));
}
