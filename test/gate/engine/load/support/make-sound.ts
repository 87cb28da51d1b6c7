import { execFileSync, spawnSync } from 'node:child_process';

const samplesPerSecond = 8_000;

/** A WAV recording of a tone with the given silences; times are in seconds. */
export function makeWav(seconds: number, silences: { start: number; end: number }[] = []): Buffer {
  const sound = Buffer.alloc(seconds * samplesPerSecond);
  for (let at = 0; at < sound.length; at += 1) sound[at] = at % 20 < 10 ? 0xa0 : 0x60;
  for (const { start, end } of silences) sound.fill(0x80, start * samplesPerSecond, end * samplesPerSecond);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + sound.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
}

/** Whether ffmpeg is installed; prints a message if not. */
export function ffmpegIsHere(): boolean {
  const installed = spawnSync('ffmpeg', ['-version']).error === undefined;
  if (!installed)
    process.stderr.write(
      'SKIPPED because ffmpeg is not installed: install it to test other kinds of recordings\n',
    );
  return installed;
}

/** Runs ffmpeg, which writes to the file named by the last argument. */
export function runFfmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', ...args]);
}
