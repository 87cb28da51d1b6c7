/** A text whose first letter is a capital: "The supplier" for "the supplier". */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text in lower case, with the same length. The lower case of a few letters, such as "İ", is longer; they stay. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
