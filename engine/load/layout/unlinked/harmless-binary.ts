/** The first bytes of pictures that cannot refer to files, as Latin-1 text. */
const pictures = [
  ...['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'BM', 'II*\0', 'MM\0*', '%PDF-'],
  // Windows metafiles, device-independent bitmaps of RTF, and metafiles of OpenDocument.
  ...['\xd7\xcd\xc6\x9a', '\x01\0\x09\0', '\x28\0\0\0', 'VCLMTF'],
];
/** Programs look this far for the beginning of a drawing. */
const searchedBytes = 4096;

/**
 * Whether these are the bytes of a picture that contains no reference to a file. LibreOffice chooses the reader of a
 * picture by its bytes, so an SVG drawing, which can refer to files, could have any name.
 */
export function isHarmlessPicture(bytes: Uint8Array): boolean {
  const start = startOf(bytes);
  const isKnown =
    pictures.some((magic) => start.startsWith(magic)) ||
    (start.startsWith('\x01\0\0\0') && start.startsWith(' EMF', 40)) ||
    (start.startsWith('RIFF') && start.startsWith('WEBP', 8));
  return isKnown && !containsDrawing(start);
}

/** The first bytes of archives, documents and texts. The first bytes of a font in a Word document are encrypted. */
const documents = [
  '\x1f\x8b',
  'PK',
  '{\\rtf',
  '%!',
  '<',
  '\xd0\xcf\x11\xe0',
  '\xef\xbb\xbf',
  '\xfe\xff',
  '\xff\xfe',
];

/** Whether a part of a document whose name is that of a font cannot be anything that refers to files. */
export function isHarmlessFont(name: string, bytes: Uint8Array): boolean {
  const start = startOf(bytes);
  const isOther = documents.some((magic) => start.startsWith(magic)) || containsDrawing(start);
  return /\.(?:odttf|fntdata|ttf|otf)$/i.test(name) && !isOther;
}

function containsDrawing(start: string): boolean {
  return /<(?:svg|!doctype|\?xml|html)|%!ps|\{\\rtf/i.test(start.replaceAll('\0', ''));
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, searchedBytes)).toString('latin1');
}
