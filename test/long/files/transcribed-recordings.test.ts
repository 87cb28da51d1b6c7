import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTo } from '../../../engine/cite/link-to.ts';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { endpointTranscriber } from '../../../src/sources/transcriber.ts';
import { failureOf, loadPath, testFolder } from '../../gate/engine/load/support/load-file.ts';
import { ffmpegIsHere, makeWav, runFfmpeg } from '../../gate/engine/load/support/make-sound.ts';
import { folderWith, jobOf, run, testPorts } from '../../support/job.ts';
import {
  type ModelServer,
  type RuleEvidence,
  startModelServer,
} from '../../support/model-server/model-server.ts';

const folder = testFolder();
const received: RuleEvidence[] = [];
let server: ModelServer;
const withFfmpeg = ffmpegIsHere();

beforeAll(async () => {
  server = await startModelServer({});
});
afterAll(() => server.close());

function transcribing(segments: { start: number; end: number; text: string; speaker?: string }[]) {
  received.length = 0;
  server.answerWith({
    transcribe(file) {
      received.push(file);
      return { text: segments.map(({ text }) => text).join(' '), segments };
    },
  });
  return endpointTranscriber({ model: 'whisper', baseUrl: server.url, apiKey: 'key', timeoutMs: 20_000 });
}

function timeOf(content: SourceText, words: string) {
  const start = content.text.indexOf(words);
  const locator = locatorAt(content, { start, end: start + words.length });
  return { locator, link: linkTo({ linkBase: 'call.wav', content }, locator) };
}

describe('a recording', () => {
  it('is transcribed by the endpoint, and cited by its times with a link to the moment', async () => {
    const transcriber = transcribing([
      { start: 0.5, end: 2.25, text: ' We deliver by May. ', speaker: 'Ann' },
      { start: 2.25, end: 61, text: 'Then we are agreed.' },
      { start: 61, end: 62, text: ' ' },
    ]);
    const path = folder.write('call.wav', makeWav(62));
    const content = await loadPath(path, { transcriber });
    expect(content.text).toBe('Ann: We deliver by May.\nThen we are agreed.\n');
    expect(content).toMatchObject({ method: 'transcript', countedAs: 'minutes', pages: 2, unread: [] });
    expect(timeOf(content, 'deliver by May')).toEqual({
      locator: { kind: 'time', startMs: 500, endMs: 2250 },
      link: 'call.wav#t=0.5',
    });
    expect(timeOf(content, 'May.\nThen')).toMatchObject({ locator: { startMs: 500, endMs: 61_000 } });
    expect(received.map(({ fields }) => fields)).toMatchObject([
      { model: 'whisper', response_format: 'verbose_json' },
    ]);
  });

  it('is sent again if the endpoint is busy, and reported with the reason if the endpoint stays busy', async () => {
    const transcriber = transcribing([]);
    let asked = 0;
    const busy = { status: 429, message: 'busy' };
    server.answerWith({
      transcribe: () => {
        asked += 1;
        return asked === 1 ? busy : { text: 'Yes.', segments: [{ start: 0, end: 1, text: 'Yes.' }] };
      },
    });
    const path = folder.write('busy.wav', makeWav(2));
    expect((await loadPath(path, { transcriber })).text).toBe('Yes.\n');
    server.answerWith({ transcribe: () => busy });
    const failure = await failureOf(loadPath(path, { transcriber }));
    expect(failure).toMatchObject({ code: 'not_reachable', message: expect.stringContaining('429') });
    server.answerWith({ transcribe: () => ({ text: '', segments: [] }) });
    expect((await failureOf(loadPath(path, { transcriber }))).code).toBe('no_text');
  });

  it('that has a subtitle file is read from that file without a request, and cited by the times of the recording', async () => {
    const transcriber = transcribing([{ start: 0, end: 1, text: 'Not this.' }]);
    const subtitles = '1\n00:00:01,000 --> 00:00:02,500\nSigned in May.\n';
    const files = await folderWith({
      'Talk.wav': makeWav(3),
      'talk.en.srt': subtitles,
      'other.wav': makeWav(2),
      'talker.srt': subtitles.replace('May', 'June'),
    });
    const rules = [{ name: 'May', description: 'Signed in May.' }];
    const inputs = ['Talk.wav', 'talk.en.srt', 'other.wav', 'talker.srt'];
    const job = jobOf({ rules, inputs, folder: files.path, scope: 'each' });
    const { result } = await run(job, { ...testPorts(), transcriber });
    await files.dispose();
    expect(received).toHaveLength(1);
    const cited = (name: string) =>
      result.findings.find(({ subject }) => subject.kind === 'file' && subject.name === name)?.citations[0];
    expect(cited('Talk.wav')).toMatchObject({
      quote: 'Signed in May.',
      locator: { kind: 'time', startMs: 1000, endMs: 2500 },
      link: 'Talk.wav#t=1',
      method: 'transcript',
    });
    expect(cited('other.wav')).toBeUndefined();
  });

  it('is not read without an endpoint, and the report says what to do', async () => {
    const failure = await failureOf(loadPath(folder.write('alone.wav', makeWav(1))));
    expect(failure.code).toBe('no_transcription');
    expect(failure.message).toMatch(/TRANSCRIPTION_MODEL.*subtitles/);
  });
});

describe.skipIf(!withFfmpeg)('a recording, if ffmpeg is installed,', () => {
  it('is cut at pauses if it is longer than ten minutes, and cited by the times of the whole recording', async () => {
    const transcriber = transcribing([{ start: 1, end: 3, text: 'Said.' }]);
    const path = folder.write(
      'long.wav',
      makeWav(700, [
        { start: 400, end: 402 },
        { start: 590, end: 594 },
      ]),
    );
    const content = await loadPath(path, { transcriber });
    expect(received).toHaveLength(2);
    expect(received.every(({ bytes }) => bytes < 25 * 1024 * 1024)).toBe(true);
    const times = content.ranges.map(({ locator }) => (locator.kind === 'time' ? locator.startMs : -1));
    expect(times[0]).toBe(1000);
    expect(times[1]).toBeGreaterThan(591_500);
    expect(times[1]).toBeLessThan(594_500);
  });

  it('is read from its embedded subtitles if it has any, and a video reports how few of its frames were read', async () => {
    const sound = folder.write('sound.wav', makeWav(3));
    const words = folder.write('words.srt', '1\n00:00:01,000 --> 00:00:02,500\nSigned in May.\n');
    const video = folder.write('video.mkv', '');
    runFfmpeg('-f', 'lavfi', '-i', 'color=s=64x64:r=5:d=3', '-i', sound, '-i', words, '-c:s', 'srt', video);
    const content = await loadPath(video);
    expect(content.text).toBe('Signed in May.\n');
    // The delay of the codec shifts all times by some hundredths of a second.
    const { locator } = timeOf(content, 'Signed');
    if (locator.kind !== 'time') throw new Error(`expected a time, not ${locator.kind}`);
    expect(locator.startMs / 1000).toBeCloseTo(1, 1);
    expect(locator.endMs / 1000).toBeCloseTo(2.5, 1);
    expect(content.unread).toEqual([
      { where: 'its pictures', reason: expect.stringMatching(/^only 1 of them, .* searched for words/) },
    ]);
  });

  it.each([
    ['mp3', 'audio/mpeg', ['-b:a', '32k']],
    ['m4a', 'audio/mp4', ['-c:a', 'aac']],
    ['ogg', 'audio/ogg', ['-c:a', 'libvorbis']],
    ['flac', 'audio/flac', []],
    ['mov', 'video/quicktime', ['-f', 'mov']],
    ['mp4', 'video/mp4', ['-c:a', 'aac']],
    ['webm', 'video/webm', ['-c:a', 'libopus']],
  ])('in the format %s is recognised by its content', async (ending, mediaType, options) => {
    const transcriber = transcribing([{ start: 0, end: 1, text: 'Yes.' }]);
    const made = folder.write(`made.${ending}`, '');
    runFfmpeg('-i', folder.write('tone.wav', makeWav(2)), ...options, made);
    expect(await loadPath(made, { transcriber, name: 'named-otherwise' })).toMatchObject({
      mediaType,
      text: 'Yes.\n',
    });
  });

  it('is reported if it is a video without sound, or cut off', async () => {
    const transcriber = transcribing([]);
    const silent = folder.write('silent.mp4', '');
    runFfmpeg('-f', 'lavfi', '-i', 'color=s=64x64:r=5:d=1', silent);
    expect((await failureOf(loadPath(silent, { transcriber }))).message).toContain('no sound');
    const cut = folder.write('cut.ogg', Buffer.from('OggS and nothing more'));
    expect((await failureOf(loadPath(cut, { transcriber }))).code).toBe('damaged');
  });
});
