import { createHmac } from 'node:crypto';

const length = 6;
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';

/**
 * The mark that tells a document's words from ours: derived from a secret and what is marked, so that nobody who writes
 * a document knows it, and the same documents have the same one. Derived again as long as it occurs in one of the texts.
 */
export function datamark(secret: string, hashes: readonly string[], texts: readonly string[]): string {
  const sorted = [...new Set(hashes)].sort();
  for (let attempt = 0; ; attempt += 1) {
    const digest = createHmac('sha256', secret)
      .update(JSON.stringify([sorted, attempt]))
      .digest();
    const mark = [...digest.subarray(0, length)]
      .map((byte) => alphabet.charAt(byte % alphabet.length))
      .join('');
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}

/** Text without the marks a model copied along. */
export function withoutMark(text: string, mark: string): string {
  return text.replaceAll(`~${mark}~`, ' ').replaceAll(`=${mark}=`, ' ').replaceAll(mark, ' ');
}
