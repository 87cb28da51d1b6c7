import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import type { Part } from '../part.ts';
import type { Described } from '../vision/described.ts';
import { heardIn } from './cuts.ts';
import { ffmpeg, type Input, inputOf } from './ffmpeg.ts';

/** What was seen of a video; `everySeconds` lie between two looks. */
export type SampledFrames = {
  parts: Part[];
  looks: number;
  everySeconds: number;
  /** A description is missing for a reason that may pass. */
  passing: ReadFailure | null;
};

/** How pictures are looked at. */
export type FrameReader = {
  /** The words of a picture. Throws `ReadFailure`, or the signal's reason. */
  read(path: string): Promise<Part[]>;
  /** What is to be seen in a picture that was read, where somebody is there to say it. */
  describe?: (parts: Part[]) => Promise<Described>;
};

type Look = FrameReader & {
  /** Where pictures may lie while they are looked at. */
  folder: string;
  signal: AbortSignal;
  /** For finding one picture, in ms. */
  stepMs: number;
};

/** Nothing that is shown for less time than this is meant to be read. */
const shortestSeconds = 5;
/** Recognising a picture takes one to three seconds, so that a video takes a minute at most. */
const mostLooks = 30;

/**
 * Looks at a video at moments spread evenly over it. What is read in a picture is located by its moment; a picture that
 * reads like the one before it only lasts longer. No looks are taken where there are no pictures; null is given where
 * they can't be taken out.
 * Throws the signal's reason.
 */
export async function sampleFrames(video: Input, look: Look): Promise<SampledFrames | null> {
  const limits = { signal: look.signal, ms: look.stepMs };
  const messages = (await orNull(ffmpeg(inputOf(video), [], limits)))?.messages ?? '';
  const moving = messages.split('\n').some((line) => /Stream #.*: Video: (?!.*attached pic)/.test(line));
  if (messages !== '' && !moving) return { parts: [], looks: 0, everySeconds: 0, passing: null };
  const { seconds } = heardIn(messages);
  if (seconds === null || seconds <= 0) return null;
  const looks = Math.min(mostLooks, Math.max(1, Math.round(seconds / shortestSeconds)));
  const everySeconds = seconds / looks;
  const seen: SampledFrames = { parts: [], looks: 0, everySeconds, passing: null };
  let last: Shown = { words: '', text: '', parts: [] };
  for (let index = 0; index < looks; index += 1) {
    const ms = Math.round((index + 0.5) * everySeconds * 1000);
    const picture = await pictureAt(video, ms, look);
    const read = picture === null ? null : await orNull(look.read(picture));
    if (read === null) continue;
    seen.looks += 1;
    const words = textOf(read);
    if (words !== '' && words === last.words) {
      lastUntil(last.parts, ms);
      continue;
    }
    const { parts, passing } = (await look.describe?.(read)) ?? { parts: read, passing: null };
    seen.passing ??= passing;
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
    seen.parts.push(...last.parts);
  }
  return seen.looks === 0 ? null : seen;
}

/** What the look before gave: its recognised words, its whole text, and where that stands. */
type Shown = { words: string; text: string; parts: Part[] };

function textOf(parts: Part[]): string {
  return parts
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** A picture whose reading fails was not looked at. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof ReadFailure || isMissing(error)) return null;
    throw error;
  });
}

/** Seeks, so that an hour takes no longer than a minute; the picture is the one shown at that moment. */
async function pictureAt(video: Input, ms: number, { folder, signal, stepMs }: Look): Promise<string | null> {
  const picture = join(folder, `picture-${ms}.jpg`);
  const small = ['-map', '0:v:0', '-frames:v', '1', '-vf', "scale='min(1600,iw)':-2", '-q:v', '2', picture];
  const said = await orNull(ffmpeg(inputOf(video, ms), small, { signal, ms: stepMs }));
  const size = said?.ok ? await orNull(stat(picture)) : null;
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
