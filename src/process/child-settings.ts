import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { Environment } from '../config.ts';

const settingsMessage = z.object({ settings: z.record(z.string(), z.string()) });

/**
 * The environment variables that a child process needs before its first line runs. They contain no secrets: on Linux,
 * every process of the same user can read the environment that a process was started with, and the process cannot clear
 * it.
 */
const startVariables = new Set(
  (
    'PATH HOME TMPDIR TMP TEMP TZ LANG LC_ALL LD_LIBRARY_PATH NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS ' +
    'UV_THREADPOOL_SIZE'
  ).split(' '),
);

/** The environment to start a child process with. `sendSettings` sends the other settings. */
export function startEnvironment(settings: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => startVariables.has(name)));
}

/** Sends all settings to a child as its first message. */
export function sendSettings(child: ChildProcess, settings: Environment): void {
  const given = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const message: z.input<typeof settingsMessage> = { settings: Object.fromEntries(given) };
  child.send(message, () => undefined);
}

/** The settings that the parent process sent. */
export async function settingsOfParent(): Promise<Environment> {
  const [message] = await once(process, 'message');
  return settingsMessage.parse(message).settings;
}
