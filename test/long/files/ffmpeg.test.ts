import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recordingFormats } from '../../../engine/load/formats/recording-formats.ts';
import { sniff } from '../../../engine/load/formats/sniff.ts';
import { ffmpeg, inputOf } from '../../../engine/load/media/ffmpeg.ts';
import { confinement } from '../../../engine/sandbox/confinement.ts';
import { testFolder } from '../../gate/engine/load/support/load-file.ts';
import { ffmpegIsHere, makeWav } from '../../gate/engine/load/support/make-sound.ts';
import { processesNaming } from '../../support/processes.ts';
import { waitFor, waitUntil } from '../../support/wait.ts';

const folder = testFolder();

const signal = new AbortController().signal;
const megabyte = 1024 * 1024;
const toNothing = ['-f', 'null', '-'];

/** A playlist that also has the magic bytes of a WAV file. */
const playlist = (path: string) =>
  `#EXTM3U\nWAVE\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:4,\n${path}\n#EXT-X-ENDLIST\n`;

describe('a playlist whose name is that of a recording', () => {
  it('is refused, because its content is not a recording', async () => {
    const path = folder.write('playlist.wav', playlist('/etc/hostname'));
    await expect(sniff(path, 'playlist.wav')).rejects.toMatchObject({ code: 'type_mismatch' });
    const cut = folder.write('cut.webp', 'JUNK....WEBP....................');
    await expect(sniff(cut, 'cut.webp')).rejects.toMatchObject({ code: 'type_mismatch' });
  });

  it.skipIf(!ffmpegIsHere()).each(recordingFormats)(
    'makes ffmpeg open no other file, even if the playlist is taken for $name',
    async (format) => {
      const other = folder.write('other.wav', makeWav(4));
      const list = folder.write('list.wav', playlist(other));
      const concat = folder.write('concat.wav', `ffconcat version 1.0\nfile ${other}\n`);
      for (const path of [list, concat]) {
        const wording = await ffmpeg(inputOf({ path, format }), toNothing, { signal, ms: 20_000 });
        expect(wording.ok).toBe(false);
        expect(wording.messages).not.toContain('other.wav');
      }
    },
  );
});

describe.skipIf(!ffmpegIsHere())('ffmpeg', () => {
  it('is ended if it takes more memory than allowed', async () => {
    const endless = { args: ['-f', 'lavfi', '-i', 'color=s=8000x8000:r=25'] };
    const running = ffmpeg(endless, toNothing, { signal, ms: 60_000, memoryBytes: 96 * megabyte });
    await expect(running).rejects.toMatchObject({ code: 'out_of_memory' });
  });

  it('is ended if it takes longer than allowed', async () => {
    const endless = { args: ['-f', 'lavfi', '-i', 'color=s=16x16:r=1'] };
    await expect(ffmpeg(endless, toNothing, { signal, ms: 300 })).rejects.toMatchObject({
      code: 'timed_out',
    });
  });

  it.skipIf(!confinement().processes)('ends when the process that started it is killed', async () => {
    const name = folder.write('endless.wav', '');
    const parent = spawn(
      process.execPath,
      [
        ...['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
        join(import.meta.dirname, 'ffmpeg-parent-child.ts'),
      ],
      { env: { ...process.env, TEST_OUTPUT: name }, stdio: 'ignore' },
    );
    await waitUntil(() => processesNaming(name).length > 0);
    parent.kill('SIGKILL');
    await waitFor(() => expect(processesNaming(name)).toEqual([]));
  });
});
