import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import { type Part, type Reading, textPart, wholeReading } from '../part.ts';
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
  return wholeReading({ countedAs: 'minutes', parts: () => parts, warnings });
}

/** The speech between two times, in ms, as a part of a recording. */
export function spokenPart(startMs: number, endMs: number, text: string): Part {
  const locator = { kind: 'time', startMs, endMs: Math.max(startMs, endMs) } as const;
  return textPart(locator, `${text}\n`, { method: 'transcript' });
}

/** Parses SRT or WebVTT; each part is one subtitle. */
export function subtitleParts(text: string): Part[] {
  const parts: Part[] = [];
  let before: Cue = { endMs: Number.NEGATIVE_INFINITY, lines: [] };
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => timing.test(line.trim()));
    const [, from = '', to = ''] = timing.exec(lines[at]?.trim() ?? '') ?? [];
    const spoken = lines
      .slice(at + 1)
      .map(withoutMarkup)
      .filter((line) => line !== '');
    if (at < 0 || spoken.length === 0) continue;
    const [startMs, endMs] = [milliseconds(from), milliseconds(to)];
    const speech = newWords(spoken, startMs - before.endMs <= mostGapMs ? before.lines : []);
    if (speech !== '') parts.push(spokenPart(startMs, endMs, speech));
    before = { endMs, lines: spoken };
  }
  return parts;
}

type Cue = { endMs: number; lines: string[] };

/** A subtitle continues the one before it if it begins at most this many milliseconds after the end of that one. */
const mostGapMs = 100;

/** The most lines of the subtitle before it that a subtitle is searched for. */
const mostKept = 100;

/**
 * The words of a subtitle that the one before it does not show. Captions that roll up repeat the last lines; captions that
 * grow repeat all words.
 */
function newWords(lines: readonly string[], before: readonly string[]): string {
  const text = lines.join(' ');
  const shown = before.join(' ');
  if (shown !== '' && (text === shown || text.startsWith(`${shown} `)))
    return text.slice(shown.length).trim();
  for (let kept = Math.min(lines.length, before.length, mostKept); kept > 0; kept -= 1) {
    if (before.slice(-kept).join('\n') === lines.slice(0, kept).join('\n'))
      return lines.slice(kept).join(' ');
  }
  return text;
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
