import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import { unmarkedUtf16 } from '../text/decode.ts';
import { compoundFormat } from './compound-format.ts';
import type { FileFormat, Sniffed } from './format.ts';
import { documentFormat, formatOfHead, formatOfName } from './formats.ts';
import { packedFormat } from './packed-format.ts';

const headBytes = 4096;
/** The header of a PDF must begin within this many bytes of the start of the file. PDF programs use the same limit. */
const pdfHeaderWithin = 1024;

/**
 * A pattern for the start of an SVG drawing, including anything that may precede its first element. Each part of the
 * pattern can end in only one place, so matching takes linear time.
 */
const svgStart =
  /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!doctype svg[^>[]*(?:\[[^\]]*\][^>]*)?>\s*)*<svg[\s>]/;

const binaries: [string, number[]][] = [
  ['a gzip archive', [0x1f, 0x8b]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
];

/**
 * Determines the type of a file by its content. The file's name is used only to distinguish types of text and to report
 * a mismatch with the content. The media type that the sender declares is used only to recognise a text as a web page
 * or as an e-mail message. Throws a `ReadFailure` with the code `empty_file`, `type_mismatch`, `unsupported_type`,
 * `encrypted`, `archive_limits` or `damaged`.
 */
export async function sniff(path: string, name: string, declaredType?: string): Promise<Sniffed> {
  const head = await readHead(path);
  const named = formatOfName(name);
  const format = await formatOf(head, path, name, named, declaredType);
  const note =
    named !== null && named !== format && !(isText(named) && isText(format))
      ? `It is named ${extname(name).toLowerCase()} but its content is ${format.name}, so it was read as ${format.name}.`
      : null;
  return { format, note };
}

async function formatOf(
  head: Uint8Array,
  path: string,
  name: string,
  named: FileFormat | null,
  declaredType: string | undefined,
): Promise<FileFormat> {
  if (head.length === 0) {
    throw new ReadFailure('empty_file', 'The file is empty (0 bytes). Download or export it again.');
  }
  const pdfHeaderAt = latin1(head.subarray(0, pdfHeaderWithin)).indexOf('%PDF-');
  if (pdfHeaderAt === 0 || (pdfHeaderAt > 0 && (named === null || !isText(named))))
    return documentFormat('pdf');
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) {
    return await packedFormat(path);
  }
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) return await compoundFormat(path);
  const shown = formatOfHead(head);
  if (shown !== null) return shown;
  const binary = binaries.find(([, magic]) => startsWith(head, magic));
  if (binary !== undefined) throw unlike(name, named, binary[0]);
  if (!looksLikeText(head)) throw unlike(name, named, 'not in a known format');
  if (/^(\u00ef\u00bb\u00bf)?WEBVTT[ \t\r\n]/.test(latin1(head.subarray(0, 16))))
    return documentFormat('subtitles');
  if (named?.id === 'html' || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(declaredType ?? ''))
    return documentFormat('html');
  if (named !== null && isText(named)) return named;
  if (/^\s*message\/rfc822\b/i.test(declaredType ?? '')) return documentFormat('eml');
  const start = latin1(head)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) {
    if (named === null) return documentFormat('html');
    throw unlike(name, named, 'an HTML page');
  }
  if (named !== null) throw unlike(name, named, 'plain text');
  // If an SVG drawing were read as text, findings would quote its markup.
  if (svgStart.test(start)) throw unlike(name, named, 'an SVG drawing');
  return documentFormat('text');
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

function unlike(name: string, named: FileFormat | null, found: string): ReadFailure {
  if (named === null) {
    return new ReadFailure(
      'unsupported_type',
      `The file is ${found}. Convert it to one of the formats in docs/inputs.md.`,
    );
  }
  const ending = extname(name).toLowerCase();
  return new ReadFailure(
    'type_mismatch',
    `The file is named ${ending} but its content is ${found}. It may be an error page that was saved instead of the file: get the real file.`,
  );
}

function isText(format: FileFormat): boolean {
  return 'isText' in format;
}

/** Whether the bytes look like text: no zero bytes (except in UTF-16) and hardly any control characters. */
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
