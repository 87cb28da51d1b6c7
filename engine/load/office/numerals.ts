const romanDigits: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** How a number is written; capitals stand for capital letters. */
export type Numerals = 'letters' | 'LETTERS' | 'roman' | 'ROMAN' | 'two digits';

/** A number as the program of a document shows it: in digits if `how` is not given. */
export function numeral(value: number, how?: Numerals): string {
  switch (how) {
    case 'letters':
      return letters(value);
    case 'LETTERS':
      return letters(value).toUpperCase();
    case 'roman':
      return roman(value);
    case 'ROMAN':
      return roman(value).toUpperCase();
    default:
      return String(value).padStart(how === 'two digits' ? 2 : 0, '0');
  }
}

/** A number from 1 to 4,000 in lower-case Roman numerals; other numbers in digits. */
function roman(value: number): string {
  if (value < 1 || value > 4000) return String(value);
  let rest = value;
  let text = '';
  for (const [worth, digits] of romanDigits) {
    while (rest >= worth) {
      text += digits;
      rest -= worth;
    }
  }
  return text;
}

/** A number from 1 to 780 in letters as Word counts: 1 is a, 26 is z, 27 is aa, 28 is bb. Other numbers in digits. */
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
