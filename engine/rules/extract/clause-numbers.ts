/** A number as the document has it. `isInLine`: it is inside a line, so it must be exactly the next one. */
export type Printed = { word: string; text: string; suffix: string; isInLine: boolean };
type Given = { isTitle: boolean; following: readonly Printed[] };
/** One numbering: the sections of a document, or a numbered list inside one of them. */
type Sequence = {
  at: readonly number[];
  style: string;
  isList: boolean;
  isTitle: boolean;
  isInLine: boolean;
};

/** `isItem`: the number is that of an item of a list. */
type Taken = { clause: string; depth: number; isItem: boolean };

/** Numbers may be missing, since clauses are deleted. */
const mostMissing = 3;

/**
 * Follows the numbering of a document. A number at the beginning of a line counts as a clause number only if it
 * continues a numbering; otherwise it is a year, an amount or the end of a reference.
 */
export class ClauseNumbers {
  #sequences: Sequence[] = [];
  /** The numbering before the annex. A list of contents can name an annex before the clauses go on. */
  #main: Sequence[] = [];
  #part: string | null = null;

  /** Begins an annex; its clauses have a numbering of their own. */
  startPart(part: string): void {
    if (this.#part === null) this.#main = this.#sequences;
    this.#part = part;
    this.#sequences = [];
  }

  /** The clause of a number; null if the number continues no numbering. */
  take(printed: Printed, given: Given): Taken | null {
    const at = numbersOf(printed);
    if (at === null) return null;
    const style = styleOf(printed, at);
    const own = { at, style, isTitle: given.isTitle, isInLine: printed.isInLine };
    if (this.#part !== null && this.#sequences.length === 0 && follows(this.#main, own) >= 0) {
      this.#sequences = this.#main;
      this.#part = null;
    }
    const index = follows(this.#sequences, own);
    if (index >= 0) {
      const before = this.#sequences[index];
      this.#sequences.length = index + 1;
      // "1. DEFINITIONS … 1.1" after a list of recitals, "1." and "2.", begins the clauses.
      const isClauses =
        at.length > 1 && !this.#sequences.slice(0, index).some((outer) => outer.at.length > 1);
      const isList = !isClauses && before?.isList === true;
      return this.#set(index, printed, { ...own, isList });
    }
    const isFirst = at.every((value) => value <= 1);
    const goesOn = given.following.some((next) => {
      const value = numbersOf(next);
      return value !== null && (at.length > 1 || styleOf(next, value) === style) && continues(at, value);
    });
    const isOpening = this.#sequences.length === 0;
    if (printed.isInLine && !(isOpening && isFirst && goesOn)) return null;
    if (isOpening ? !isFirst && !goesOn : !isFirst || !(goesOn || given.isTitle)) return null;
    const isList = !isOpening && !given.isTitle;
    return this.#set(this.#sequences.length, printed, { ...own, isList });
  }

  /** The annex that text under a heading without a number belongs to; null outside of annexes. */
  outside(): string | null {
    return this.#part;
  }

  #set(index: number, { word, text }: Printed, sequence: Sequence): Taken {
    const number = word && !/^(?:section|clause|§)$/i.test(word) ? `Article ${text}` : text;
    const isOwn = this.#part === null || this.#part.endsWith(` ${text.split('.')[0]}`);
    this.#sequences[index] = sequence;
    return {
      clause: isOwn ? number : `${this.#part}, ${number}`,
      depth: sequence.at.length,
      isItem: sequence.isList,
    };
  }
}

/** The innermost numbering that a number continues; -1 if none. */
function follows(sequences: readonly Sequence[], own: Omit<Sequence, 'isList'>): number {
  return sequences.findLastIndex(
    (sequence) =>
      fits(sequence, own.style, own.at) &&
      continues(sequence.at, own.at, own.isInLine) &&
      // The mark of a footnote, "6 The Office", is printed like the number of a heading, "4 Selection".
      (own.isTitle || !sequence.isTitle || !own.style.endsWith(' ')),
  );
}

const roman: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 };

function numbersOf({ word, text, suffix }: Printed): number[] | null {
  if (/^\d/.test(text)) return text.split('.').map(Number);
  if (text.includes('.')) {
    const [letter = '', ...rest] = text.split('.');
    return [letter.charCodeAt(0) - 64, ...rest.map(Number)];
  }
  if (!/^[IVXL]+$/i.test(text) || (word === '' && suffix === '')) return null;
  const values = [...text.toUpperCase()].map((letter) => roman[letter] ?? 0);
  return [values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)];
}

/** Numbers of one numbering are printed alike: "1." and "2.", not "1." and "2 ". */
function styleOf({ word, text, suffix }: Printed, at: readonly number[]): string {
  const kind = /^\d/.test(text) ? 'digits' : text.includes('.') ? 'letter' : 'roman';
  return at.length > 1 ? kind : `${kind} ${word.toLowerCase()} ${suffix}`;
}

function fits({ style, at: before }: Sequence, own: string, at: readonly number[]): boolean {
  const [kind = ''] = own.split(' ');
  // "ARTICLE III" is followed by "3.1".
  if (at.length > 1) return style.startsWith(kind) || style.startsWith('roman') || style.startsWith('digits');
  return before.length > 1 ? true : style === own;
}

/** Whether a number can follow another: the next of a level, or the first below it. Clauses may be missing. */
function continues(before: readonly number[], next: readonly number[], isExact = false): boolean {
  let same = 0;
  while (same < before.length && same < next.length && before[same] === next[same]) same += 1;
  if (same === next.length) return false;
  const rest = next.slice(same + 1);
  if (!rest.every((value) => value <= 1)) return false;
  if (same === before.length) return (next[same] ?? 0) <= (isExact ? 1 : 2);
  const step = (next[same] ?? 0) - (before[same] ?? 0);
  return step >= 1 && step <= (isExact ? 1 : mostMissing);
}
