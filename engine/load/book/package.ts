import { posix } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import { type Attributes, elementsNamed, treeOf, walk } from '../office/xml.ts';
import type { Archive } from '../zip/archive.ts';

/**
 * A file that an e-book's package document lists. `path` is its path in the archive; `name` is its path relative to the
 * package document.
 */
export type Item = { path: string; name: string; mediaType: string; isContents: boolean };

/**
 * `chapters` lists each chapter once, in reading order. `cover` is the path of the cover picture in the archive; null
 * if there is none.
 */
export type BookPackage = { chapters: Item[]; cover: string | null };

type Listed = Item & { id: string; fallback: string; isCover: boolean };

/** The media types of chapters that are web pages. Only older books use the last two media types. */
const pageTypes = ['application/xhtml+xml', 'text/html', 'text/x-oeb1-document'];
const mostFallbacks = 10;

export function isPage({ mediaType }: Item): boolean {
  return pageTypes.includes(mediaType);
}

/**
 * Reads the package document of an EPUB (EPUB 3.3, section 5). The chapters are in the order of the document's spine.
 * Throws a `ReadFailure` with the code `damaged`, `encrypted` or `archive_limits`.
 */
export async function readPackage(archive: Archive): Promise<BookPackage> {
  const container = await archive.read('META-INF/container.xml');
  if (container === null) throw damaged('has no META-INF/container.xml');
  const path = packagePath(container);
  const encrypted = encryptedFiles(await archive.read('META-INF/encryption.xml'));
  if (path !== null && encrypted.has(path)) throw isEncrypted();
  const bytes = path === null ? null : await archive.read(path);
  if (path === null || bytes === null) throw damaged('does not contain the package that it names');
  const book = packageIn(bytes, posix.dirname(path));
  if (book.chapters.some((chapter) => encrypted.has(chapter.path))) throw isEncrypted();
  if (book.chapters.length === 0) throw damaged('lists no chapters');
  return book;
}

/** The path of the first package document that the container lists, which is the default; null if it lists none. */
function packagePath(container: Buffer): string | null {
  const [first] = elementsNamed(treeOf(container), 'rootfile');
  return first === undefined ? null : pathOf('', first.attributes['full-path'] ?? '');
}

/** The paths of the encrypted files. A book whose text is not protected can still have encrypted fonts. */
function encryptedFiles(list: Buffer | null): Set<string> {
  const references = elementsNamed(treeOf(list), 'CipherReference');
  return new Set(references.flatMap(({ attributes: { URI } }) => (URI === undefined ? [] : pathOf('', URI))));
}

function packageIn(bytes: Buffer, folder: string): BookPackage {
  const items = new Map<string, Listed>();
  const spine: string[] = [];
  let cover: string | undefined;
  walk(treeOf(bytes), ({ name, attributes }) => {
    const { id = '', idref = '', content } = attributes;
    if (name === 'item' && !items.has(id)) items.set(id, itemOf(attributes, folder));
    else if (name === 'itemref') spine.push(idref);
    else if (name === 'meta' && attributes.name === 'cover') cover ??= content;
  });
  const chapters = new Map<string, Item>();
  for (const idref of spine) {
    const item = readable(items, idref);
    if (item !== undefined && !chapters.has(item.path)) chapters.set(item.path, item);
  }
  const picture = [...items.values()].find(({ id, isCover }) => isCover || id === cover);
  return { chapters: [...chapters.values()], cover: picture?.path ?? null };
}

function itemOf(attributes: Attributes, folder: string): Listed {
  const { id = '', href = '', properties = '', fallback = '' } = attributes;
  const path = pathOf(folder, href);
  const all = properties.split(/\s+/);
  return {
    id,
    path,
    name: posix.relative(folder, path),
    mediaType: (attributes['media-type'] ?? '').trim().toLowerCase(),
    isContents: all.includes('nav'),
    fallback,
    isCover: all.includes('cover-image'),
  };
}

/**
 * The item if it is a web page, or else the first web page in its chain of fallbacks. If no item in the chain is a web
 * page, the first item; undefined for an unknown id.
 */
function readable(items: ReadonlyMap<string, Listed>, id: string): Listed | undefined {
  const first = items.get(id);
  let item = first;
  for (let step = 0; item !== undefined && !isPage(item) && step < mostFallbacks; step += 1)
    item = items.get(item.fallback);
  return item !== undefined && isPage(item) ? item : first;
}

/** Resolves `reference`, which is relative to `folder`, to the path of a file in the archive. */
export function pathOf(folder: string, reference: string): string {
  const [path = ''] = reference.split(/[#?]/, 1);
  return posix.join(folder, decoded(path)).replace(/^\/+/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isEncrypted(): ReadFailure {
  return new ReadFailure(
    'encrypted',
    'The e-book is encrypted by copy protection (DRM). Use a copy without protection.',
  );
}

function damaged(what: string): ReadFailure {
  return new ReadFailure('damaged', `The e-book is damaged: it ${what}. Download or export it again.`);
}
