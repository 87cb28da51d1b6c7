import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import type { Described } from '../image/vision/described.ts';
import { type Part, textPart } from '../part.ts';
import { parseSilenceReport } from './cuts.ts';
import { ffmpeg, type Input, inputOf } from './ffmpeg.ts';

/**
 * The text of pictures that were taken from a video at intervals of `everySeconds`. `samples` is the number of pictures
 * that could be read.
 */
export type SampledFrames = {
  parts: Part[];
  samples: number;
  everySeconds: number;
  /** The failure of the vision model that prevented the description of a picture; null if there was none. */
  passing: ReadFailure | null;
};

/** How the pictures of a video are read. */
export type FrameReader = {
  /** The words of a picture. Throws a `ReadFailure` or the signal's reason. */
  read(path: string): Promise<Part[]>;
  /** Adds a description to the words of a picture; absent when no vision model is set. */
  describe?: (parts: Part[]) => Promise<Described>;
};

type Look = FrameReader & {
  /** The folder for the extracted pictures. */
  folder: string;
  signal: AbortSignal;
  /** The time limit for one call of ffmpeg, in ms. */
  ms: number;
};

/** Minimum seconds between samples. Text that is displayed for less time is not meant to be read. */
const shortestSeconds = 5;
/**
 * The maximum number of samples. Recognising a picture takes one to three seconds, so all samples of a video take about
 * a minute.
 */
const maxSamples = 30;

/**
 * Reads pictures of a video at evenly spaced moments. The text of a picture is cited by the moment of the picture. Text
 * that the next pictures repeat is returned only once, and is cited by the time from the first to the last of these
 * pictures. A recording without moving pictures has no samples. Null if the pictures cannot be extracted. Throws the
 * signal's reason if the signal is aborted.
 */
export async function sampleFrames(video: Input, look: Look): Promise<SampledFrames | null> {
  const limits = { signal: look.signal, ms: look.ms };
  const messages = (await orNull(ffmpeg(inputOf(video), [], limits)))?.messages ?? '';
  const moving = messages.split('\n').some((line) => /Stream #.*: Video: (?!.*attached pic)/.test(line));
  if (messages !== '' && !moving) return { parts: [], samples: 0, everySeconds: 0, passing: null };
  const { seconds } = parseSilenceReport(messages);
  if (seconds === null || seconds <= 0) return null;
  const samples = Math.min(maxSamples, Math.max(1, Math.round(seconds / shortestSeconds)));
  const everySeconds = seconds / samples;
  const sampled: SampledFrames = { parts: [], samples: 0, everySeconds, passing: null };
  let last: Shown = { words: '', text: '', parts: [] };
  for (let index = 0; index < samples; index += 1) {
    const ms = Math.round((index + 0.5) * everySeconds * 1000);
    const picture = await pictureAt(video, ms, look);
    const read = picture === null ? null : await orNull(look.read(picture));
    if (read === null) continue;
    sampled.samples += 1;
    const words = textOf(read);
    if (words !== '' && words === last.words) {
      lastUntil(last.parts, ms);
      continue;
    }
    const { parts, passing } = (await look.describe?.(read)) ?? { parts: read, passing: null };
    sampled.passing ??= passing;
    const text = textOf(parts);
    if (text !== '' && text === last.text) {
      lastUntil(last.parts, ms);
      continue;
    }
    last = {
      words,
      text,
      parts: parts.filter((part) => /\S/.test(part.text)).map((part) => shownAt(part, ms)),
    };
    sampled.parts.push(...last.parts);
  }
  return sampled.samples === 0 ? null : sampled;
}

/** The last picture with new text: its recognised words, its text with the description, and its parts. */
type Shown = { words: string; text: string; parts: Part[] };

function textOf(parts: Part[]): string {
  return parts
    .map(({ text }) => text)
    .join('')
    .trim();
}

/**
 * Returns null after a `ReadFailure` and for a missing file, so that a picture that cannot be read does not count as a
 * sample.
 */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof ReadFailure || codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/**
 * Extracts the picture displayed at a moment and returns the path of its file; null if that fails. ffmpeg seeks, so a
 * late moment takes no longer than an early one.
 */
async function pictureAt(video: Input, atMs: number, { folder, signal, ms }: Look): Promise<string | null> {
  const picture = join(folder, `picture-${atMs}.jpg`);
  const small = ['-map', '0:v:0', '-frames:v', '1', '-vf', "scale='min(1600,iw)':-2", '-q:v', '2', picture];
  const run = await orNull(ffmpeg(inputOf(video, atMs), small, { signal, ms, folder }));
  const size = run?.ok ? await orNull(stat(picture)) : null;
  return size !== null && size.size > 0 ? picture : null;
}

function shownAt({ text, method, confidence, places = [] }: Part, ms: number): Part {
  const locator: Locator = { kind: 'time', startMs: ms, endMs: ms };
  const moved = places.map((place) => ({ ...place, locator }));
  return textPart(locator, text, { method, confidence, places: moved });
}

function lastUntil(parts: Part[], ms: number): void {
  for (const part of parts) {
    for (const place of [part, ...(part.places ?? [])]) {
      if (place.locator.kind === 'time') place.locator = { ...place.locator, endMs: ms };
    }
  }
}
