import { ffmpeg } from '../../../../engine/load/media/ffmpeg.ts';

/** A process that does nothing but run ffmpeg on a long task. */
const endless = ['-f', 'lavfi', '-i', 'anullsrc'];
const output = ['-f', 'null', process.env.TEST_OUTPUT ?? ''];
await ffmpeg(endless, output, { signal: new AbortController().signal, ms: 60_000 });
