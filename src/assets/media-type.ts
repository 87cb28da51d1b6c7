import { extname } from 'node:path';
import { type FileFormat, formatOfHead, formatOfName, hasMagic, type Magic } from '../../engine/index.ts';

/** The number of bytes from the start of a file that are examined. */
export const sniffedBytes = 4096;

const unknownType = 'application/octet-stream';

/**
 * Media types of files that are stored but cannot be checked, each with the first characters of such a file, as Latin-1
 * text.
 */
const unread: { type: string; magic: Magic[] }[] = [
  { type: 'video/mp4', magic: [{ at: 4, bytes: 'ftyp' }] },
  { type: 'video/x-msvideo', magic: [{ bytes: 'RIFF', and: { at: 8, bytes: 'AVI ' } }] },
  { type: 'audio/aac', magic: [{ bytes: '\xff\xf1' }] },
  { type: 'application/gzip', magic: [{ bytes: '\x1f\x8b' }] },
];

/** Containers: the content of a file identifies the container, and the extension selects the type of document in it. */
const containers: {
  bytes: string;
  type: string;
  isIn: (format: FileFormat) => boolean;
  /** Media types, by extension, of documents in the container that are stored but cannot be checked. */
  unread: Record<string, string>;
}[] = [
  {
    bytes: 'PK\x03\x04',
    type: 'application/zip',
    isIn: ({ packed }) => packed !== undefined,
    unread: {},
  },
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    type: 'application/x-ole-storage',
    isIn: ({ stream }) => stream !== undefined,
    unread: { '.xls': 'application/vnd.ms-excel', '.ppt': 'application/vnd.ms-powerpoint' },
  },
];

/** Media types that are selected by the extension of a text file. Such a file is read like any other text file. */
const textByEnding: Record<string, string> = { '.json': 'application/json', '.srt': 'text/plain' };

/**
 * Returns the media type of a file by its first bytes; the name decides between formats that start alike. For unknown
 * binary content, the type that the sender declared is used if it is audio or video, which a browser never executes.
 */
export function mediaTypeOf(head: Uint8Array, name: string, declared?: string): string {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, sniffedBytes)).toString(
    'latin1',
  );
  const ending = extname(name).toLowerCase();
  const named = formatOfName(name);
  const container = containers.find(({ bytes }) => start.startsWith(bytes));
  if (container && named && container.isIn(named)) return named.mediaType;
  if (container) return container.unread[ending] ?? container.type;
  const shown = formatOfHead(head.subarray(0, sniffedBytes))?.mediaType;
  const type = shown ?? unread.find(({ magic }) => hasMagic(start, magic))?.type;
  if (type !== undefined) return type;
  if (!isText(start)) return harmlessMedia(declared) ?? unknownType;
  if (/^(\xef\xbb\xbf)?\s*(<!--(?:(?!-->)[\s\S])*-->\s*)*<(!doctype\s+html|html)\b/i.test(start))
    return 'text/html';
  const ofText = named && 'isText' in named ? named.mediaType : 'text/plain';
  return textByEnding[ending] ?? ofText;
}

/**
 * Whether the content is text: it has no control characters except those that lay out text, and ESC, which some
 * encodings use.
 */
function isText(start: string): boolean {
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return true;
  return !Array.from(start).some((letter) => letter < ' ' && !'\t\n\v\f\r\x1b'.includes(letter));
}

function harmlessMedia(declared: string | undefined): string | null {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(audio|video)\/[a-z0-9.+-]{1,64}$/.test(type) ? type : null;
}
