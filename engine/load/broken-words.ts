import { lineEndHyphen, lostLetter, type Part } from './part.ts';

const marks = /[\ufffe\uffff]/;
const brokenWord = /([\p{L}\p{N}]+)([\ufffe\uffff])([\p{L}\p{N}]*)/gu;

/** What the two halves of a broken word become, and how often each form stands in the document unbroken. */
type Broken = { before: string; after: string; mark: string };

/**
 * Puts words together that their page broke. A hyphen at a line's end may belong to its word ("long-term") or only
 * divide it ("informa-tion"); a word may have lost the second letter of "ff" ("af ected"). The rest of the document
 * tells: the form that stands in it unbroken wins. Offsets within the parts are moved along.
 */
export function joinBrokenWords(parts: Part[]): Part[] {
  if (!parts.some((part) => marks.test(part.text))) return parts;
  const repair = repairer(parts);
  return parts.map((part) => (marks.test(part.text) ? rewrite(part, repair) : part));
}

function repairer(parts: Part[]): (broken: Broken) => string {
  const all = new Map<string, Broken>();
  for (const part of parts) {
    for (const [whole, before = '', mark = '', after = ''] of part.text.matchAll(brokenWord)) {
      all.set(whole.toLowerCase(), { before: before.toLowerCase(), after: after.toLowerCase(), mark });
    }
  }
  const known = wordsOf(parts, new Set([...all.values()].flatMap(formsOf)));
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

/** The hyphen, or nothing. Where the document is silent: a hyphen before a capital or a digit, else what is usual in it. */
function withHyphen({ before, after }: Broken, known: ReadonlySet<string>, usual: boolean): string {
  if (after === '' || /^[\p{Lu}\p{N}]/u.test(after) || /\p{N}$/u.test(before)) return '-';
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  if (known.has(`${left}-${right}`)) return '-';
  if (known.has(left + right)) return '';
  return usual ? '-' : '';
}

/** The letter, the letter and a space, or the space alone. */
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

/** Those of the wanted words that stand in the document unbroken. */
function wordsOf(parts: Part[], wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const { text } of parts) {
    const unbroken = text.replace(brokenWord, ' ');
    for (const [word] of unbroken.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
      const lower = word.toLowerCase();
      if (wanted.has(lower)) found.add(lower);
    }
  }
  return found;
}

function rewrite(part: Part, repair: (broken: Broken) => string): Part {
  const pieces: string[] = [];
  const replaced: { at: number; grows: number }[] = [];
  let copied = 0;
  for (let at = nextMark(part.text, 0); at >= 0; at = nextMark(part.text, at + 1)) {
    const mark = part.text.charAt(at);
    const before = /[\p{L}\p{N}]+$/u.exec(part.text.slice(Math.max(0, at - 64), at))?.[0] ?? '';
    const after = /^[\p{L}\p{N}]+/u.exec(part.text.slice(at + 1, at + 65))?.[0] ?? '';
    const put = repair({ before, after, mark });
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

function nextMark(text: string, from: number): number {
  const found = text.slice(from).search(marks);
  return found < 0 ? -1 : from + found;
}
