/** A text whose first letter is a capital: "The supplier" for "the supplier". */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
