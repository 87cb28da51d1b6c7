import { execFile } from 'node:child_process';
import { ReadFailure } from '../../model/errors.ts';

/** What ffmpeg said; its messages are about the file alone. */
export type Said = { ok: boolean; messages: string };

type Limits = { signal: AbortSignal; ms: number };

/** Only local files are opened: a playlist could else name an address of the network. */
const guarded = ['-nostdin', '-hide_banner', '-protocol_whitelist', 'file,pipe', '-threads', '1'];
const mostMessageBytes = 4 * 1024 * 1024;

let found: Promise<boolean> | null = null;

/** Whether ffmpeg is installed on this machine. */
export function hasFfmpeg(): Promise<boolean> {
  found ??= new Promise((resolve) => {
    execFile('ffmpeg', ['-version'], { env: searchPath() }, (error) => resolve(error === null));
  });
  return found;
}

/**
 * Runs ffmpeg on one file. It sees no setting and no key, and is killed at the limit. Throws `ReadFailure` timed_out,
 * or the signal's reason.
 */
export async function ffmpeg(args: string[], { signal, ms }: Limits): Promise<Said> {
  signal.throwIfAborted();
  const said = await new Promise<Said & { killed: boolean }>((resolve) => {
    execFile(
      'ffmpeg',
      [...guarded, ...args],
      { env: searchPath(), maxBuffer: mostMessageBytes, timeout: ms, killSignal: 'SIGKILL', signal },
      (error, _, messages) => resolve({ ok: error === null, messages, killed: error?.killed ?? false }),
    );
  });
  signal.throwIfAborted();
  if (!said.killed) return said;
  throw new ReadFailure(
    'timed_out',
    'Taking the sound out of it took longer than one file may take. Split it.',
  );
}

function searchPath(): NodeJS.ProcessEnv {
  return process.env.PATH === undefined ? {} : { PATH: process.env.PATH };
}
