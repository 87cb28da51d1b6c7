import { execFile } from 'node:child_process';
import { defaultLimits } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import { networkCut } from '../../sandbox/network.ts';
import { ResidentMemory } from '../../sandbox/resident.ts';

/** What ffmpeg said; its messages are about the file alone. */
export type Said = { ok: boolean; messages: string };

type Limits = {
  signal: AbortSignal;
  ms: number;
  /** Memory it may hold, in bytes; as much as a reader when not given. */
  memoryBytes?: number;
};

/** Only local files are opened: a playlist could else name an address of the network. */
const guarded = ['-nostdin', '-hide_banner', '-protocol_whitelist', 'file,pipe', '-threads', '1'];
const mostMessageBytes = 4 * 1024 * 1024;
const watchEveryMs = 50;

let found: Promise<boolean> | null = null;

/** Whether ffmpeg is installed on this machine. */
export function hasFfmpeg(): Promise<boolean> {
  found ??= new Promise((resolve) => {
    execFile('ffmpeg', ['-version'], { env: searchPath() }, (error) => resolve(error === null));
  });
  return found;
}

/**
 * Runs ffmpeg on one file. It sees no setting and no key, reaches no network where the host allows that, and is killed
 * at its limits. Throws `ReadFailure` timed_out, out_of_memory, or the signal's reason.
 */
export async function ffmpeg(args: string[], { signal, ms, memoryBytes }: Limits): Promise<Said> {
  signal.throwIfAborted();
  const cut = networkCut();
  const [program, before] = cut === null ? ['ffmpeg', []] : [cut.command, [...cut.args, 'ffmpeg']];
  let swollen = false;
  const said = await new Promise<Said & { killed: boolean }>((resolve) => {
    const child = execFile(
      program,
      [...before, ...guarded, ...args],
      { env: searchPath(), maxBuffer: mostMessageBytes, timeout: ms, killSignal: 'SIGKILL', signal },
      (error, _, messages) => {
        stopWatching();
        resolve({ ok: error === null, messages, killed: error?.killed ?? false });
      },
    );
    const stopWatching = watchMemory(child.pid, memoryBytes ?? defaultLimits.fileMemoryBytes, () => {
      swollen = true;
      child.kill('SIGKILL');
    });
  });
  signal.throwIfAborted();
  if (swollen) {
    throw new ReadFailure(
      'out_of_memory',
      'Its sound or pictures take more memory than one file may. Split it.',
    );
  }
  if (!said.killed) return said;
  throw new ReadFailure(
    'timed_out',
    'Taking the sound out of it took longer than one file may take. Split it.',
  );
}

/** Looks at the memory of a process until the returned function is called. */
function watchMemory(pid: number | undefined, mostBytes: number, onMore: () => void): () => void {
  const memory = new ResidentMemory(pid);
  const timer = setInterval(() => {
    const bytes = memory.bytes();
    if (bytes !== null && bytes > mostBytes) onMore();
  }, watchEveryMs);
  return () => {
    clearInterval(timer);
    memory.close();
  };
}

function searchPath(): NodeJS.ProcessEnv {
  return process.env.PATH === undefined ? {} : { PATH: process.env.PATH };
}
