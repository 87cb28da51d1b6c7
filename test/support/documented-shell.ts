import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../..');

/** The blocks of shell commands under a heading of a documentation page, in order. Throws if there are none. */
export function documentedShell(page: string, heading: string): string[] {
  return documentedBlocks(page, heading, 'sh');
}

/** The blocks in a language under a heading of a documentation page, in order. Throws if there are none. */
export function documentedBlocks(page: string, heading: string, language: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].flatMap(([, named, block = '']) =>
    named === language ? block : [],
  );
  if (blocks.length === 0) throw new Error(`${page} has no block of ${language} under ${heading}`);
  return blocks;
}

/**
 * Runs a block unchanged, in a folder where `proviso` runs this checkout. Returns the output. Stops at the first
 * command that fails and throws an error with the output so far.
 */
export async function runAsWritten(
  block: string,
  folder: string,
  environment: Record<string, string>,
): Promise<string> {
  const programs = join(folder, '.programs');
  mkdirSync(programs, { recursive: true });
  const proviso = join(programs, 'proviso');
  const command = join(repository, 'bin/proviso.js');
  writeFileSync(proviso, `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(proviso, 0o755);
  // Without `--norc`, Bash reads its start-up files if its standard input is a socket, as it is here.
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', block], {
    cwd: folder,
    env: { ...process.env, ...environment, PATH: `${programs}:${process.env.PATH}` },
  });
  return stdout + stderr;
}
