import type { Attributes, Element } from '../xml.ts';

/** The deepest level of headings and lists that OpenDocument programs offer, although a file can state any number. */
export const deepestLevel = 10;
/** Maximum copies of a repeated row or cell, or of spaces that one element represents. A file can state any number. */
export const mostRepeats = 100;

/** The count in an attribute, at least 1 and at most `most`; 1 if it is missing or not a whole number. */
export function wholeNumber(given: string | undefined, most: number): number {
  const number = Number(given);
  return Number.isInteger(number) ? Math.min(Math.max(1, number), most) : 1;
}

export function styleOf(attributes: Attributes): string {
  return attributes['style-name'] ?? '';
}

/** The white space that an element of a paragraph stands for; undefined for other elements. */
export function spaceOf({ name, attributes }: Element): string | undefined {
  if (name === 's') return ' '.repeat(wholeNumber(attributes.c, mostRepeats));
  return name === 'tab' ? '\t' : name === 'line-break' ? '\n' : undefined;
}

/** The words of a text node, in which white space only separates words. */
export function wordsOf(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ');
}

/** Calls `write` with the words of a paragraph, and with the styles of the spans around them, outermost first. */
export function eachWords(
  paragraph: Element,
  write: (words: string, spans: readonly string[]) => void,
  spans: readonly string[] = [],
): void {
  for (const child of paragraph.children) {
    const words = typeof child === 'string' ? wordsOf(child) : spaceOf(child);
    if (words !== undefined) write(words, spans);
    else if (typeof child === 'string' || child.name === 'annotation' || child.name === 'desc') continue;
    else eachWords(child, write, child.name === 'span' ? [...spans, styleOf(child.attributes)] : spans);
  }
}
