import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { Article } from './article.ts';
import { decodePage } from './charset.ts';
import { Visibility } from './hidden.ts';
import { parsePage, textOf } from './page.ts';
import { type PageContent, readParagraphs } from './paragraphs.ts';
import { checkTree } from './tree-limits.ts';

/**
 * Maximum characters of a page. A longer page is a data dump, and its tree would not fit into the memory of a reader.
 */
const mostCharacters = 16 * 1024 * 1024;

const pathSeparator = ' > ';
const longestHeading = 200;

/**
 * Opens an HTML page; each part is a paragraph, a heading or a table row, in the page's order, under the path of its
 * headings. Nothing is run or fetched. Throws `ReadFailure` too_large, no_text.
 */
export async function openHtml(path: string, charset: string | undefined): Promise<Reading> {
  const { text: html, warnings } = decodePage(await readFile(path), charset);
  if (html.length > mostCharacters) {
    throw new ReadFailure(
      'too_large',
      'The page is longer than 16 million characters. Split it, or save it as PDF.',
    );
  }
  checkTree(html);
  const page = parsePage(html);
  const sheets = [...page.querySelectorAll('style')].map(textOf);
  const content = readParagraphs(page, new Visibility(page, sheets), new Article(html, page));
  if (content.paragraphs.length === 0 && [...page.querySelectorAll('script')].length > 0) {
    throw new ReadFailure(
      'no_text',
      'The page shows its text only by running scripts, which Proviso does not do. Save it as PDF and use that.',
    );
  }
  return new HtmlReading(content, warnings);
}

class HtmlReading implements Reading {
  readonly countedAs = 'sections';
  readonly pageCount = null;
  readonly #content: PageContent;
  readonly #warnings: ReadingWarning[];

  constructor(content: PageContent, warnings: ReadingWarning[]) {
    this.#content = content;
    this.#warnings = [...warnings, ...setAside(content)];
  }

  async *parts(): AsyncGenerator<Part> {
    const path: { level: number; text: string }[] = [];
    let paragraph = 0;
    for (const { text, level, anchor, boilerplate, hidden } of this.#content.paragraphs) {
      if (level !== null) {
        while ((path.at(-1)?.level ?? 0) >= level) path.pop();
        path.push({ level, text: text.replace(/\s+/g, ' ').slice(0, longestHeading) });
        paragraph = 0;
      } else if (!boilerplate && hidden === undefined) paragraph += 1;
      const heading = path.map((step) => step.text).join(pathSeparator);
      yield {
        locator: {
          kind: 'section',
          ...(heading === '' ? {} : { heading }),
          paragraph: Math.max(1, paragraph),
          ...(anchor === null ? {} : { anchor }),
        },
        text: `${text}\n\n`,
        method: 'text',
        headings: level === null ? [] : [{ start: 0, end: text.length, level }],
        marginLines: [],
        boilerplate,
        ...(hidden && { hidden }),
      };
    }
  }

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): { where: string; reason: string }[] {
    return [];
  }

  async close(): Promise<void> {}
}

function setAside({ struckLetters }: PageContent): ReadingWarning[] {
  if (struckLetters === 0) return [];
  const message = `${struckLetters} letters that the page shows struck out were not read.`;
  return [{ code: 'struck_text', message }];
}
