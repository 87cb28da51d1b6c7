import { createHash } from 'node:crypto';

/** Returns a hash that always stands for the same name and does not reveal it. */
export function opaque(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
