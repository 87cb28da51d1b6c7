import type { z } from 'zod';

/** What is stored as JSON; null if nothing is, or if it cannot be understood, because its format has changed. */
export function storedJson<T>(schema: z.ZodType<T>, stored: Uint8Array | null): T | null {
  if (stored === null) return null;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(stored).toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
