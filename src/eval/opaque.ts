import { createHash } from 'node:crypto';

/** A name that tells nothing of what it names and is the same every time. */
export function opaque(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
