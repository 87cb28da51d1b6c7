import { execFile } from 'node:child_process';
import { defaultLimits } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import { confine } from '../../sandbox/confinement.ts';
import { ResidentMemory } from '../../sandbox/resident.ts';
import type { RecordingFormat } from '../formats/format.ts';

/** Whether ffmpeg succeeded, and the messages that it printed. */
export type ProgramOutput = { ok: boolean; messages: string };

type Limits = {
  signal: AbortSignal;
  ms: number;
  /** Memory limit in bytes; unset means the default limit of a reader. */
  memoryBytes?: number;
  /** The folder into which ffmpeg writes; unset means that it writes no file. */
  folder?: string;
};

/** What ffmpeg reads: its arguments, and the only file that they name. */
export type FfmpegInput = { args: readonly string[]; path?: string };

/** A recording, and the detected type of its content. */
export type Input = { path: string; format: RecordingFormat };

const general = ['-nostdin', '-hide_banner', '-threads', '1'];
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
 * The arguments that make ffmpeg open only this file, from `startMs` on. The arguments name the demuxer. Otherwise,
 * ffmpeg would treat a WAV file that contains a playlist as HLS, and open the files that the playlist names.
 */
export function inputOf({ path, format }: Input, startMs = 0): FfmpegInput {
  const from = startMs === 0 ? [] : ['-ss', (startMs / 1000).toFixed(3)];
  const only = ['-protocol_whitelist', 'file', '-f', format.recording.demuxer, '-i', `file:${path}`];
  return { args: [...from, ...only], path };
}

/**
 * Runs ffmpeg on one input, without Proviso's environment variables, which can contain API keys. ffmpeg sees only the
 * input and the folder where the host allows that. It is killed when it exceeds a limit or when this process ends.
 * Throws the signal's reason, or a `ReadFailure` with the code `timed_out` or `out_of_memory`.
 */
export async function ffmpeg(
  input: FfmpegInput,
  output: readonly string[],
  { signal, ms, memoryBytes, folder }: Limits,
): Promise<ProgramOutput> {
  signal.throwIfAborted();
  const { command, args } = confine('ffmpeg', [...general, ...input.args, ...output], {
    // ffmpeg runs on one thread, so it never uses more processor time than wall-clock time.
    cpuSeconds: ms / 1000 + 1,
    endsWithParent: true,
    files: {
      ...(input.path !== undefined && { read: input.path }),
      ...(folder !== undefined && { write: folder }),
    },
  });
  let swollen = false;
  const result = await new Promise<ProgramOutput & { killed: boolean }>((resolve) => {
    const child = execFile(
      command,
      args,
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
      'Its sound or pictures take more memory than one file may take. Split it.',
    );
  }
  if (!result.killed) return result;
  throw new ReadFailure('timed_out', 'Extracting its sound took longer than one file may take. Split it.');
}

/** Calls `onMore` whenever a process uses more memory than allowed, until the returned function is called. */
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
