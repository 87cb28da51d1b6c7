import { denial } from '../../../language/clause-words.ts';
import { conditional } from '../../../language/effect-words.ts';
import type { Bearing } from './bearing.ts';
import type { ClauseMap, Line } from './clause-map.ts';
import { hasEffectWords } from './effect.ts';

/** Matches the marks of footnotes: after a word, or before a footnote at the beginning of its line. */
const marks = /(?<=[\p{L}\p{N}.,;:!?)\]"”’])(?:[²³¹⁰⁴-⁹]+|\*{1,3}(?![\p{L}\p{N}*])|[†‡]+|\[\d{1,3}\])/gu;
const markBefore = /^\s*([²³¹⁰⁴-⁹]+|\*{1,3}|[†‡]+|\[\d{1,3}\])\s*(?=\S)/u;

/**
 * The footnotes that may limit a sentence: for each mark in it, the next line that begins with the mark. A footnote with a
 * number, a denial or a condition probably limits its sentence. `unmarked` is the sentence without the marks of the other
 * footnotes.
 */
export function footnotesOf({ lines }: ClauseMap, line: Line): { limiting: Bearing[]; unmarked: Line } {
  const after = lines.indexOf(line) + 1;
  const limiting: Bearing[] = [];
  const text = line.text.replace(marks, (mark) => {
    const note = lines.find((other, at) => at >= after && markBefore.exec(other.text)?.[1] === mark);
    if (note === undefined) return mark;
    if (!mayLimit(note.text.replace(markBefore, ''))) return '';
    limiting.push({ line: note, text: note.text, effect: 'unclear', likely: 'limits', where: 'beside' });
    return mark;
  });
  return { limiting, unmarked: { ...line, text } };
}

function mayLimit(text: string): boolean {
  return /\d/.test(text) || denial.test(text) || conditional.test(text) || hasEffectWords(text);
}
