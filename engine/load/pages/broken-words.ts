import { lineEndHyphen, lostLetter, type Part } from '../part.ts';

const marks = /[\ufffe\uffff]/g;
/**
 * How many characters before and after a mark (`lineEndHyphen` or `lostLetter`) are searched for the halves of the
 * broken word. Words are shorter than this. The limit keeps the time proportional to the number of marks.
 */
const longestWord = 64;

/**
 * A word that is broken on its page: the position of the mark inside it, its halves before and after the mark, and the
 * mark.
 */
type Broken = { at: number; before: string; after: string; mark: string };

type Marked = { part: Part; broken: Broken[] };

/**
 * Joins words that are broken on their page. A hyphen at a line end can belong to its word ("long-term") or only divide
 * it ("informa-tion"), and the PDF reader may have lost the second letter of "ff" ("af ected"). The form of the word
 * that occurs unbroken elsewhere in the document is used. The offsets in the parts are adjusted to the new text.
 */
export function joinBrokenWords(parts: Part[]): Part[] {
  const marked = parts.map((part) => ({ part, broken: brokenIn(part.text) }));
  if (marked.every(({ broken }) => broken.length === 0)) return parts;
  const repair = repairer(marked);
  return marked.map(({ part, broken }) => (broken.length > 0 ? rewrite(part, broken, repair) : part));
}

function repairer(marked: Marked[]): (broken: Broken) => string {
  const all = new Map<string, Broken>();
  for (const broken of marked.flatMap((one) => one.broken)) {
    const [before, after] = [broken.before.toLowerCase(), broken.after.toLowerCase()];
    if (before !== '') all.set(`${before}${broken.mark}${after}`, { ...broken, before, after });
  }
  const known = wordsOf(marked, new Set([...all.values()].flatMap(formsOf)));
  const divided = [...all.values()].filter(({ mark }) => mark === lineEndHyphen);
  const hyphenated = divided.filter(({ before, after }) => known.has(`${before}-${after}`)).length;
  const joined = divided.filter(
    ({ before, after }) => known.has(before + after) && !known.has(`${before}-${after}`),
  ).length;
  return (broken) =>
    broken.mark === lostLetter
      ? withLostLetter(broken, known)
      : withHyphen(broken, known, hyphenated >= joined);
}

/**
 * What replaces the mark in a divided word: a hyphen or nothing. The hyphen stays before a capital letter and next to a
 * digit. Otherwise the form of the word that occurs unbroken in the document decides. If neither form occurs, the
 * hyphen stays if `usual` is true: at least as many divided words of the document occur elsewhere with a hyphen as
 * without.
 */
function withHyphen({ before, after }: Broken, known: ReadonlySet<string>, usual: boolean): string {
  if (after === '' || /^[\p{Lu}\p{N}]/u.test(after) || /\p{N}$/u.test(before)) return '-';
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  if (known.has(`${left}-${right}`)) return '-';
  if (known.has(left + right)) return '';
  return usual ? '-' : '';
}

/** What replaces the mark for a possibly lost letter: an "f", an "f" followed by a space, or only a space. */
function withLostLetter({ before, after }: Broken, known: ReadonlySet<string>): string {
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  const twoWords = known.has(left) && known.has(right);
  if (!twoWords && known.has(`${left}f${right}`)) return 'f';
  return !known.has(left) && known.has(`${left}f`) ? 'f ' : ' ';
}

function formsOf({ before, after, mark }: Broken): string[] {
  return mark === lineEndHyphen
    ? [before + after, `${before}-${after}`]
    : [before, after, `${before}f`, `${before}f${after}`];
}

/** Those of the `wanted` words that occur unbroken in the document. */
function wordsOf(marked: Marked[], wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const lengths = Uint8Array.from({ length: longestForm + 1 });
  for (const { length } of wanted) lengths[Math.min(length, longestForm)] = 1;
  for (const one of marked) {
    const text = withoutBroken(one);
    for (let at = 0; at < text.length; at += 1) {
      const end = wordEnd(text, at);
      if (end > at && lengths[Math.min(end - at, longestForm)] === 1) {
        const word = text.slice(at, end).toLowerCase();
        if (wanted.has(word)) found.add(word);
      }
      at = end;
    }
  }
  return found;
}

/** Two halves, a mark and a letter. */
const longestForm = 2 * longestWord + 2;
const hyphen = 45;
const inWord = /[\p{L}\p{N}]/u;
/** Whether each ASCII character can be in a word. */
const asciiInWord = Uint8Array.from({ length: 128 }, (_, code) =>
  inWord.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The end of the word that begins at `at`, with its parts after single hyphens; `at` if none begins there. */
function wordEnd(text: string, at: number): number {
  let end = at;
  for (let next = at; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (
      code < 128 ? asciiInWord[code] === 1 : inWord.test(String.fromCodePoint(text.codePointAt(next) ?? 0))
    ) {
      if (code >= 0xd800 && code <= 0xdbff) next += 1;
      end = next + 1;
    } else if (code !== hyphen || end !== next || end === at) break;
  }
  return end;
}

/** The text with each broken word replaced by a space. */
function withoutBroken({ part: { text }, broken }: Marked): string {
  const kept: string[] = [];
  let copied = 0;
  for (const { at, before, after } of broken) {
    kept.push(text.slice(copied, Math.max(copied, at - before.length)));
    copied = at + 1 + after.length;
  }
  return [...kept, text.slice(copied)].join(' ');
}

function brokenIn(text: string): Broken[] {
  const found: Broken[] = [];
  for (const { index: at } of text.matchAll(marks)) {
    const before = /(?<=([\p{L}\p{N}]+))$/u.exec(text.slice(Math.max(0, at - longestWord), at))?.[1] ?? '';
    const after = /^[\p{L}\p{N}]+/u.exec(text.slice(at + 1, at + 1 + longestWord))?.[0] ?? '';
    found.push({ at, before, after, mark: text.charAt(at) });
  }
  return found;
}

function rewrite(part: Part, all: Broken[], repair: (broken: Broken) => string): Part {
  const pieces: string[] = [];
  const replaced: { at: number; grows: number }[] = [];
  let copied = 0;
  for (const broken of all) {
    const { at } = broken;
    const put = repair(broken);
    pieces.push(part.text.slice(copied, at), put);
    replaced.push({ at, grows: put.length - 1 });
    copied = at + 1;
  }
  const text = pieces.join('') + part.text.slice(copied);
  const moved = (offset: number) =>
    replaced.reduce((sum, { at, grows }) => (at < offset ? sum + grows : sum), offset);
  const move = <Place extends { start: number; end: number }>(place: Place): Place => ({
    ...place,
    start: moved(place.start),
    end: moved(place.end),
  });
  return {
    ...part,
    text,
    headings: part.headings.map(move),
    marginLines: part.marginLines.map(move),
    ...(part.places === undefined ? {} : { places: part.places.map(move) }),
  };
}
