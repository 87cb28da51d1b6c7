import { spawnSync } from 'node:child_process';

/**
 * Starts a program in a network namespace of its own, which holds no network at all. An ordinary user needs a user
 * namespace for it. Root needs none, and must have none: in one it could not open the files of others any more.
 */
const asRoot = ['-n'];
const asUser = ['-U', '-n'];
const command = 'unshare';

export type Cut = { command: string; args: readonly string[] };

let tried: { cut: Cut | null } | null = null;

/** How to start a program so that it reaches no network, or null where this host does not allow it. Tried once. */
export function networkCut(): Cut | null {
  tried ??= { cut: tryCut() };
  return tried.cut;
}

function tryCut(): Cut | null {
  if (process.platform !== 'linux') return null;
  const args = process.geteuid?.() === 0 ? asRoot : asUser;
  const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore' });
  return status === 0 ? { command, args } : null;
}
