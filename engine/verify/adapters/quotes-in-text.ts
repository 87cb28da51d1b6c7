/** A quotation in a text. `start` and `end` include the quotation marks. */
export type Quotation = { quote: string; start: number; end: number };

const quotation = /“([^“”]{1,20000})”|(?<!\d)"([^"]{1,20000})"|«([^«»]{1,20000})»|„([^„“”]{1,20000})[“”]/gu;
/** A quotation of fewer words is usually a term, not the words of a source. */
const leastWords = 3;

/** The quotations of at least three words in a text. */
export function quotationsIn(text: string): Quotation[] {
  return [...text.matchAll(quotation)].flatMap((match) => {
    const quote = match.slice(1).find((one) => one !== undefined) ?? '';
    if (quote.trim().split(/\s+/).length < leastWords) return [];
    return [{ quote: quote.trim(), start: match.index, end: match.index + match[0].length }];
  });
}

/** A warning if a straight quotation mark that could begin or end a quotation has no other one. */
export function unpairedMarks(text: string): string[] {
  const rest = text.replace(quotation, (all) => ' '.repeat(all.length));
  const single = /(?<!\d)["“„]/u.exec(rest);
  if (!single) return [];
  const words = text.slice(single.index, single.index + 40).split('\n')[0];
  return [`The quotation that begins with ${words} has no closing mark and was not verified.`];
}

/** The sentence of a text that ends at or before a position, as an annotation behind the sentence marks it. */
export function sentenceBefore(text: string, position: number): string {
  const before = text.slice(0, position).trimEnd();
  const body = before.replace(/[.!?]["”»)]?$/u, '');
  const starts = [...body.matchAll(/[.!?]["”»)]?\s+|\n\s*/gu)].at(-1);
  return before.slice(starts ? starts.index + starts[0].length : 0).trim();
}
