import { ffmpeg } from '../../../engine/load/media/ffmpeg.ts';

/** A process that only runs ffmpeg, on a task that never ends. */
const endless = { args: ['-f', 'lavfi', '-i', 'anullsrc'] };
const output = ['-f', 'null', process.env.TEST_OUTPUT ?? ''];
await ffmpeg(endless, output, { signal: new AbortController().signal, ms: 60_000 });
