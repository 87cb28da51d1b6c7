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

/** A number from 1 to 4,000 in lower-case Roman numerals; other numbers in digits. */
export function roman(value: number): string {
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
export function letters(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
