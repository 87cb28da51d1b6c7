import { ffmpegIsHere, makeWav } from '../../gate/engine/load/support/make-sound.ts';
import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read } from './support/check-each.ts';

const possible = ffmpegIsHere();
const playlist = (head: string, entries: string) =>
  `${head}#EXTM3U\nWAVE\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n${entries}`;
/** A sound file with this number in its header at this offset. */
function wavWith(at: number, value: number): Buffer {
  const wav = makeWav(2);
  wav.writeUInt32LE(value, at);
  return wav;
}

/** A box of an MPEG-4 file. */
function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...content.map((one) => Buffer.from(one))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}
const ftyp = box('ftyp', 'isom\0\0\0\0isomiso2mp41');
const full = Buffer.alloc(4);
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
};
const media = (table: Buffer, reference: Buffer) =>
  box(
    'moov',
    box(
      'trak',
      box(
        'mdia',
        box('mdhd', full, numbers(0, 0, 1_000, 0xffffffff, 0)),
        box('hdlr', full, numbers(0), 'soun', Buffer.alloc(13)),
        box(
          'minf',
          box('dinf', box('dref', full, numbers(1), reference)),
          box('stbl', box('stsd', full, numbers(1), box('mp4a', Buffer.alloc(28))), table),
        ),
      ),
    ),
  );
const inThisFile = box('url ', numbers(1));

/** Subtitles with one cue per second. */
const cues = (count: number, time: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${at + 1}\n${time(at)} --> ${time(at + 1)}\nWords ${at}.\n`).join(
    '\n',
  );
const clock = (at: number) =>
  `${String(Math.floor(at / 3_600)).padStart(2, '0')}:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')},000`;
const spoken = `\n99\n00:00:01,000 --> 00:00:02,000\n${lastSentence}\n`;

const noTranscription = /no transcriber is set: set TRANSCRIPTION_MODEL/;

checkEach('recordings', [
  {
    name: 'playlist.wav',
    about: 'a playlist with the extension of a recording',
    content: () => playlist('', '#EXTINF:4,\n/etc/passwd\n#EXT-X-ENDLIST\n'),
    expected: notRead(/content is plain text.*get the real file/),
  },
  {
    name: 'endless.wav',
    about: 'an endless playlist after the magic bytes of a recording',
    content: () =>
      Buffer.from(
        playlist('RIFF\xff\xff\xff\xffWAVE\n', '#EXTINF:4,\nendless.wav\n'.repeat(100_000)),
        'latin1',
      ),
    possible,
    expected: notRead(noTranscription),
  },
  {
    name: 'stream.m3u8',
    about: 'an endless stream',
    content: () => playlist('', '#EXTINF:4,\nhttp://127.0.0.1:9/a.ts\n'),
    expected: read('NOT FOUND'),
  },
  {
    name: 'concat.mp3',
    about: 'a list of files to join, after the magic bytes of an MP3',
    content: () => `ID3\nffconcat version 1.0\nfile /etc/passwd\nfile concat:/etc/passwd|/etc/hosts\n`,
    possible,
    expected: notRead(noTranscription),
  },
  {
    name: 'length.wav',
    about: 'declares 4 GB of sound',
    content: () => wavWith(40, 0xffffffff),
    possible,
    expected: notRead(noTranscription),
  },
  {
    name: 'rate.wav',
    about: 'declares four thousand million samples per second',
    content: () => wavWith(24, 0xffffffff),
    possible,
    expected: notRead(noTranscription),
  },
  {
    name: 'channels.wav',
    about: 'declares 65,535 channels',
    content: () => wavWith(22, 0x1f40ffff),
    possible,
    expected: notRead(noTranscription),
  },
  {
    name: 'samples.mp4',
    about: 'declares four thousand million samples',
    content: () =>
      Buffer.concat([
        ftyp,
        media(
          Buffer.concat([
            box('stsz', full, numbers(0, 0xffffffff)),
            box('stts', full, numbers(0xffffffff)),
            box('stco', full, numbers(0xffffffff)),
          ]),
          inThisFile,
        ),
      ]),
    possible,
    expected: notRead(/./),
  },
  {
    name: 'elsewhere.mp4',
    about: 'a video whose frames are in another file',
    content: () =>
      Buffer.concat([
        ftyp,
        media(box('stsz', full, numbers(1, 1)), box('url ', full, 'file:///etc/passwd\0')),
      ]),
    possible,
    expected: notRead(/./),
  },
  {
    name: 'deep.mp4',
    about: 'ten thousand nested boxes',
    content: () => {
      let inner = box('free');
      for (let depth = 0; depth < 10_000; depth += 1) inner = box(depth % 2 ? 'moov' : 'trak', inner);
      return Buffer.concat([ftyp, inner]);
    },
    possible,
    expected: notRead(/./),
  },
  {
    name: 'size.webm',
    about: 'nested elements of unknown size',
    content: () =>
      Buffer.concat([
        Buffer.from(
          '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
          'hex',
        ),
        Buffer.from('1549a966ff'.repeat(100_000), 'hex'),
      ]),
    possible,
    expected: notRead(/./),
  },
  {
    name: 'noise.mp3',
    about: '8 MB of repeated sound headers',
    content: () => Buffer.alloc(8 * 1024 * 1024, Buffer.from([0xff, 0xfb, 0x90, 0x64])),
    possible,
    seconds: 15,
    expected: notRead(noTranscription),
  },
  {
    name: 'truncated.flac',
    content: () => Buffer.from('fLaC\0\0\0\x22', 'latin1'),
    possible,
    expected: notRead(/./),
  },
]);

checkEach('subtitles', [
  {
    name: 'times.srt',
    about: 'impossible times',
    content: () =>
      `1\n99999999:99:99,999 --> -00:00:01,000\nLate.\n\n2\n00:00:05,000 --> 00:00:01,000\nBackwards.\n${spoken}`,
    expected: read('ESTIMATED'),
  },
  {
    name: 'cues.srt',
    about: 'a hundred thousand lines',
    content: () => cues(100_000, clock) + spoken,
    ...extreme,
    expected: read('ESTIMATED'),
  },
  {
    name: 'long.srt',
    about: 'one line of 8 MB',
    content: () =>
      `1\n00:00:01,000 --> 00:00:02,000\n${longTexts.sentence?.(8 * 1024 * 1024 - 2_000)} ${lastSentence}\n`,
    ...extreme,
    expected: read('ESTIMATED', /long\.srt.*more than 2,000/),
  },
  {
    name: 'arrows.vtt',
    about: '8 MB of arrows',
    content: () => `WEBVTT\n\n${'--> '.repeat(2 * 1024 * 1024 - 100)}`,
    ...extreme,
    expected: notRead(/./),
  },
]);
