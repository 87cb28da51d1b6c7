import { isComment, type Locator } from '../../../model/locator.ts';
import { type Part, type PlaceInPart, textPart } from '../../part.ts';
import type { Block } from '../block.ts';
import { type Piece, withoutBreaks } from './pages.ts';

/**
 * Returns one part for each block with text. The locator of a part has the headings above the block, and the block's
 * number among the paragraphs below the last of these headings.
 */
export function* sectionParts(blocks: Block[]): Generator<Part> {
  const above: { level: number; title: string }[] = [];
  let paragraph = 0;
  for (const { kind, heading, text: raw, comment, hidden } of blocks) {
    const text = tidied(withoutBreaks(raw));
    const apart = comment !== undefined || hidden !== undefined;
    if (text === '') continue;
    if (!apart && heading !== null) {
      while (above.length > 0 && (above.at(-1)?.level ?? 0) >= heading) above.pop();
      above.push({ level: heading, title: text.replace(/\s+/g, ' ').slice(0, 200) });
      paragraph = 0;
    } else if (!apart) paragraph += 1;
    const path = above.map(({ title }) => title).join(' > ');
    const locator: Locator = {
      kind: 'section',
      ...(path === '' ? {} : { heading: path }),
      paragraph: Math.max(1, paragraph),
      ...(comment && { comment }),
    };
    yield textPart(locator, text + endOf(kind), {
      headings: heading === null ? [] : [{ start: 0, end: text.length, level: heading }],
      ...(comment && { apart: true }),
      ...(hidden && { hidden }),
    });
  }
}

/**
 * Returns one part for each different paragraph of the page headers and footers. Paragraphs without a letter, such as
 * page numbers, are dropped.
 */
export function* boilerplateParts(blocks: readonly Pick<Block, 'text' | 'hidden'>[]): Generator<Part> {
  const shown = new Map<string, Block['hidden']>();
  for (const { text: raw, hidden } of blocks) {
    const text = tidied(withoutBreaks(raw));
    if (/\p{L}/u.test(text) && (hidden === undefined || !shown.has(text))) shown.set(text, hidden);
  }
  for (const [index, [text, hidden]] of [...shown].entries()) {
    const locator: Locator = { kind: 'section', heading: 'Headers and footers', paragraph: index + 1 };
    yield { ...partBeside(text, locator), ...(hidden && { hidden }) };
  }
}

/** Returns one part for each text of a comment whose position in the document is unknown. */
export function* looseComments(texts: readonly string[]): Generator<Part> {
  for (const [index, text] of texts.entries()) {
    yield partBeside(text, { kind: 'section', heading: 'Comments', paragraph: index + 1, comment: true });
  }
}

function partBeside(text: string, locator: Locator): Part {
  return textPart(locator, `${text}\n\n`, { apart: true });
}

/** Returns one part for each page, then one part for each piece of hidden text. */
export function* pagedParts(blocks: Block[], pieces: Piece[][]): Generator<Part> {
  let part = emptyPage(1);
  const unseen: Part[] = [];
  for (const [index, { kind, heading, comment, hidden }] of blocks.entries()) {
    for (const [at, { page, text: raw }] of (pieces[index] ?? []).entries()) {
      while (part.locator.page < page) {
        yield finished(part);
        part = emptyPage(part.locator.page + 1);
      }
      const text = tidied(raw);
      if (hidden !== undefined) {
        unseen.push(textPart(emptyPage(page).locator, `${text}\n\n`, { hidden }));
        continue;
      }
      const start = part.text.length;
      if (heading !== null && at === 0)
        part.headings.push({ start, end: start + text.length, level: heading });
      part.text += text + endOf(kind);
      const locator: Locator = { kind: 'page', page, ...(comment && { comment }) };
      part.places.push({ start, end: part.text.length, locator });
    }
  }
  yield finished(part);
  yield* unseen;
}

/** The complete part of a page. The paragraphs of the page have separate locators only if the page has comments. */
function finished({ places, ...part }: Page): Part {
  if (part.text === '') return { ...part, text: '\n' };
  return places.some(({ locator }) => isComment(locator)) ? { ...part, places } : part;
}

type Page = Part & { locator: { kind: 'page'; page: number }; places: PlaceInPart[] };

function emptyPage(page: number): Page {
  const locator = { kind: 'page', page } as const;
  return { ...textPart(locator, ''), locator, places: [] };
}

function endOf(kind: Block['kind']): string {
  return kind === 'row' ? '\n' : '\n\n';
}

function tidied(text: string): string {
  return text
    .replace(/\u00ad/g, '')
    .replace(/[ \u00a0]+\n/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
