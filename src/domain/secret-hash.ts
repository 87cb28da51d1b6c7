import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a secret has this hash. The time that the comparison takes says nothing of the hash. */
export function hasHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(hash));
}
