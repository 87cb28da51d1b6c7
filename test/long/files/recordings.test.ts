import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceText } from '../../../engine/model/source.ts';
import type { Transcriber } from '../../../engine/ports.ts';
import { endpointTranscriber } from '../../../src/sources/transcriber.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import {
  type ModelServer,
  type RuleEvidence,
  startModelServer,
} from '../../support/model-server/model-server.ts';
import { makeFolder } from '../support/folder.ts';
import { areHere, run } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('espeak-ng', 'ffmpeg');
const wording = [
  'The supplier reports every incident within four hours.',
  'Records are kept for seven years.',
  'Either party may end the agreement with ninety days notice.',
];

type Segment = { start: number; end: number; text: string };

let server: ModelServer;
let transcriber: Transcriber;
let received: RuleEvidence[] = [];
let speech: string;
let segments: Segment[];

beforeAll(async () => {
  if (!programs) return;
  server = await startModelServer({});
  server.answerWith({
    transcribe(file) {
      received.push(file);
      return { text: segments.map(({ text }) => text).join(' '), segments };
    },
  });
  transcriber = endpointTranscriber({
    model: 'whisper',
    baseUrl: server.url,
    apiKey: 'key',
    timeoutMs: 20_000,
  });
  [speech, segments] = await spoken();
});
afterAll(async () => {
  await server?.close();
  folder.remove();
});

/** The sentences spoken by espeak-ng, one after another, with the durations that ffmpeg measures. */
async function spoken(): Promise<[string, Segment[]]> {
  const times: Segment[] = [];
  const parts: string[] = [];
  let from = 0;
  for (const [index, text] of wording.entries()) {
    const part = folder.path(`said-${index}.wav`);
    await run('espeak-ng', ['-w', part, text]);
    const seconds = await secondsOf(part);
    times.push({ start: from, end: from + seconds, text });
    from += seconds;
    parts.push('-i', part);
  }
  const whole = folder.path('speech.wav');
  const joined = `concat=n=${wording.length}:v=0:a=1`;
  await run('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', ...parts, '-filter_complex', joined, whole]);
  return [whole, times];
}

async function secondsOf(path: string): Promise<number> {
  const measured = await run('ffmpeg', ['-nostdin', '-i', path, '-progress', 'pipe:1', '-f', 'null', '-']);
  return Number([...measured.matchAll(/out_time_us=(\d+)/g)].pop()?.[1]) / 1_000_000;
}

async function madeFrom(name: string, ...options: string[]): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', '-i', speech, ...options, folder.path(name)]);
  return folder.path(name);
}

function times(content: SourceText) {
  return content.ranges.map(({ start, end, locator }) => ({
    text: content.text.slice(start, end).trim(),
    ...(locator.kind === 'time' ? { from: locator.startMs / 1000, to: locator.endMs / 1000 } : {}),
  }));
}

/** Expects the given times to within a tenth of a second, because codecs add some hundredths. */
function expectTimes(content: SourceText): void {
  expect(times(content).map(({ text }) => text)).toEqual(wording);
  for (const [index, { from, to }] of times(content).entries()) {
    expect(from).toBeCloseTo(segments[index]?.start ?? -1, 1);
    expect(to).toBeCloseTo(segments[index]?.end ?? -1, 1);
  }
}

describe.skipIf(!programs)('a recording of speech', () => {
  it.each<[string, string, string[]]>([
    ['WAV', 'a.wav', []],
    ['MP3', 'a.mp3', ['-b:a', '48k']],
    ['M4A', 'a.m4a', ['-c:a', 'aac']],
    ['Ogg', 'a.ogg', ['-c:a', 'libvorbis']],
    ['FLAC', 'a.flac', []],
    [
      'MP4 with a still picture',
      'a.mp4',
      ['-f', 'lavfi', '-i', 'color=s=64x64:r=5', '-shortest', '-c:a', 'aac'],
    ],
    ['WebM', 'a.webm', ['-c:a', 'libopus']],
  ])('is transcribed completely and cited by its times: %s', async (_, name, options) => {
    received = [];
    const content = await loadPath(await madeFrom(name, ...options), { transcriber });
    expectTimes(content);
    const sent = received.reduce((sum, { bytes }) => sum + bytes, 0);
    // The sound is sent at 48,000 bits per second, so its size shows how much of the speech it contains.
    expect((sent * 8) / 48_000).toBeGreaterThan((segments.at(-1)?.end ?? 0) * 0.95);
  });

  it.each(['mkv', 'mp4'])(
    'is cited by the times of its embedded subtitles in the format %s',
    async (ending) => {
      const lines = segments.map(
        ({ start, end, text }, index) => `${index + 1}\n${clock(start)} --> ${clock(end)}\n${text}\n`,
      );
      const words = folder.write('words.srt', lines.join('\n'));
      const codec = ending === 'mkv' ? 'srt' : 'mov_text';
      const video = await madeFrom(`subtitled.${ending}`, '-i', words, '-c:a', 'aac', '-c:s', codec);
      expectTimes(await loadPath(video));
    },
  );
});

/** A time in the format of subtitles. */
function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23).replace('.', ',');
}
