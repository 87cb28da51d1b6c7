import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import type { Described } from '../image/vision/described.ts';
import type { Part } from '../part.ts';
import { parseSilenceReport } from './cuts.ts';
import { ffmpeg, type Input, inputOf } from './ffmpeg.ts';

/** The samples of a video, `everySeconds` apart. */
export type SampledFrames = {
  parts: Part[];
  samples: number;
  everySeconds: number;
  /** A description is missing for a transient reason. */
  passing: ReadFailure | null;
};

/** How pictures are read. */
export type FrameReader = {
  /** The words of a picture. Throws `ReadFailure`, or the signal's reason. */
  read(path: string): Promise<Part[]>;
  /** A description of a picture that was read, if a describer is set. */
  describe?: (parts: Part[]) => Promise<Described>;
};

type Look = FrameReader & {
  /** A folder for pictures while they are read. */
  folder: string;
  signal: AbortSignal;
  /** For finding one picture, in ms. */
  stepMs: number;
};

/** Text that is shown for less time than this is not meant to be read. */
const shortestSeconds = 5;
/** Recognising a picture takes one to three seconds, so that a video takes a minute at most. */
const maxSamples = 30;

/**
 * Samples a video at moments spread evenly over it. The text of a picture is located by its moment; a picture with
 * the same text as the one before it only extends it. Without moving pictures there are no samples; null when they
 * cannot be extracted. Throws the signal's reason.
 */
export async function sampleFrames(video: Input, look: Look): Promise<SampledFrames | null> {
  const limits = { signal: look.signal, ms: look.stepMs };
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

/** The result of the previous sample: its recognised words, its whole text, and its location. */
type Shown = { words: string; text: string; parts: Part[] };

function textOf(parts: Part[]): string {
  return parts
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** A picture that could not be read is not counted as sampled. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof ReadFailure || isMissing(error)) return null;
    throw error;
  });
}

/** Seeks, so that an hour takes no longer than a minute; the picture is the one displayed at that moment. */
async function pictureAt(video: Input, ms: number, { folder, signal, stepMs }: Look): Promise<string | null> {
  const picture = join(folder, `picture-${ms}.jpg`);
  const small = ['-map', '0:v:0', '-frames:v', '1', '-vf', "scale='min(1600,iw)':-2", '-q:v', '2', picture];
  const run = await orNull(ffmpeg(inputOf(video, ms), small, { signal, ms: stepMs }));
  const size = run?.ok ? await orNull(stat(picture)) : null;
  return size !== null && size.size > 0 ? picture : null;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function shownAt({ text, method, confidence, places = [] }: Part, ms: number): Part {
  const locator: Locator = { kind: 'time', startMs: ms, endMs: ms };
  return {
    locator,
    text,
    method,
    confidence,
    headings: [],
    marginLines: [],
    places: places.map(({ start, end, confidence: sureness }) => ({
      start,
      end,
      locator,
      confidence: sureness,
    })),
  };
}

function lastUntil(parts: Part[], ms: number): void {
  for (const part of parts) {
    for (const place of [part, ...(part.places ?? [])]) {
      if (place.locator.kind === 'time') place.locator = { ...place.locator, endMs: ms };
    }
  }
}
