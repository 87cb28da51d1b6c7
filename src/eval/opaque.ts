import { createHash } from 'node:crypto';

/** A stable pseudonym for a name: a hash that does not reveal the name. */
export function opaque(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
