export const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
export const subscripts = '₀₁₂₃₄₅₆₇₈₉';
const smallFraction = `([${superscripts}]+)[/\u2044]([${subscripts}]+|\\d+)`;
const smallNumerals = new RegExp(
  `${smallFraction}|([${superscripts}]+)|([${subscripts}]+)|[\u00bc-\u00be\u2150-\u215e]`,
  'gu',
);

/**
 * A text in NFKC, with its small numerals kept apart from the digits and letters that they follow: 30¹ becomes 30^1,
 * not 301, and 6½ becomes 6 1⁄2, not 61⁄2. The offsets of tokens are those of this form.
 */
export function normalForm(text: string): string {
  return text.replace(smallNumerals, apart).normalize('NFKC');
}

function apart(found: string, ...details: (string | number | undefined)[]): string {
  const [numerator, denominator, above, below] = details;
  const [offset, whole] = details.slice(-2);
  const before = typeof whole === 'string' && typeof offset === 'number' ? whole.charAt(offset - 1) : '';
  const isFraction = above === undefined && below === undefined;
  if (isFraction) {
    const fraction = numerator === undefined ? found : `${numerator}\u2044${denominator}`;
    return /\d/.test(before) ? ` ${fraction}` : fraction;
  }
  if (above !== undefined) return /[\p{L}\p{N})\]%]/u.test(before) ? `^${found}` : found;
  return /\d/.test(before) ? `_${found}` : found;
}
