/** Matches a number in digits that is one token, in the form of `normalForm`. */
export const numberInDigits = String.raw`\d+\u2044\d+|\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*(?:\^\d+)?|(?<![\p{L}\p{N}.,])\.\d+(?!\.?\d)`;

const grouped = /^\d{1,3}(?:([.,])\d{3})+$/;
const groupedInIndia = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
/** The number that digits with separators, a fraction or a power mean by themselves; null if they mean none. */
export function digitsValue(raw: string): number | null {
  const [numerator, denominator] = raw.split('\u2044');
  if (denominator !== undefined)
    return Number(denominator) === 0 ? null : Number(numerator) / Number(denominator);
  const [base = '', exponent] = raw.replace(/['’]/g, '').split('^');
  const value = separatedValue(base);
  // A raised number after any other number than 10 or 2 is the mark of a footnote.
  return value !== null && exponent !== undefined && isBase(value) ? value ** Number(exponent) : value;
}

/** Whether a raised number after this number can be its power. */
export function isBase(value: number): boolean {
  return value === 10 || value === 2;
}

function separatedValue(base: string): number | null {
  if (/^\d*\.?\d+$/.test(base)) return Number(base);
  if (groupedInIndia.test(base)) return Number(base.replaceAll(',', ''));
  const decimal = Math.max(base.lastIndexOf('.'), base.lastIndexOf(','));
  const [whole, rest, mark] = [base.slice(0, decimal), base.slice(decimal + 1), base.charAt(decimal)];
  if (grouped.exec(base)?.[1] === mark && isUniform(base, mark) && !/^0/.test(base))
    return Number(base.replaceAll(mark, ''));
  if (/^\d+$/.test(whole)) return Number(`${whole}.${rest}`);
  const isWhole =
    (grouped.test(whole) && isUniform(whole, mark === '.' ? ',' : '.')) || groupedInIndia.test(whole);
  return isWhole && !whole.includes(mark) ? Number(`${whole.replace(/[.,]/g, '')}.${rest}`) : null;
}

/** Whether all separators of a number are `mark`. */
function isUniform(digits: string, mark: string): boolean {
  return !digits.includes(mark === '.' ? ',' : '.');
}
