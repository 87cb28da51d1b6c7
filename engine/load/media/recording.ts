import { constants, copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '@langchain/core/documents';
import { ReadFailure } from '../../model/errors.ts';
import type { Transcriber } from '../../ports.ts';
import type { RecordingFormat } from '../formats/format.ts';
import { documentOf, PartLoader } from '../loader.ts';
import type { Gap, Part } from '../part.ts';
import type { FileEnding } from '../sandbox/read-file.ts';
import { cutsFor, parseSilenceReport } from './cuts.ts';
import { ffmpeg, hasFfmpeg, inputOf } from './ffmpeg.ts';
import { type FrameReader, type SampledFrames, sampleFrames } from './frames.ts';
import { spokenPart, subtitleParts } from './subtitles.ts';

export type Recording = {
  path: string;
  bytes: number;
  format: RecordingFormat;
  /** The speech from a separate subtitle file; empty when there is none. */
  beside: Part[];
};

/** `ms` is the time limit for one call of ffmpeg. */
type Options = { signal: AbortSignal; ms: number };

/** Transcription endpoints limit one upload to this size. */
const mostUploadBytes = 25 * 1024 * 1024;
/** Maximum length of a section of sound. At `bitsPerSecond`, a section has 3.6 MB, far less than `mostUploadBytes`. */
const stretchSeconds = 600;
const mostSeconds = 12 * 60 * 60;
const bitsPerSecond = '48k';

/**
 * Loads the speech of a recording: from subtitles inside it, else from a separate subtitle file, else from the
 * transcriber, section by section. For a video, the text of pictures at evenly spaced moments is loaded too. Speech or
 * pictures that cannot be read are reported as unread. Throws a `ReadFailure` with the code `no_transcription`,
 * `no_text`, `damaged`, `timed_out`, `too_large` or `not_reachable`.
 */
export class RecordingLoader extends PartLoader {
  /**
   * After loading: the failure of the vision model that prevented the description of a picture; null if there was none.
   * After a failure, the text must not be cached, because another attempt can succeed.
   */
  passing: ReadFailure | null = null;
  readonly #recording: Recording;
  readonly #transcriber: Transcriber | undefined;
  readonly #frameReader: FrameReader;
  readonly #options: Options;

  constructor(
    recording: Recording,
    transcriber: Transcriber | undefined,
    frameReader: FrameReader,
    options: Options,
  ) {
    super();
    this.#recording = recording;
    this.#transcriber = transcriber;
    this.#frameReader = frameReader;
    this.#options = options;
  }

  override async *lazyLoad(): AsyncGenerator<Document<Part>, FileEnding> {
    const folder = await mkdtemp(join(tmpdir(), 'proviso-recording-'));
    const { format } = this.#recording;
    const options = { ...this.#options, folder };
    try {
      const installed = await hasFfmpeg();
      const recording = installed ? await ownedRecording(this.#recording, folder) : this.#recording;
      const speech = await speechIn(recording, this.#transcriber, { ...options, installed });
      const readsFrames = installed && format.recording.pictures;
      const samples = readsFrames
        ? await sampleFrames(recording, { ...this.#frameReader, ...options })
        : null;
      this.passing = samples?.passing ?? null;
      const shown = samples?.parts ?? [];
      if (speech instanceof ReadFailure && shown.length === 0) throw samples?.passing ?? speech;
      const parts = speech instanceof ReadFailure ? shown : [...speech, ...shown];
      yield* parts.map(documentOf);
      const unread = [
        ...(speech instanceof ReadFailure ? [{ where: 'its sound', reason: speech.message }] : []),
        ...(format.recording.pictures && samples?.samples !== 0
          ? [unseen(samples, installed, this.#frameReader)]
          : []),
      ];
      return { countedAs: 'minutes', warnings: [], unread };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/**
 * The recording, or a copy of it in `folder` if root can open the file only by its right to read the files of other
 * users, which ffmpeg does not have.
 */
async function ownedRecording(recording: Recording, folder: string): Promise<Recording> {
  if (process.geteuid?.() !== 0) return recording;
  const { uid, mode } = await stat(recording.path);
  if (uid === 0 || (mode & 0o004) !== 0) return recording;
  const path = join(folder, 'recording');
  await copyFile(recording.path, path, constants.COPYFILE_FICLONE);
  return { ...recording, path };
}

/** The speech; or the failure, if no transcriber is set or the recording contains no words. Throws other failures. */
async function speechIn(
  recording: Recording,
  transcriber: Transcriber | undefined,
  options: Options & { installed: boolean; folder: string },
): Promise<Part[] | ReadFailure> {
  const subtitles = options.installed ? await ownSubtitles(recording, options) : [];
  if (subtitles.length > 0) return subtitles;
  if (recording.beside.length > 0) return recording.beside;
  return transcribed(recording, transcriber, options).catch((error: unknown) => {
    const lasting = ['no_transcription', 'no_text'];
    if (error instanceof ReadFailure && lasting.includes(error.code)) return error;
    throw error;
  });
}

/** Reports the pictures of a video that were not read, which always include those between two samples. */
function unseen(samples: SampledFrames | null, installed: boolean, frameReader: FrameReader): Gap {
  const where = 'its pictures';
  if (!installed) return { where, reason: 'only its speech was read, because ffmpeg is not installed' };
  if (samples === null) return { where, reason: 'ffmpeg cannot extract them' };
  const apart = `${samples.samples} of them, ${Math.round(samples.everySeconds)} s apart`;
  if (samples.passing) return { where, reason: `only ${apart}, were read; ${samples.passing.message}` };
  const how = frameReader.describe
    ? 'were sampled'
    : 'were searched for words (set VISION_MODEL to have them described too)';
  return { where, reason: `only ${apart}, ${how}` };
}

async function ownSubtitles(recording: Recording, options: Options & { folder: string }): Promise<Part[]> {
  const file = join(options.folder, 'subtitles.vtt');
  const speech = await ffmpeg(inputOf(recording), ['-map', '0:s:0', '-f', 'webvtt', file], options);
  return speech.ok ? subtitleParts(await readFile(file, 'utf8')) : [];
}

async function transcribed(
  recording: Recording,
  transcriber: Transcriber | undefined,
  options: Options & { installed: boolean; folder: string },
): Promise<Part[]> {
  if (transcriber === undefined) {
    throw new ReadFailure(
      'no_transcription',
      'It is a recording, and no transcriber is set: set TRANSCRIPTION_MODEL, or add its subtitles (SRT or WebVTT) as a file.',
    );
  }
  const stretches = options.installed ? await stretchesOf(recording, options) : [whole(recording)];
  const parts: Part[] = [];
  for (const { path, name, fromMs } of stretches) {
    for (const { startMs, endMs, text } of await transcriber.transcribe({ path, name }, options.signal)) {
      parts.push(spokenPart(fromMs + startMs, fromMs + endMs, text));
    }
  }
  if (parts.length > 0) return parts;
  throw new ReadFailure('no_text', 'The transcript contains no words. Check that it is the right recording.');
}

type Stretch = { path: string; name: string; fromMs: number };

function whole({ path, bytes, format }: Recording): Stretch {
  if (bytes > mostUploadBytes || !format.recording.sendable) {
    throw new ReadFailure(
      'no_transcription',
      'The recording must be converted before transcription: install ffmpeg, or save it as MP3 of at most 25 MB.',
    );
  }
  return { path, name: `recording${format.extensions[0]}`, fromMs: 0 };
}

/** The recording's sound, cut at silences into sections small enough to upload. */
async function stretchesOf(recording: Recording, options: Options & { folder: string }): Promise<Stretch[]> {
  const { folder, ...limits } = options;
  const detect = ['-vn', '-af', 'silencedetect=noise=-35dB:d=0.4', '-f', 'null', '-'];
  const { messages } = await ffmpeg(inputOf(recording), detect, limits);
  const silenceReport = parseSilenceReport(messages);
  if (silenceReport.seconds !== null && silenceReport.seconds > mostSeconds) {
    throw new ReadFailure('too_large', 'The recording is longer than 12 hours. Split it.');
  }
  const cuts = cutsFor(silenceReport, stretchSeconds);
  const sound = ['-vn', '-map', '0:a:0', '-ac', '1', '-ar', '16000', '-b:a', bitsPerSecond];
  const pieces = cuts.length === 0 ? [] : ['-segment_times', cuts.map((at) => at.toFixed(3)).join(',')];
  const endless = cuts.length === 0 ? ['-segment_time', String(mostSeconds)] : [];
  const target = join(folder, 'stretch-%04d.mp3');
  const speech = await ffmpeg(
    inputOf(recording),
    [...sound, '-f', 'segment', ...pieces, ...endless, target],
    options,
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mp3')).sort();
  if (!speech.ok || names.length === 0) throw unusable(speech.messages);
  return names.map((name, index) => ({
    path: join(folder, name),
    name,
    fromMs: index === 0 ? 0 : Math.round((cuts[index - 1] ?? 0) * 1000),
  }));
}

function unusable(messages: string): ReadFailure {
  if (/matches no streams/.test(messages)) {
    return new ReadFailure('no_text', 'It has no sound, and no words were found in its pictures.');
  }
  return new ReadFailure('damaged', 'The recording is damaged or incomplete. Save or download it again.');
}
