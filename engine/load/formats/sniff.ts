import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import { ReadingBudget } from '../sandbox/reading-budget.ts';
import { markedEncoding, unmarkedUtf16 } from '../text/decode.ts';
import { Archive } from '../zip/archive.ts';
import type { FileFormat, Sniffed } from './format.ts';
import { documentFormat, fileFormats, formatOfHead, formatOfName } from './formats.ts';

const headBytes = 4096;
/** The header of a PDF must begin within this many bytes of the start of the file. PDF programs use the same limit. */
const pdfHeaderWithin = 1024;

/**
 * A pattern for the start of an SVG drawing, including anything that may precede its first element. Each part of the
 * pattern can end in only one place, so matching takes linear time.
 */
const svgStart =
  /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!doctype svg[^>[]*(?:\[[^\]]*\][^>]*)?>\s*)*<svg[\s>]/;

/** The first bytes of ZIP archives, of OLE compound files, and of archives that are not read, as Latin-1 text. */
const zipFiles = ['PK\x03\x04', 'PK\x05\x06'];
const compoundFiles = '\xd0\xcf\x11\xe0';
const binaries = [
  ['a gzip archive', '\x1f\x8b'],
  ['a 7-Zip archive', '7z\xbc\xaf'],
  ['a RAR archive', 'Rar!'],
] as const;

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
  const bytes = Buffer.from(head).toString('latin1');
  const pdfHeaderAt = bytes.slice(0, pdfHeaderWithin).indexOf('%PDF-');
  if (pdfHeaderAt === 0 || (pdfHeaderAt > 0 && (named === null || !isText(named))))
    return documentFormat('pdf');
  if (zipFiles.some((magic) => bytes.startsWith(magic))) return await packedFormat(path);
  if (bytes.startsWith(compoundFiles)) return await compoundFormat(path);
  const shown = formatOfHead(head);
  if (shown !== null) return shown;
  const binary = binaries.find(([, magic]) => bytes.startsWith(magic));
  if (binary !== undefined) throw unlike(name, named, binary[0]);
  if (!looksLikeText(head)) throw unlike(name, named, 'not in a known format');
  if (/^(\u00ef\u00bb\u00bf)?WEBVTT[ \t\r\n]/.test(bytes)) return documentFormat('subtitles');
  if (named?.id === 'html' || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(declaredType ?? ''))
    return documentFormat('html');
  if (named !== null && isText(named)) return named;
  if (/^\s*message\/rfc822\b/i.test(declaredType ?? '')) return documentFormat('eml');
  const start = bytes
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
  if (markedEncoding(head)?.startsWith('utf-16') || unmarkedUtf16(head) !== null) return true;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls += 1;
  }
  return controls <= head.length / 200;
}

const others: [string, string][] = [
  ['META-INF/container.xml', 'like an e-book (EPUB), but does not state its media type'],
  ['content.xml', 'an OpenDocument file of an unsupported kind'],
  ['AndroidManifest.xml', 'a program'],
  ['META-INF/MANIFEST.MF', 'a program'],
];

/** Maximum bytes of the archive's file `mimetype`, which states the document's media type. A longer file is ignored. */
const longestType = 200;

/**
 * Determines which type of document a ZIP archive is, or that it is an ordinary archive of files. Throws a
 * `ReadFailure` with the code `unsupported_type`, and the failures that `Archive.open` throws.
 */
async function packedFormat(path: string): Promise<FileFormat> {
  const archive = await Archive.open(path, new ReadingBudget(0));
  try {
    const names = archive.names();
    const byPart = fileFormats.find(({ packed }) => names.some((name) => packed?.part?.test(name)));
    if (byPart) return byPart;
    const stated = (await archive.read('mimetype', longestType))?.toString('latin1').trim() ?? '';
    const type = stated.replace(/-template$/, '');
    const byType = fileFormats.find(({ packed }) => packed?.mimetype === type);
    if (byType) return byType;
    const other = others.find(([name]) => names.includes(name))?.[1];
    if (other === undefined) return documentFormat('zip');
    throw new ReadFailure(
      'unsupported_type',
      `The file is ${other}. docs/inputs.md lists the supported formats: convert or unpack the file.`,
    );
  } finally {
    archive.close();
  }
}

/** Maximum number of sectors of the file's directory that are searched for names of streams. */
const mostSectors = 256;
const endOfChain = 0xfffffffa;
const entryBytes = 128;

/**
 * Determines the type of an OLE compound file from the names in its directory: a Word document in the format used
 * before Word 2007, or an Outlook message. MS-CFB, sections 2.2 to 2.6, specifies the layout of such files. Throws a
 * `ReadFailure` with the code `encrypted`, `unsupported_type` or `damaged`. The code `encrypted` includes newer Office
 * files with a password, which are compound files too.
 */
async function compoundFormat(path: string): Promise<FileFormat> {
  const names = await directoryNames(path);
  if (names.has('EncryptedPackage')) {
    throw new ReadFailure(
      'encrypted',
      'The Office document asks for a password. Save a copy of it without one and use that.',
    );
  }
  const known = fileFormats.find(({ stream }) => stream !== undefined && names.has(stream));
  if (known) return known;
  const found = names.has('Workbook') || names.has('Book') ? 'a spreadsheet (.xls)' : 'an Office file';
  const kind = names.has('PowerPoint Document') ? 'a presentation (.ppt)' : found;
  throw new ReadFailure(
    'unsupported_type',
    `The file is ${kind} in an old format. Save it as XLSX, PPTX, DOCX or PDF and use that.`,
  );
}

async function directoryNames(path: string): Promise<Set<string>> {
  const file = await open(path, 'r');
  try {
    const header = await bytesAt(file, 0, 512);
    const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12);
    const names = new Set<string>();
    let sector = header.readUInt32LE(48);
    for (let count = 0; sector < endOfChain && count < mostSectors; count += 1) {
      const entries = await bytesAt(file, (sector + 1) * sectorBytes, sectorBytes);
      if (entries.every((byte) => byte === 0))
        throw new ReadFailure('damaged', 'The file is damaged or incomplete. Save or download it again.');
      for (let at = 0; at + entryBytes <= sectorBytes; at += entryBytes) {
        const bytes = Math.min(entries.readUInt16LE(at + 64), 64);
        if (bytes > 2) names.add(entries.toString('utf16le', at, at + bytes - 2));
      }
      sector = await nextSector(file, header, sectorBytes, sector);
    }
    return names;
  } finally {
    await file.close();
  }
}

/**
 * The sector that follows `sector` in its chain. Only the 109 sectors of the allocation table that the header lists are
 * searched. These sectors cover at least the first 7 MB of a file; a directory that begins later is not found.
 */
async function nextSector(
  file: FileHandle,
  header: Buffer,
  sectorBytes: number,
  sector: number,
): Promise<number> {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= 109) return endOfChain;
  const tableSector = header.readUInt32LE(76 + table * 4);
  if (tableSector >= endOfChain) return endOfChain;
  return (await bytesAt(file, (tableSector + 1) * sectorBytes + (sector % perTable) * 4, 4)).readUInt32LE(0);
}

/** Reads bytes of the file. Bytes beyond the end of the file are zeros. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}
