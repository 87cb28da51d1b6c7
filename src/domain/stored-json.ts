import type { z } from 'zod';

/** What is stored as JSON; null if nothing is, or if it cannot be understood, because its format has changed. */
export function storedJson<Value>(
  schema: z.ZodType<Value>,
  stored: Uint8Array | string | null,
): Value | null {
  if (stored === null) return null;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(stored).toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
