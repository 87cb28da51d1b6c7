/** The words of a text, without repeats: a list of words that fits on few lines. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
