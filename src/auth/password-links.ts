import { randomBytes } from 'node:crypto';
import { newObjectId } from '../domain/records/object-id.ts';
import { hasHash, secretHash } from '../domain/secret-hash.ts';
import type { AuthRecord, AuthRecordStore } from '../store/ports/auth.ts';
import type { LinkKind, PasswordLink } from './port.ts';

/** The form of a link's secret: the id of the user, and 256 random bits in base64url. */
const form = /^([0-9a-f]{24})\.([\w-]{43})$/;

/**
 * Creates the secret of a link with which a person can set a password. Earlier links of this kind become invalid, and
 * those of the other kind stay valid: a stranger can ask for a reset, and must not end an invitation with it. Only a hash
 * of the secret is stored.
 */
export async function createPasswordLink(
  records: AuthRecordStore,
  userId: string,
  { kind, validMs }: { kind: LinkKind; validMs: number },
): Promise<PasswordLink> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  const secret = randomBytes(32).toString('base64url');
  const earlier = await linksOf(records, userId, [kind]);
  await records.create('verification', {
    id: newObjectId(now),
    identifier: `${identifiers[kind]} of ${userId}`,
    value: secretHash(secret),
    expiresAt,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
  await remove(records, earlier);
  return { secret: `${userId}.${secret}`, expiresAt };
}

/**
 * Uses a link up and returns its user. Returns null if the link is not valid, has expired or was used. Of several
 * concurrent calls with one link, only one gets the user.
 */
export async function redeemPasswordLink(records: AuthRecordStore, given: string): Promise<string | null> {
  const [, userId, secret] = form.exec(given) ?? [];
  if (userId === undefined || secret === undefined) return null;
  const links = await linksOf(records, userId);
  const link = links.find(({ value }) => hasHash(secret, String(value)));
  if (link === undefined || !(Date.parse(String(link.expiresAt)) > Date.now())) return null;
  if ((await records.delete('verification', [String(link.id)])) !== 1) return null;
  await removePasswordLinks(records, userId);
  return userId;
}

/** Makes every link of the user invalid. */
export async function removePasswordLinks(records: AuthRecordStore, userId: string): Promise<void> {
  await remove(records, await linksOf(records, userId));
}

/** How the stored record of a link begins. */
const identifiers: Record<LinkKind, string> = { invitation: 'invitation', reset: 'password' };

function linksOf(
  records: AuthRecordStore,
  userId: string,
  kinds: readonly LinkKind[] = ['invitation', 'reset'],
): Promise<AuthRecord[]> {
  const values = kinds.map((kind) => `${identifiers[kind]} of ${userId}`);
  return records.find('verification', { field: 'identifier', values });
}

async function remove(records: AuthRecordStore, links: AuthRecord[]): Promise<void> {
  if (links.length === 0) return;
  await records.delete(
    'verification',
    links.map(({ id }) => String(id)),
  );
}
