import { citationOf } from '../../../engine/cite/citation-of.ts';
import { rangesAt } from '../../../engine/cite/locator-at.ts';
import { withBoxes } from '../../../engine/cite/with-boxes.ts';
import { defaultLimits } from '../../../engine/job.ts';
import { loadSource } from '../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import { createBoxLocator } from '../../../engine/load/pages/box-locator.ts';
import type { Citation, PageBox } from '../../../engine/model/citation.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { Box } from '../../../engine/model/locator.ts';
import type { Source, SourceText, Span } from '../../../engine/model/source.ts';
import { RunSources } from '../../../engine/runtime/run-sources.ts';
import { finding } from '../../support/findings.ts';
import type { PlacedWord } from './places.ts';

/** The length of a quote, in characters; the text of each page is cut into such quotes. */
const quoteLength = 160;
const signal = new AbortController().signal;

export type Quoted = { page: number; quote: string; boxes: PageBox[] };

/** The text of the pages, cut into quotes that are cited as in a run. `boxes` is empty for a quote without boxes. */
export async function quotesOf(path: string, pages?: readonly number[]): Promise<Quoted[]> {
  const cited = await citationsOn(path, pages);
  return cited.map(({ page, citation: { quote, boxes = [] } }) => ({ page, quote, boxes }));
}

/** The text of the pages, cut into quotes, each with its page and its citation as in a run. */
export async function citationsOn(
  path: string,
  pages?: readonly number[],
): Promise<{ page: number; citation: Citation }[]> {
  const retained = new RunSources(1);
  try {
    const ports = { openSource: openLocalFile, sourceCache: noSourceCache };
    const file = { name: path, ref: path, linkBase: path };
    const { sha256, content } = await loadSource(file, ports, defaultLimits, {
      signal,
      retain: (opened) => retained.retain(opened),
    });
    const source: Source = { role: 'input', fileIndex: 0, name: path, linkBase: path, sha256, content };
    const quotes = [...pageSpans(content)]
      .filter(([page]) => pages === undefined || pages.includes(page))
      .flatMap(([page, span]) => cut(content.text, span).map((quote) => ({ page, ...quote })))
      // A page header or footer is not cited.
      .filter((span) => rangesAt(content, span).length > 0);
    const citations = quotes.map(({ start, end }) =>
      citationOf({ source, start, end, match: 'exact', corrected: false }, 'supports'),
    );
    const [rule] = keyRules([{ name: 'Any', description: 'Any.' }]);
    if (rule === undefined) throw new Error('expected one key for the rule');
    const { lookAt } = createBoxLocator(retained, defaultLimits, signal);
    const boxed = await withBoxes(finding({ rule, citations }), [source], lookAt);
    return boxed.citations.map((citation, index) => ({ page: quotes[index]?.page ?? 0, citation }));
  } finally {
    await retained.close();
  }
}

/** Where the text of each page begins and ends, whether the page is cited by page or by region. */
function pageSpans({ ranges }: SourceText): Map<number, Span> {
  const spans = new Map<number, Span>();
  for (const { start, end, locator } of ranges) {
    if (locator.kind !== 'page' && locator.kind !== 'region') continue;
    const page = locator.page ?? 1;
    spans.set(page, { start: spans.get(page)?.start ?? start, end });
  }
  return spans;
}

/** Parts of the text that begin and end at word boundaries. */
function cut(text: string, { start, end }: Span): Span[] {
  const words = [...text.slice(start, end).matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
  const spans: Span[] = [];
  for (const word of words) {
    const last = spans.at(-1);
    if (last === undefined || word.end - last.start > quoteLength) spans.push({ ...word });
    else last.end = word.end;
  }
  return spans;
}

/** A comparison of the boxes of quotes with the positions of the words according to pdftotext. */
export type Drawn = {
  /** The number of words in the quotes that occur only once on their page. */
  words: number;
  /** How many of these words have their centre in a box of their own quote. */
  boxed: number;
  /** The number of words that are not in a quote but have their centre in a box of that quote. */
  foreign: number;
  boxes: number;
  /** The number of boxes that are covered less than half by words of their quote. */
  astray: number;
};

export function drawn(quotes: readonly Quoted[], words: readonly PlacedWord[]): Drawn {
  const sum: Drawn = { words: 0, boxed: 0, foreign: 0, boxes: 0, astray: 0 };
  for (const { quote, boxes } of quotes) {
    const own = standingOnce(quote, words);
    if (own === null) continue;
    const others = words.filter((word) => lettersOf(word.word) !== '' && !own.includes(word));
    sum.words += own.length;
    sum.boxed += own.filter(({ box }) => boxes.some((one) => hasCentreOf(one, box))).length;
    sum.foreign += others.filter(({ box }) => boxes.some((one) => hasCentreOf(one, box))).length;
    sum.boxes += boxes.length;
    sum.astray += boxes.filter((one) => coveredShare(one, own) < 0.5).length;
  }
  return sum;
}

/**
 * The letters of the words whose centre is in a box, in the order of the alphabet, because pdftotext can return the words
 * of a table in another order.
 */
export function lettersUnder(boxes: readonly Box[], words: readonly PlacedWord[]): string {
  return sortedLetters(
    words
      .filter(({ box }) => boxes.some((one) => hasCentreOf(one, box)))
      .map(({ word }) => word)
      .join(''),
  );
}

/** The letters and digits of a text in the order of the alphabet. */
export function sortedLetters(text: string): string {
  return [...lettersOf(text)].sort().join('');
}

/** The consecutive words that have the letters of the quote; null if there is not exactly one such sequence. */
function standingOnce(quote: string, words: readonly PlacedWord[]): PlacedWord[] | null {
  const letters = lettersOf(quote);
  const starts: number[] = [];
  let page = '';
  for (const { word } of words) {
    starts.push(page.length);
    page += lettersOf(word);
  }
  const at = page.indexOf(letters);
  if (letters === '' || at < 0 || at !== page.lastIndexOf(letters)) return null;
  const end = at + letters.length;
  return words.filter((_, index) => {
    const [from = 0, to = page.length] = [starts[index], starts[index + 1]];
    // Signs without letters, such as bullets or currency signs, belong to the adjacent word.
    return to === from ? from >= at && to <= end : from < end && to > at;
  });
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function hasCentreOf(box: Box, word: Box): boolean {
  const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

function coveredShare(box: Box, words: readonly PlacedWord[]): number {
  const shared = words.map(({ box: word }) => {
    const across = Math.min(box.x + box.width, word.x + word.width) - Math.max(box.x, word.x);
    const down = Math.min(box.y + box.height, word.y + word.height) - Math.max(box.y, word.y);
    return Math.max(0, across) * Math.max(0, down);
  });
  return shared.reduce((total, one) => total + one, 0) / Math.max(1e-9, box.width * box.height);
}
