/** Matches raised digits, and a single raised letter after a number. */
const raised = /[²³¹⁰⁴-⁹]+|(?<=\d)\^\p{L}(?![\p{L}\p{N}])/gu;
const unitBefore = /(?<![\p{L}\p{N}])\p{L}{1,2}$/u;
const tenBefore = /(?<![\d.,])10$/;

/**
 * A text in NFKC without the raised marks of footnotes, so that 30 with the mark 1 is the number 30, not 301. Raised
 * digits stay where they are a power: as digits after a unit (m² becomes m2), and as they are after 10. A mark becomes
 * spaces, and offsets in the result are those in the NFKC form.
 */
export function normalized(text: string): string {
  if (!/[²³¹⁰⁴-⁹^]/.test(text)) return text.normalize('NFKC');
  let from = 0;
  let result = '';
  for (const { 0: mark, index } of text.matchAll(raised)) {
    const before = text.slice(Math.max(0, index - 3), index);
    result += text.slice(from, index).normalize('NFKC');
    if (unitBefore.test(before)) result += mark.normalize('NFKC');
    else if (tenBefore.test(before) && mark !== '¹' && !mark.startsWith('^')) result += mark;
    else result += ' '.repeat(mark.length);
    from = index + mark.length;
  }
  return result + text.slice(from).normalize('NFKC');
}
