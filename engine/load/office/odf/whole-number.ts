/** The deepest level of headings and lists that OpenDocument programs offer, although a file can state any number. */
export const deepestLevel = 10;

/** The count in an attribute, at least 1 and at most `most`; 1 if it is missing or not a whole number. */
export function wholeNumber(given: string | undefined, most: number): number {
  const number = Number(given);
  return Number.isInteger(number) ? Math.min(Math.max(1, number), most) : 1;
}
