import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Environment } from '../config.ts';
import { sendSettings, startEnvironment } from './child-settings.ts';

/**
 * How much is added to the "nice" value (the inverse of priority) of a child process and of the readers that it
 * starts. When every core is busy, requests to the server come first, and a run still gets about a third of the
 * server's share.
 */
const nicer = 5;

/** Starts a child process of a server with the module `entry`. Its first message contains the settings. */
export function startChild(
  entry: URL,
  settings: Environment,
  { execArgv = [] }: { execArgv?: string[] } = {},
): ChildProcess {
  const isSource = entry.pathname.endsWith('.ts');
  const child = fork(fileURLToPath(entry), [], {
    env: startEnvironment(settings),
    execArgv: [...execArgv, ...(isSource ? ['--import', tsxUrl()] : [])],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  lowerPriority(child);
  child.on('error', () => undefined);
  sendSettings(child, settings);
  return child;
}

/** Lowers the priority of a process. Some systems do not allow that; the process then keeps its priority. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + nicer, constants.priority.PRIORITY_LOW));
  } catch {
    // The process has ended already, or the system forbids it.
  }
}

function tsxUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
