import { createHmac } from 'node:crypto';

const length = 6;
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';

/**
 * The marker that separates the text of documents from Proviso's own text in a prompt. It is derived from a secret, so
 * that the author of a document cannot know it. It is also derived from the hashes of the documents, so that the same
 * documents have the same marker. The derivation is repeated until the marker occurs in none of the texts.
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

/** The text without the markers, which a model may have copied into its answer. */
export function withoutMark(text: string, mark: string): string {
  return text.replaceAll(`~${mark}~`, ' ').replaceAll(`=${mark}=`, ' ').replaceAll(mark, ' ');
}

/**
 * Matches invisible characters: format characters (soft hyphens, zero-width and bidirectional controls, tag
 * characters), variation selectors, invisible fillers, and control characters other than white space.
 */
const hidden = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164|\uffa0|(?!\s)\p{Cc}/gu;

/** The visible characters of a text, with every run of white space as one space. */
export function visible(text: string): string {
  return text.replace(hidden, '').replace(/\s+/gu, ' ').trim();
}
