import { createHash } from 'node:crypto';

/** A stable name that reveals nothing of what it names. */
export function opaque(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
