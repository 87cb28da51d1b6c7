import { z } from 'zod';
import type { OpenSession } from '../domain/user.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';

const storedSession = z.object({
  id: z.string(),
  userId: z.string(),
  userAgent: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});

/** Lists the sessions of the user that have not expired, last used first. */
export async function openSessions(records: AuthRecordStore, userId: string): Promise<OpenSession[]> {
  const found = await records.find('session', { field: 'userId', values: [userId] });
  return z
    .array(storedSession)
    .parse(found)
    .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
    .map(({ id, userAgent, createdAt, updatedAt }) => ({
      _id: id,
      userAgent: userAgent ?? '',
      createdAt,
      lastUsedAt: updatedAt,
    }))
    .toSorted((a, b) => Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt));
}

/** Ends those sessions of the user for which `which` returns true. Returns how many were ended. */
export async function endSessions(
  records: AuthRecordStore,
  userId: string,
  which: (sessionId: string) => boolean = () => true,
): Promise<number> {
  const found = await records.find('session', { field: 'userId', values: [userId] });
  const ids = found.map(({ id }) => String(id)).filter(which);
  return ids.length === 0 ? 0 : records.delete('session', ids);
}
