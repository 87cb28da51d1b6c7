import { extname } from 'node:path';

/** Bytes from the start of a file that are examined. */
export const sniffedBytes = 4096;

const unknownType = 'application/octet-stream';

type Signature = { type: string; start: string; later?: { at: number; bytes: string } };

const inRiff = (bytes: string) => ({ start: 'RIFF', later: { at: 8, bytes } });
const inBoxes = (brand: string) => ({ start: '\0', later: { at: 4, bytes: `ftyp${brand}` } });

/** Signatures as latin-1 text; the first match wins. Sources: the specifications of the formats. */
const signatures: Signature[] = [
  { type: 'application/pdf', start: '%PDF-' },
  { type: 'image/png', start: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', start: '\xff\xd8\xff' },
  { type: 'image/gif', start: 'GIF87a' },
  { type: 'image/gif', start: 'GIF89a' },
  { type: 'image/webp', ...inRiff('WEBP') },
  { type: 'image/tiff', start: 'II*\0' },
  { type: 'image/tiff', start: 'MM\0*' },
  { type: 'image/avif', ...inBoxes('avi') },
  { type: 'image/heic', ...inBoxes('hei') },
  { type: 'image/heic', ...inBoxes('hev') },
  { type: 'image/heic', ...inBoxes('mif1') },
  { type: 'audio/mp4', ...inBoxes('M4A') },
  { type: 'video/quicktime', ...inBoxes('qt') },
  { type: 'video/mp4', ...inBoxes('') },
  { type: 'video/webm', start: '\x1aE\xdf\xa3' },
  { type: 'video/x-msvideo', ...inRiff('AVI ') },
  { type: 'audio/wav', ...inRiff('WAVE') },
  { type: 'audio/flac', start: 'fLaC\0' },
  { type: 'audio/ogg', start: 'OggS\0' },
  { type: 'audio/mpeg', start: 'ID3\x02' },
  { type: 'audio/mpeg', start: 'ID3\x03' },
  { type: 'audio/mpeg', start: 'ID3\x04' },
  { type: 'audio/mpeg', start: '\xff\xfb' },
  { type: 'audio/mpeg', start: '\xff\xf3' },
  { type: 'audio/aac', start: '\xff\xf1' },
  { type: 'application/rtf', start: '{\\rtf' },
  { type: 'application/gzip', start: '\x1f\x8b' },
];

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Formats that share a container: the content identifies the container, the extension selects the format. */
const containers: { bytes: string; type: string; kinds: Record<string, string> }[] = [
  {
    bytes: 'PK\x03\x04',
    type: 'application/zip',
    kinds: {
      '.docx': `${office}.wordprocessingml.document`,
      '.xlsx': `${office}.spreadsheetml.sheet`,
      '.pptx': `${office}.presentationml.presentation`,
      '.odt': `${openDocument}.text`,
      '.ods': `${openDocument}.spreadsheet`,
      '.odp': `${openDocument}.presentation`,
      '.epub': 'application/epub+zip',
    },
  },
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    type: 'application/x-ole-storage',
    kinds: {
      '.doc': 'application/msword',
      '.xls': 'application/vnd.ms-excel',
      '.ppt': 'application/vnd.ms-powerpoint',
      '.msg': 'application/vnd.ms-outlook',
    },
  },
];

const textKinds: Record<string, string> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.eml': 'message/rfc822',
  '.vtt': 'text/vtt',
};

/**
 * Returns the media type of a file by its first bytes; the name decides between formats with the same start. The type
 * that the sender declared is used for unknown binary content, unless a browser would execute that type.
 */
export function mediaTypeOf(head: Uint8Array, name: string, declared?: string): string {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, sniffedBytes)).toString(
    'latin1',
  );
  const ending = extname(name).toLowerCase();
  const container = containers.find(({ bytes }) => start.startsWith(bytes));
  if (container) return container.kinds[ending] ?? container.type;
  const signature = signatures.find(
    (known) =>
      start.startsWith(known.start) && (!known.later || start.startsWith(known.later.bytes, known.later.at)),
  );
  if (signature) return signature.type;
  if (!isText(start)) return harmlessMedia(declared) ?? unknownType;
  if (/^(\xef\xbb\xbf)?\s*(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)\b/i.test(start)) return 'text/html';
  return textKinds[ending] ?? 'text/plain';
}

/** Only the control characters that lay out text, and ESC, which some encodings use. */
function isText(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return true;
  return !Array.from(start).some((letter) => letter < ' ' && !'\t\n\v\f\r\x1b'.includes(letter));
}

function harmlessMedia(declared: string | undefined): string | null {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(audio|video)\/[a-z0-9.+-]{1,64}$/.test(type) ? type : null;
}
