import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { waitUntil } from './wait.ts';

const repository = resolve(import.meta.dirname, '../..');
const command = join(repository, 'bin/proviso.js');

export type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** A service in its own processes, started by the command that users type. */
export type Served = Started & {
  /** The URL at which the service answers. */
  address: string;
};

export type Started = {
  /** The id of the main process, and of the process group that contains the processes it starts. */
  pid: number;
  ended: Promise<Ended>;
  /** Everything that the process has printed and logged so far. */
  wording(): string;
  /** Sends a signal to the main process only. */
  signal(name: NodeJS.Signals): void;
  /** Kills all processes of the service, as a power failure would, and waits until none is left. */
  powerOff(): Promise<void>;
};

function environmentFor(folder: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  const settings = { PORT: '0', DRAIN_SECONDS: '0', LIMIT_REQUESTS_PER_MINUTE: '1000000' };
  return { PATH, HOME, TMPDIR, DATA_DIR: folder, ...settings, ...more };
}

/** Runs a `proviso` command on the data in `folder` and returns what the command printed. */
export function proviso(folder: string, args: string[], input = ''): string {
  requireBuild();
  mkdirSync(folder, { recursive: true });
  const env = environmentFor(folder);
  return execFileSync(process.execPath, [command, ...args], { cwd: folder, env, input, encoding: 'utf8' });
}

/** Creates an account and returns a token for it. */
export function newToken(folder: string): string {
  proviso(folder, ['user', 'add', '--email', 'owner@example.org'], 'correct horse battery\n');
  return proviso(folder, ['token', 'add', '--user', 'owner@example.org', '--name', 'test']).trim();
}

/**
 * Starts the service on the data in `folder` and waits until it prints that it is ready. `within` is a command, such as
 * a wrapper, that runs the command in its last arguments.
 */
export async function serve(
  folder: string,
  env: Record<string, string> = {},
  options: string[] = [],
  within: string[] = [],
): Promise<Served> {
  const { ready, ...started } = startProcess(folder, ['serve', ...options], env, within);
  const [, port] = await ready(/listens on .*, port (\d+)[\s\S]*reference:/);
  return { ...started, address: `http://127.0.0.1:${port}` };
}

function startProcess(folder: string, args: string[], env: Record<string, string>, within: string[] = []) {
  requireBuild();
  mkdirSync(folder, { recursive: true });
  const [program = process.execPath, ...words] = [...within, process.execPath, command, ...args];
  const child = spawn(program, words, {
    cwd: folder,
    env: environmentFor(folder, env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let wording = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      wording += text;
    });
  }
  const ended = once(child, 'exit').then(([code, signal]): Ended => ({ code, signal }));
  const pid = child.pid ?? 0;
  const saying = (pattern: RegExp) => () => {
    if (child.exitCode !== null) throw new Error(`the process ended during its start:\n${wording}`);
    return pattern.exec(wording) ?? false;
  };
  return {
    /** Waits until the process has printed a match of the pattern. */
    ready: (pattern: RegExp) => waitUntil(saying(pattern)),
    pid,
    ended,
    wording: () => wording,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    async powerOff() {
      if (running(pid).length > 0) process.kill(-pid, 'SIGKILL');
      await allEnded(pid);
    },
  };
}

/** Waits until no process of the group is running. */
export async function allEnded(group: number): Promise<void> {
  await waitUntil(() => running(group).length === 0);
}

/** The running processes of a group, without processes that have ended and only wait for their parent to reap them. */
export function running(group: number): number[] {
  return processes().flatMap(([pid, state, of]) =>
    of === String(group) && state !== 'Z' ? [Number(pid)] : [],
  );
}

/** The id, state and group of every process of this machine. */
function processes(): string[][] {
  if (!existsSync('/proc/self/stat')) {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,stat=,pgid='], { encoding: 'utf8' });
    return table.split('\n').map((line) =>
      line
        .trim()
        .replace(/ (\w)\S*/, ' $1')
        .split(/\s+/),
    );
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const fields = statOf(pid)?.split(/\)\s+/).at(-1)?.split(' ') ?? [];
      return fields[0] && fields[2] ? [[pid, fields[0], fields[2]]] : [];
    });
}

function statOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}

function requireBuild(): void {
  if (!existsSync(join(repository, 'dist/run/cli.js'))) throw new Error('not built: run npm run build first');
}
