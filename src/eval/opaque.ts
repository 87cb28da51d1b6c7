import { createHash } from 'node:crypto';

/** Returns a hash that is always the same for a name and does not reveal the name. */
export function opaque(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
