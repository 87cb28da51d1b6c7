import { describe, expect, it } from 'vitest';
import { ffmpeg } from '../../../engine/load/media/ffmpeg.ts';
import { ffmpegIsHere } from './support/make-sound.ts';

const signal = new AbortController().signal;
const megabyte = 1024 * 1024;

describe.skipIf(!ffmpegIsHere())('ffmpeg', () => {
  it('that takes more memory than it may is ended for it', async () => {
    const endless = ['-f', 'lavfi', '-i', 'color=s=8000x8000:r=25', '-f', 'null', '-'];
    const running = ffmpeg(endless, { signal, ms: 60_000, memoryBytes: 96 * megabyte });
    await expect(running).rejects.toMatchObject({ code: 'out_of_memory' });
  });

  it('that takes longer than it may is ended for that', async () => {
    const endless = ['-f', 'lavfi', '-i', 'color=s=16x16:r=1', '-f', 'null', '-'];
    await expect(ffmpeg(endless, { signal, ms: 300 })).rejects.toMatchObject({ code: 'timed_out' });
  });
});
