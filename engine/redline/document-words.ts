import type { Edit } from './propose.ts';
import type { Run, WordParagraph } from './word-runs.ts';

/** New words for a range of a run's part, in UTF-16 code units of its text. The range can be empty. */
export type Operation = {
  run: Run;
  part: number;
  start: number;
  end: number;
  becomes: string;
  /** Whether the comment of the mark begins before the range, and whether it ends after the new words. */
  begins: boolean;
  finishes: boolean;
};

/** The operations that make a mark; none if it is refused. */
type Placed = { operations: Operation[]; refused: string | null };

type Piece = { run: Run; part: number; text: string; from: number; to: number };

/**
 * Finds quotes among the runs of a document. Only letters and digits are compared, because spaces, line breaks and marks
 * of notes are not in the runs as the reader shows them.
 */
export class DocumentWords {
  readonly #pieces: Piece[] = [];
  readonly #letters: string;

  constructor(runs: readonly Run[]) {
    const all: string[] = [];
    let from = 0;
    for (const run of runs)
      for (const [part, { text }] of run.parts.entries()) {
        if (text === null) continue;
        const own = letters(text);
        this.#pieces.push({ run, part, text, from, to: from + own.length });
        all.push(own);
        from += own.length;
      }
    this.#letters = all.join('');
  }

  /** Where to write the edits of a quote, or only its comment if there are none. */
  find(quote: string, edits: readonly Edit[]): Placed {
    const refusal = (refused: string): Placed => ({ operations: [], refused });
    // Word computes the number of a paragraph, which is not in its runs.
    const label = this.#letters.includes(letters(quote)) ? 0 : (listLabel.exec(quote)?.[0].length ?? 0);
    const wanted = letters(quote.slice(label));
    const at = this.#letters.indexOf(wanted);
    if (wanted === '' || at < 0) return refusal('these words are not in the body of the Word document');
    if (this.#letters.includes(wanted, at + 1)) return refusal('these words stand in several places');
    const before = (offset: number) => at + letters(quote.slice(label, offset)).length;
    const own = edits.map((edit) => withoutEdges(quote, edit));
    if (!own.every((edit) => edit !== null)) return refusal('a mark beside the number would have to change');
    if (own.some(({ start }) => start < label)) return refusal('Word computes the number of a paragraph');
    const operations =
      edits.length === 0
        ? this.#ends(at, at + wanted.length)
        : own.flatMap(({ start, end, becomes, follows }) =>
            this.#replace(before(start), before(end), becomes, follows),
          );
    const [refused] = operations.flatMap(({ run }) => run.refused ?? []);
    // A comment can also stand at words that are a tracked change, or that Word computes.
    if (refused !== undefined && edits.length > 0) return refusal(refused);
    const [first, last] = [operations[0], operations.at(-1)];
    if (first) first.begins = true;
    if (last) last.finishes = true;
    return { operations, refused: null };
  }

  /** The paragraph in which a quote ends, after which another can be inserted, or the reason why none can. */
  paragraphOf(quote: string): { paragraph: WordParagraph } | { refused: string } {
    const { operations, refused } = this.find(quote, []);
    const paragraph = operations.at(-1)?.run.paragraph;
    if (!paragraph) return { refused: refused ?? 'these words are in no paragraph' };
    return paragraph.refused === null ? { paragraph } : { refused: paragraph.refused };
  }

  /**
   * The ranges of the letters from `from` to `to`, the last of them with the new words. With `follows`, the first range
   * begins after the letter before, so that it can be empty.
   */
  #replace(from: number, to: number, becomes: string, follows = false): Operation[] {
    const first = follows ? from - 1 : from;
    const touched = this.#pieces.filter((piece) => piece.from < to && piece.to > first);
    return touched.map(({ run, part, text, ...piece }, index) => ({
      ...{ run, part },
      start: index > 0 ? 0 : offsetOf(text, Math.max(0, first - piece.from)) + (follows ? 1 : 0),
      end:
        piece.to > to || index === touched.length - 1 ? offsetOf(text, to - piece.from - 1) + 1 : text.length,
      becomes: index === touched.length - 1 ? becomes : '',
      ...{ begins: false, finishes: false },
    }));
  }

  /** The empty ranges before and after the letters from `from` to `to`. */
  #ends(from: number, to: number): Operation[] {
    const all = this.#replace(from, to, '');
    const [first, last] = [all[0], all.at(-1)];
    if (!first || !last) return [];
    return [
      { ...first, end: first.start },
      { ...last, start: last.end },
    ];
  }
}

/** Matches what the reader can show before the words of a numbered paragraph: "5.1", "(a)", "Section 2.". */
export const listLabel =
  /^\s*(?:\p{L}{1,12}\s+(?=\d))?[^\p{L}\p{Nd}\s]*(?:[\p{Nd}.]{1,20}|\p{L}{1,6}(?![\p{L}\p{Nd}\s]))?[^\p{L}\p{Nd}\s]*\s+/u;
const notLetters = /[^\p{L}\p{Nd}]/gu;

function letters(text: string): string {
  return text.replace(notLetters, '');
}

/**
 * An edit without the marks and spaces at its ends, which have to stay; null if they do not. With `follows`, the edit
 * begins right after a word, and replaces the marks and spaces there too.
 */
function withoutEdges(quote: string, { start, end, becomes }: Edit): (Edit & { follows: boolean }) | null {
  const was = quote.slice(start, end);
  const follows = /^(?:[^\p{L}\p{Nd}\p{Sc}]|$)/u.test(was) && /[\p{L}\p{Nd}]$/u.test(quote.slice(0, start));
  const before = follows ? '' : (/^[^\p{L}\p{Nd}]*/u.exec(was)?.[0] ?? '');
  const after = /[^\p{L}\p{Nd}]*$/u.exec(was.slice(before.length))?.[0] ?? '';
  // Words after a sign, such as that of "5%", have no place among the letters.
  if (was === '' && !follows) return null;
  if (!becomes.startsWith(before) || !becomes.slice(before.length).endsWith(after)) return null;
  const inner = becomes.slice(before.length, becomes.length - after.length);
  return { start: start + before.length, end: end - after.length, becomes: inner, follows };
}

/** The offset in a text of one of its letters and digits, by its index among them. */
function offsetOf(text: string, index: number): number {
  let left = index;
  for (const found of text.matchAll(/[\p{L}\p{Nd}]/gu)) {
    if (left < found[0].length) return found.index + left;
    left -= found[0].length;
  }
  return text.length;
}
