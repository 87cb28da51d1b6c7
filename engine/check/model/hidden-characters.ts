/**
 * Matches invisible characters: format characters (soft hyphens, zero-width and bidirectional controls, tag
 * characters), variation selectors, invisible fillers, and control characters other than white space.
 */
const hidden = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164|\uffa0|(?!\s)\p{Cc}/gu;

/** The visible characters of a text, with every run of white space as one space. */
export function visible(text: string): string {
  return text.replace(hidden, '').replace(/\s+/gu, ' ').trim();
}
