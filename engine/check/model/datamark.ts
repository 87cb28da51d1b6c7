import { createHmac } from 'node:crypto';

const length = 6;
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';

/**
 * The marker that separates a document's words from ours: derived from a secret and the marked text, so that the
 * author of a document cannot know it, and the same documents always have the same marker. It is derived again until
 * it occurs in none of the texts.
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

/** The text without the markers that a model copied. */
export function withoutMark(text: string, mark: string): string {
  return text.replaceAll(`~${mark}~`, ' ').replaceAll(`=${mark}=`, ' ').replaceAll(mark, ' ');
}
