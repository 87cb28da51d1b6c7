import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the secret of this installation: the configured secret (`set`) or else the secret in the data folder. The
 * first start creates the secret in the data folder, in a file that only the service's user can read. Processes that
 * start at the same time use the same secret.
 */
export async function installationSecret(dataFolder: string, set: string | null): Promise<string> {
  if (set !== null) return set;
  const path = join(dataFolder, 'secret');
  const kept = await read(path);
  if (kept !== null) return kept;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
