import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { ReadFailure } from '../model/errors.ts';
import { compoundFormat } from './compound-file.ts';
import { type FormatId, formatOfName } from './formats.ts';
import { unmarkedUtf16 } from './text/decode.ts';
import { officeFormat } from './zip/office-format.ts';

/** The type of a file's content; `note` warns when the name suggests another. */
export type Sniffed = { format: FormatId; note: string | null };

const headBytes = 4096;
/** Readers accept a PDF whose header is within its first 1,024 bytes. */
const pdfHeaderWithin = 1024;

/** Magic bytes of the supported formats, at their offset. */
const readable: [FormatId, number, number[]][] = [
  ['rtf', 0, [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', 0, [0xff, 0xd8, 0xff]],
  ['gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['tiff', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['avif', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69]],
  ['m4a', 4, [0x66, 0x74, 0x79, 0x70, 0x4d, 0x34, 0x41]],
  ['mov', 4, [0x66, 0x74, 0x79, 0x70, 0x71, 0x74, 0x20, 0x20]],
  ['mp4', 4, [0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f]],
  ['mp4', 4, [0x66, 0x74, 0x79, 0x70, 0x6d, 0x70, 0x34]],
  ['mp4', 4, [0x66, 0x74, 0x79, 0x70, 0x4d, 0x34, 0x56]],
  ['mp4', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x63, 0x31]],
  ['webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['ogg', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['flac', 0, [0x66, 0x4c, 0x61, 0x43]],
  ['mp3', 0, [0x49, 0x44, 0x33]],
  ['mp3', 0, [0xff, 0xfb]],
  ['mp3', 0, [0xff, 0xf3]],
  ['mp3', 0, [0xff, 0xf2]],
];

/**
 * An SVG drawing after whatever may precede its first element. Each part ends at one place, so that matching takes
 * linear time.
 */
const svgStart =
  /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!doctype svg[^>[]*(?:\[[^\]]*\][^>]*)?>\s*)*<svg[\s>]/;

const binaries: [string, number[]][] = [
  ['a gzip archive', [0x1f, 0x8b]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
];

/**
 * Determines the type of a file by its content; its name only separates kinds of text and shows a mismatch, and the
 * sender's type only marks a text as a web page, whatever its address ends in. Throws `ReadFailure`: empty_file,
 * type_mismatch, unsupported_type, encrypted, archive_limits, damaged.
 */
export async function sniff(path: string, name: string, declaredType?: string): Promise<Sniffed> {
  const head = await readHead(path);
  const named = formatOfName(name);
  const format = await formatOf(head, path, name, named, declaredType);
  const note =
    named !== null && named !== format && !(isText(named) && isText(format))
      ? `It is named ${extname(name).toLowerCase()} but its content is ${describe(format)}; it was read as that.`
      : null;
  return { format, note };
}

async function formatOf(
  head: Uint8Array,
  path: string,
  name: string,
  named: FormatId | null,
  declaredType: string | undefined,
): Promise<FormatId> {
  if (head.length === 0) {
    throw new ReadFailure('empty_file', 'The file is empty (0 bytes). Download or export it again.');
  }
  const pdfHeaderAt = latin1(head.subarray(0, pdfHeaderWithin)).indexOf('%PDF-');
  if (pdfHeaderAt === 0 || (pdfHeaderAt > 0 && (named === null || !isText(named)))) return 'pdf';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) {
    return await officeFormat(path);
  }
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) return await compoundFormat(path);
  const known = readable.find(([, at, magic]) => startsWith(head.subarray(at), magic));
  if (known !== undefined) return known[0];
  const riff = riffFormat(head);
  if (riff !== null) return riff;
  const still = stillPicture(head);
  if (still !== null) return still;
  const binary = binaries.find(([, magic]) => startsWith(head, magic));
  if (binary !== undefined) throw unlike(name, named, binary[0]);
  if (!looksLikeText(head)) throw unlike(name, named, 'not in a known format');
  if (/^(\u00ef\u00bb\u00bf)?WEBVTT[ \t\r\n]/.test(latin1(head.subarray(0, 16)))) return 'subtitles';
  if (named === 'html' || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(declaredType ?? ''))
    return 'html';
  if (named !== null && isText(named)) return named;
  if (/^\s*message\/rfc822\b/i.test(declaredType ?? '')) return 'eml';
  const start = latin1(head)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) {
    if (named === null) return 'html';
    throw unlike(name, named, 'an HTML page');
  }
  if (named !== null) throw unlike(name, named, 'plain text');
  // If it were read as text, findings would quote its markup.
  if (svgStart.test(start)) throw unlike(name, named, 'an SVG drawing');
  return 'text';
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(headBytes);
    const { bytesRead } = await file.read(buffer, 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function unlike(name: string, named: FormatId | null, found: string): ReadFailure {
  if (named === null) {
    return new ReadFailure(
      'unsupported_type',
      `The file is ${found}. Convert it to one of the formats in docs/inputs.md.`,
    );
  }
  const ending = extname(name).toLowerCase();
  return new ReadFailure(
    'type_mismatch',
    `The file is named ${ending} but its content is ${found}. It may be an error page saved in its place: get the real file.`,
  );
}

function describe(format: FormatId): string {
  const names: Record<FormatId, string> = {
    pdf: 'a PDF',
    docx: 'a Word document',
    odt: 'an OpenDocument text',
    doc: 'a Word document of the old kind',
    rtf: 'rich text (RTF)',
    html: 'an HTML page',
    markdown: 'Markdown',
    text: 'plain text',
    csv: 'a table of text',
    xlsx: 'a spreadsheet',
    pptx: 'a presentation',
    ods: 'an OpenDocument spreadsheet',
    odp: 'an OpenDocument presentation',
    subtitles: 'subtitles',
    eml: 'an e-mail message',
    msg: 'an Outlook message',
    zip: 'a ZIP archive',
    jpeg: 'a JPEG picture',
    png: 'a PNG picture',
    webp: 'a WebP picture',
    avif: 'an AVIF picture',
    heic: 'a HEIC picture',
    tiff: 'a TIFF picture',
    gif: 'a GIF picture',
    mp3: 'an MP3 recording',
    wav: 'a WAV recording',
    m4a: 'an MPEG-4 recording',
    ogg: 'an Ogg recording',
    flac: 'a FLAC recording',
    mp4: 'an MPEG-4 video',
    mov: 'a QuickTime video',
    webm: 'a WebM or Matroska video',
  };
  return names[format];
}

/** The content of a RIFF container; RF64 is its form for sound of more than 4 GB. */
function riffFormat(head: Uint8Array): FormatId | null {
  const start = latin1(head.subarray(0, 12));
  if (/^(RIFF|RF64).{4}WAVE/s.test(start)) return 'wav';
  return /^RIFF.{4}WEBP/s.test(start) ? 'webp' : null;
}

/**
 * A picture in an ISO container (ISO/IEC 23008-12): the brand names its compression, or leaves that to the compatible
 * brands.
 */
function stillPicture(head: Uint8Array): FormatId | null {
  const start = latin1(head.subarray(0, 256));
  if (!/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(start)) return null;
  const boxBytes = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  return /avi[fs]/.test(start.slice(8, boxBytes)) ? 'avif' : 'heic';
}

function isText(format: FormatId): boolean {
  return (
    format === 'text' ||
    format === 'markdown' ||
    format === 'csv' ||
    format === 'subtitles' ||
    format === 'eml'
  );
}

/** Text has no zero byte (unless it is UTF-16) and next to no control characters. */
function looksLikeText(head: Uint8Array): boolean {
  const marked = startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]);
  if (marked || unmarkedUtf16(head) !== null) return true;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls += 1;
  }
  return controls <= head.length / 200;
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
