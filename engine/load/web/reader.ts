import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { Article } from './article.ts';
import { decodePage } from './charset.ts';
import { hasOtherSheets, Visibility } from './hidden.ts';
import { parsePage, textOf } from './page.ts';
import { type Paragraph, readParagraphs } from './paragraphs.ts';
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
  const html = /^\s*<\?xml\s/.test(text) ? htmlOf(text) : text;
  checkTree(html);
  const page = parsePage(html);
  const sheets = [...page.querySelectorAll('style')].map(textOf);
  const visibility = new Visibility(page, sheets, hasOtherSheets(page));
  const paragraphs = readParagraphs(page, visibility, new Article(html, page));
  if (paragraphs.length === 0 && [...page.querySelectorAll('script')].length > 0) {
    throw new ReadFailure(
      'no_text',
      'The page shows its text only by running scripts, which Proviso does not run. Save it as PDF and use that.',
    );
  }
  return new HtmlReading(paragraphs, warnings);
}

class HtmlReading implements Reading {
  readonly countedAs = 'sections';
  readonly pageCount = null;
  readonly #paragraphs: Paragraph[];
  readonly #warnings: ReadingWarning[];

  constructor(paragraphs: Paragraph[], warnings: ReadingWarning[]) {
    this.#paragraphs = paragraphs;
    this.#warnings = warnings;
  }

  async *parts(): AsyncGenerator<Part> {
    yield* sectionParts(this.#paragraphs);
  }

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): { where: string; reason: string }[] {
    return [];
  }

  async close(): Promise<void> {}
}
