import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ProvisoError } from '../../engine/model/errors.ts';

/** The least length of a secret, as for the setting SECRET. */
const leastCharacters = 32;

/**
 * Returns the secret of this installation: the configured secret (`set`) or else the secret in the data folder. The
 * first start creates the secret in the data folder, in a file that only the service's user can read. Processes that
 * start at the same time use the same secret. Throws `bad_setting` for a secret that is too short, as in a file that was
 * cut off.
 */
export async function installationSecret(dataFolder: string, set: string | null): Promise<string> {
  if (set !== null) return set;
  const path = join(dataFolder, 'secret');
  const kept = await read(path);
  if (kept !== null) return longEnough(kept, path);
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

function longEnough(secret: string, path: string): string {
  if (secret.length >= leastCharacters) return secret;
  throw new ProvisoError(
    'bad_setting',
    `${path} is damaged: it has ${secret.length} characters instead of at least ${leastCharacters}. Restore it from a backup, or remove it: Proviso then creates a new secret, everybody has to sign in again, and webhooks get new keys.`,
  );
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
