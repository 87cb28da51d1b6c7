import { open } from 'node:fs/promises';
import { ReadFailure } from '../model/errors.ts';

/**
 * Says what an OLE compound file is (an old Office file, or a new one behind a password): the names in the
 * first sector of its directory tell. Layout: MS-CFB, sections 2.2 and 2.6.
 */
export async function compoundContent(path: string): Promise<ReadFailure> {
  const names = await directoryNames(path);
  if (names.includes('EncryptedPackage')) {
    return new ReadFailure(
      'encrypted',
      'The Office document asks for a password. Save a copy of it without one and use that.',
    );
  }
  const legacy = names.includes('WordDocument')
    ? 'a Word document of the old kind (.doc)'
    : 'an old Office file';
  return new ReadFailure('unsupported_type', `The file is ${legacy}. Save it as DOCX or PDF and use that.`);
}

async function directoryNames(path: string): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(512);
    await file.read(header, 0, header.length, 0);
    const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12);
    const sector = Buffer.alloc(sectorBytes);
    await file.read(sector, 0, sectorBytes, (header.readUInt32LE(48) + 1) * sectorBytes);
    const names: string[] = [];
    for (let at = 0; at + 128 <= sectorBytes; at += 128) {
      const bytes = Math.min(sector.readUInt16LE(at + 64), 64);
      if (bytes > 2) names.push(sector.toString('utf16le', at, at + bytes - 2));
    }
    return names;
  } finally {
    await file.close();
  }
}
