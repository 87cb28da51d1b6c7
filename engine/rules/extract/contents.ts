import type { Span } from '../../model/source.ts';

type Entry = { number: string | null; title: string };

const dots = /(?:\.[ \t]?){4}/;
const entryNumber =
  /^(?:(?:section|article|clause|§)[ \t]*)?(?<number>\d{1,3}(?:\.\d{1,3}){0,5})[.):]?[ \t]+/iu;
/** What can follow the dots: a page number, as Roman or Arabic numerals. */
const pageNumber = /^[. \t]*(?:\d{1,4}|[ivxl]{1,7})?[ \t\r]*$/i;
const longestEntry = 300;
/** Fewer lines with dots than this are not a table of contents. */
const fewestEntries = 4;

/** The table of contents of a text: where its lines are, and the headings that it announces. */
export function contentsOf(text: string): {
  lines: Span[];
  headingsIn: (text: string) => ReturnType<typeof headings>;
} {
  const lines: Span[] = [];
  const entries: Entry[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length + 1;
    const at = line.length > longestEntry ? -1 : line.search(dots);
    if (at > 0 && pageNumber.test(line.slice(at))) {
      const words = line.slice(0, at).trim();
      const number = entryNumber.exec(words);
      lines.push({ start, end });
      entries.push({ number: number?.groups?.number ?? null, title: words.slice(number?.[0].length ?? 0) });
    }
    start = end;
  }
  if (entries.length < fewestEntries) return { lines: [], headingsIn: () => [] };
  const end = lines.at(-1)?.end ?? 0;
  return { lines, headingsIn: (whole) => headings(whole, end, entries) };
}

/** The lines after the table of contents that are headings without a number in it. */
function headings(text: string, from: number, entries: readonly Entry[]) {
  const clauses = clausesOf(entries);
  const unnumbered = new Map<string, string | null>();
  entries.forEach(({ number, title }, at) => {
    if (number === null && !/^(?:list of|table|figure)\b/i.test(title))
      unnumbered.set(folded(title), clauses[at] ?? null);
  });
  const found = [];
  for (const match of text.slice(from).matchAll(/^[^\n]{3,120}$/gmu)) {
    const line = match[0].trim();
    const implied = unnumbered.get(folded(line));
    if (implied === undefined) continue;
    const start = from + match.index;
    const end = start + match[0].length;
    found.push({ start, end, title: line, implied });
  }
  return found;
}

/** Fewer numbers that follow from the numbers around them do not prove how the other headings are numbered. */
const fewestProofs = 3;

/**
 * The clauses of the entries without a printed number. "4", "Level 1", "4.1.1" shows that "Level 1" is 4.1. If the
 * headings of the second level have no printed numbers, and counting them agrees with every number that is shown in
 * this way, then counting numbers the others too. Otherwise the clause is the first part of the number before the entry,
 * which the entry is in for certain.
 */
function clausesOf(entries: readonly Entry[]): (string | null)[] {
  const shown = entries.map((_, at) => shownAt(entries, at));
  let top: string | null = null;
  let count = 0;
  const counted = entries.map(({ number }): string | null => {
    if (number !== null) {
      const [first = ''] = number.split('.');
      if (first !== top) count = 0;
      top = first;
      return null;
    }
    count += 1;
    return top === null ? null : `${top}.${count}`;
  });
  const proofs = shown.filter((clause, at) => clause !== null && clause === counted[at]).length;
  const isCounted =
    proofs >= fewestProofs &&
    shown.every((clause, at) => clause === null || clause === counted[at]) &&
    !entries.some(({ number }) => number?.split('.').length === 2);
  return entries.map(({ number }, at) => {
    if (number !== null) return number;
    if (isCounted) return counted[at] ?? null;
    const hasNext = entries.slice(at).some((later) => later.number !== null);
    return shown[at] ?? (hasNext ? (counted[at]?.split('.')[0] ?? null) : null);
  });
}

/** The number of an entry that follows from the numbers before and after it; null if none does. */
function shownAt(entries: readonly Entry[], at: number): string | null {
  if (entries[at]?.number !== null) return null;
  const before = entries.slice(0, at).findLast(({ number }) => number !== null)?.number ?? null;
  const parent = (entries[at + 1]?.number ?? '').split('.').slice(0, -1).join('.');
  if (before === null || !parent.includes('.')) return null;
  return before === parent || before.startsWith(`${parent}.`) ? null : parent;
}

/** Words in small letters, without punctuation. */
export function folded(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
