import { randomBytes } from 'node:crypto';
import { refuseInvalid } from '../errors.ts';

const pattern = /^[0-9a-f]{24}$/i;

/** A new 24-character hex id: four bytes of seconds, then eight random bytes, so that ids sort roughly by age. */
export function newObjectId(now: Date = new Date()): string {
  const seconds = Math.floor(now.getTime() / 1000)
    .toString(16)
    .padStart(8, '0')
    .slice(-8);
  return seconds + randomBytes(8).toString('hex');
}

/**
 * Returns the id in lower case, as it is stored. If the value is not an id, throws `validation_failed`, which names the
 * field `path`.
 */
export function requireObjectId(value: string, path: string): string {
  if (!pattern.test(value)) refuseInvalid([{ path, message: 'must be an id: 24 hexadecimal characters' }]);
  return value.toLowerCase();
}
