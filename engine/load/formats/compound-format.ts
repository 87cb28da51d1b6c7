import { type FileHandle, open } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import type { FileFormat } from './format.ts';
import { fileFormats } from './formats.ts';

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
export async function compoundFormat(path: string): Promise<FileFormat> {
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
      if (entries.every((byte) => byte === 0)) throw cutOff();
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

function cutOff(): ReadFailure {
  return new ReadFailure('damaged', 'The file is damaged or incomplete. Save or download it again.');
}

/** Reads bytes of the file. Bytes beyond the end of the file are zeros. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}
