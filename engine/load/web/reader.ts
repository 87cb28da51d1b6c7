import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import { type Gap, type Reading, type ReadingWarning, wholeReading } from '../part.ts';
import { Article } from './article.ts';
import { decodePage } from './charset.ts';
import { hasOtherSheets, Visibility } from './hidden.ts';
import { type PageDocument, parsePage, textOf } from './page.ts';
import { readParagraphs } from './paragraphs.ts';
import { sectionParts } from './section-parts.ts';
import { checkTree } from './tree-limits.ts';
import { htmlOf } from './xhtml.ts';

/**
 * Opens an HTML page. Each part is a paragraph, a heading or a table row, in the order of the page. The locator of a
 * part contains the headings above it. No scripts are run, and nothing is fetched. Throws a `ReadFailure` with the code
 * `too_large`, `no_text` or `damaged`.
 */
export async function openHtml(path: string, charset: string | undefined): Promise<Reading> {
  const { text, warnings } = decodePage(await readFile(path), charset);
  return readPage(text, warnings);
}

/** The words that a page shows. */
export function shownWords(html: string): string {
  checkTree(html);
  return paragraphsOf(html, 'nothing', [])
    .paragraphs.filter(({ hidden }) => hidden === undefined)
    .map(({ text }) => text)
    .join('\n');
}

function paragraphsOf(html: string, around: 'nothing' | 'menus', others: readonly string[]) {
  const page = parsePage(html);
  const sheets = [...others, ...[...page.querySelectorAll('style')].map(textOf)];
  const visibility = new Visibility(page, sheets, others.length === 0 && hasOtherSheets(page));
  const surroundings = around === 'nothing' ? around : new Article(html, page);
  const { unexamined } = visibility;
  return { page, unexamined, paragraphs: readParagraphs(page, visibility, surroundings) };
}

/**
 * Reads a page. `sheets` are the style sheets that the page links to; empty if they are unknown. Throws a `ReadFailure`.
 */
export function readPage(text: string, warnings: ReadingWarning[], sheets: readonly string[] = []): Reading {
  const html = /^\s*<\?xml\s/.test(text) ? htmlOf(text) : text;
  checkTree(html);
  const { page, unexamined, paragraphs } = paragraphsOf(html, 'menus', sheets);
  if (paragraphs.length === 0 && [...page.querySelectorAll('script')].length > 0) {
    throw new ReadFailure(
      'no_text',
      'The page shows its text only by running scripts, which Proviso does not run. Save it as PDF and use that.',
    );
  }
  const all = unexamined ? [...warnings, unexaminedStyles] : warnings;
  return wholeReading({
    countedAs: 'sections',
    parts: () => sectionParts(paragraphs),
    warnings: all,
    unread: otherFrames(page),
  });
}

const unexaminedStyles: ReadingWarning = {
  code: 'styles_not_examined',
  message:
    'The page has too many style rules to examine: text that they hide was read like visible text. Compare quotes with the page as a browser shows it.',
};

/** The frames of a page whose own pages are in other files of the same site. */
function otherFrames(page: PageDocument): Gap[] {
  return [...page.querySelectorAll('iframe, frame')]
    .filter((frame) => frame.getAttribute('srcdoc') === null)
    .map((frame) => frame.getAttribute('src')?.trim() ?? '')
    .filter((source) => /^(?![\w+.-]+:|\/\/|#)./.test(source))
    .map((source) => ({
      where: `frame ${source.slice(0, longestSource)}`,
      reason: 'a frame with a page of its own',
    }));
}

const longestSource = 200;
