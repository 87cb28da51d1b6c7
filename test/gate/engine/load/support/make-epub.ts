import { makeZip, type ZipEntry } from './make-zip.ts';

const container = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`;

export type BookFile = {
  /** The path of the file as the package lists it, relative to the package. */
  href: string;
  /** The name of the file in the archive if that differs from `href`, or null if the archive lacks the file. */
  name?: string | null;
  content: string;
  mediaType?: string;
  properties?: string;
  fallback?: string;
};

/**
 * An EPUB of these files. The id of a file is its position, from 0; `spine` lists these positions in reading order.
 * `parts` are files of the archive that the package does not list.
 */
export function makeEpub(files: BookFile[], spine: number[], parts: ZipEntry[] = []): Uint8Array {
  const items = files.map(
    ({ href, mediaType = 'application/xhtml+xml', properties = '', fallback = '' }, at) =>
      `<item id="f${at}" href="${href}" media-type="${mediaType}" properties="${properties}" fallback="${fallback}"/>`,
  );
  const refs = spine.map((at) => `<itemref idref="f${at}"/>`);
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/>
    <manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`;
  const contents = files.flatMap(({ href, name = href, content }) =>
    name === null ? [] : [{ name: `OEBPS/${name}`, content }],
  );
  return makeZip([
    { name: 'mimetype', content: 'application/epub+zip' },
    { name: 'META-INF/container.xml', content: container },
    { name: 'OEBPS/book.opf', content: opf },
    ...contents,
    ...parts,
  ]);
}

/** A chapter in XHTML. */
export function chapter(body: string, head = '<title/>'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>${head}</head><body>${body}</body></html>`;
}
