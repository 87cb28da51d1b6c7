/** The number of the column of a cell, from 1. */
export function columnNumber(at: string): number {
  let number = 0;
  for (const letter of /^[A-Z]+/.exec(at)?.[0] ?? '') number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  return number <= 26 ? letter : columnName(Math.floor((number - 1) / 26)) + letter;
}
