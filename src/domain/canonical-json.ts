import { createHash } from 'node:crypto';

/**
 * Returns a JSON value as text in the canonical form of RFC 8785: no white space, keys in the order of their UTF-16
 * code units, numbers and strings as ECMAScript writes them. Members that are undefined are left out, as in
 * `JSON.stringify`. A lone surrogate, which RFC 8785 does not allow, is written as its escape.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The SHA-256, in hex, of the canonical form of a JSON value. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** The SHA-256, in hex, of bytes or of a text in UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
