import type { Box } from '../../../engine/model/locator.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { run } from './programs.ts';

/** A word and its box, in fractions of the page from its top left corner. */
export type PlacedWord = { word: string; box: Box };

/** The text of one page, whether it is cited by page or by region. */
export function textOn(content: SourceText, page: number): string {
  return content.ranges
    .filter(({ locator }) => 'page' in locator && (locator.page ?? 1) === page)
    .map(({ start, end }) => content.text.slice(start, end))
    .join(' ');
}

/** The recognised words of a picture or page, with the regions by which they are cited. */
export function recognisedWords(content: SourceText): PlacedWord[] {
  return content.ranges.flatMap(({ start, end, locator }) =>
    locator.kind === 'region' ? [{ word: content.text.slice(start, end).trim(), box: locator.box }] : [],
  );
}

/** The words of a page with a text layer, and their boxes on the page as displayed, according to pdftotext. */
export async function placedWords(pdf: string, page: number): Promise<PlacedWord[]> {
  const only = ['-f', `${page}`, '-l', `${page}`, pdf];
  const turn = Number(/rot: *(\d+)/.exec(await run('pdfinfo', only))?.[1]);
  const wording = await run('pdftotext', ['-bbox', '-cropbox', ...only, '-']);
  const sizes = (/<page width="([\d.]+)" height="([\d.]+)"/.exec(wording) ?? []).slice(1).map(Number);
  // pdftotext prints the size of the page before its rotation, but the positions of words after it.
  const [width = 1, height = 1] = turn % 180 === 0 ? sizes : sizes.reverse();
  const words = wording.matchAll(
    /xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]+)</g,
  );
  return [...words].map(([, ...found]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(0, 4).map(Number);
    const box = {
      x: left / width,
      y: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    };
    return { word: withoutEntities(found[4] ?? ''), box };
  });
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  '#39': "'",
  quot: '"',
  lt: '<',
  gt: '>',
};

function withoutEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}

/**
 * The share of words whose centres in the two lists are at most `near` apart. Only words that occur once in each list
 * count.
 */
export function shareInPlace(expected: PlacedWord[], found: PlacedWord[], near: number): number {
  const theirs = single(expected);
  const shared = [...single(found)].flatMap(([word, box]) => {
    const other = theirs.get(word);
    return other === undefined ? [] : [distance(box, other)];
  });
  return shared.length === 0 ? 0 : shared.filter((apart) => apart <= near).length / shared.length;
}

function single(words: PlacedWord[]): Map<string, Box> {
  const once = new Map<string, Box>();
  const twice = new Set<string>();
  for (const { word, box } of words) {
    if (once.has(word)) twice.add(word);
    once.set(word, box);
  }
  for (const word of twice) once.delete(word);
  return once;
}

function distance(a: Box, b: Box): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}
