import { randomBytes } from 'node:crypto';

const pattern = /^[0-9a-f]{24}$/i;

/** A new 24-character hex id: four bytes of seconds, then eight random ones, so that ids sort by age roughly. */
export function newObjectId(now: Date = new Date()): string {
  const seconds = Math.floor(now.getTime() / 1000)
    .toString(16)
    .padStart(8, '0')
    .slice(-8);
  return seconds + randomBytes(8).toString('hex');
}

export function isObjectId(value: string): boolean {
  return pattern.test(value);
}
