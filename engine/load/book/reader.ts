import { posix } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import { type Gap, type Part, type Reading, type ReadingWarning, wholeReading } from '../part.ts';
import type { ReadingBudget } from '../sandbox/reading-budget.ts';
import { decodePage } from '../web/charset.ts';
import { linkedSheets, Visibility } from '../web/hidden.ts';
import { type PageDocument, type PageElement, parsePage, textOf } from '../web/page.ts';
import { readParagraphs } from '../web/paragraphs.ts';
import { sectionParts } from '../web/section-parts.ts';
import { checkTree } from '../web/tree-limits.ts';
import { htmlOf } from '../web/xhtml.ts';
import { Archive } from '../zip/archive.ts';
import { type BookPackage, type Item, isPage, pathOf, readPackage } from './package.ts';

/** Opens an EPUB. Throws a `ReadFailure` with the code `archive_limits`, `encrypted` or `damaged`. */
export async function openEpub(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const book = await readPackage(archive);
    const names = new Set(archive.names());
    if (!book.chapters.some((chapter) => names.has(chapter.path))) {
      throw new ReadFailure(
        'damaged',
        'The e-book is damaged: it contains none of its chapters. Download or export it again.',
      );
    }
    const chapters = new Chapters(archive, book);
    const { warnings, unread } = chapters;
    const parts = () => chapters.parts();
    return wholeReading({ countedAs: 'sections', parts, warnings, unread, close: () => archive.close() });
  } catch (error) {
    archive.close();
    throw error;
  }
}

/**
 * Reads the chapters of an e-book in reading order, each like a web page. Words before the first heading of a chapter
 * are cited under the name of the chapter's file.
 */
class Chapters {
  readonly warnings: ReadingWarning[] = [];
  readonly unread: Gap[] = [];
  readonly #archive: Archive;
  readonly #book: BookPackage;
  readonly #sheets = new Map<string, string | null>();

  constructor(archive: Archive, book: BookPackage) {
    this.#archive = archive;
    this.#book = book;
  }

  async *parts(): AsyncGenerator<Part> {
    for (const chapter of this.#book.chapters) {
      const bytes = isPage(chapter) ? await this.#archive.read(chapter.path) : null;
      if (bytes !== null) yield* await this.#chapterParts(chapter, bytes);
      else if (isPage(chapter)) this.#leaveOut(chapter, 'the e-book lists it but does not contain it');
      else this.#leaveOut(chapter, `a chapter in an unsupported format (${chapter.mediaType})`);
    }
  }

  async #chapterParts(chapter: Item, bytes: Buffer): Promise<Iterable<Part>> {
    const { text, warnings } = decodePage(bytes, undefined);
    const html = htmlOf(text);
    checkTree(html);
    const page = parsePage(html);
    const visibility = await this.#visibilityOf(page, chapter);
    const paragraphs = readParagraphs(page, visibility, chapter.isContents ? 'lists of links' : 'nothing');
    for (const { code, message } of warnings)
      this.warnings.push({ code, message: `${chapter.name}: ${message}` });
    if (paragraphs.length === 0) this.#noteWithoutWords(chapter, page);
    return sectionParts(paragraphs, chapter);
  }

  /** Which elements of the chapter are visible, according to the style sheets that the chapter contains or links to. */
  async #visibilityOf(page: PageDocument, { path }: Item): Promise<Visibility> {
    const own = [...page.querySelectorAll('style')].map(textOf);
    const linked: (string | null)[] = [];
    for (const link of linkedSheets(page)) linked.push(await this.#sheetOf(link, path));
    const known = linked.filter((sheet) => sheet !== null);
    return new Visibility(page, [...known, ...own], known.length < linked.length);
  }

  /**
   * The text of a linked style sheet. Null for a style sheet that the book does not contain. Also null for an
   * alternative style sheet and for one for certain media, because it is uncertain whether such a style sheet applies.
   */
  async #sheetOf(link: PageElement, path: string): Promise<string | null> {
    const media = link.getAttribute('media') ?? 'all';
    if (/\balternate\b/i.test(link.getAttribute('rel') ?? '') || !/^\s*(all|screen)?\s*$/i.test(media))
      return null;
    const name = pathOf(posix.dirname(path), link.getAttribute('href') ?? '');
    const known = this.#sheets.get(name);
    if (known !== undefined) return known;
    const bytes = await this.#archive.read(name);
    const sheet = bytes === null ? null : decodePage(bytes, 'utf-8').text;
    this.#sheets.set(name, sheet);
    return sheet;
  }

  /** Reports a chapter without words as unread if it has scripts, or any picture except the cover. */
  #noteWithoutWords(chapter: Item, page: PageDocument): void {
    const folder = posix.dirname(chapter.path);
    const pictures = [...page.querySelectorAll('img,image,object,embed')].map((picture) =>
      pathOf(
        folder,
        ['src', 'xlink:href', 'href', 'data'].map((name) => picture.getAttribute(name)).find(Boolean) ?? '',
      ),
    );
    if (pictures.some((path) => path !== this.#book.cover)) this.#leaveOut(chapter, 'pictures without text');
    else if ([...page.querySelectorAll('script')].length > 0)
      this.#leaveOut(chapter, 'a page that shows its text only by running scripts');
  }

  #leaveOut({ name }: Item, reason: string): void {
    this.unread.push({ where: name, reason });
  }
}
