/** The deepest level of headings and lists that OpenDocument programs offer; a file can name any number. */
export const deepestLevel = 10;

/** The count in an attribute: a whole number from 1 to `most`, and 1 if it is missing or not a number. */
export function wholeNumber(given: string | undefined, most: number): number {
  const number = Number(given);
  return Number.isInteger(number) ? Math.min(Math.max(1, number), most) : 1;
}
