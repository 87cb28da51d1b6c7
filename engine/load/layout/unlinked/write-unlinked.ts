import { open, readFile, writeFile } from 'node:fs/promises';
import { ReadFailure } from '../../../model/errors.ts';
import { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import { ZipWriter } from '../../zip/zip-writer.ts';
import { isHarmlessFont, isHarmlessPicture } from './harmless-binary.ts';
import { unlinkedRtf } from './unlinked-rtf.ts';
import { unlinkedXml } from './unlinked-xml.ts';

/** The types of office files that can be copied without their links, by their usual extension. */
export const unlinkable = ['.docx', '.odt', '.rtf', '.pptx', '.odp'] as const;

/**
 * Writes a copy of an office file without anything that makes a program open another file. `to` must not exist and must
 * have one of the extensions in `unlinkable`. Throws a `ReadFailure`.
 */
export async function writeUnlinked(from: string, to: string): Promise<void> {
  if (to.endsWith('.rtf'))
    await writeFile(to, unlinkedRtf(await readFile(from)), { flag: 'wx', mode: 0o600 });
  else await writeUnlinkedPackage(from, to);
}

const mostBytes = 300 * 1024 * 1024;

/**
 * Writes a copy of a Word, PowerPoint or OpenDocument file without anything that makes a program open another file.
 * Its XML is written anew without links. Of the other parts, only pictures and fonts that cannot refer to files are
 * kept: an embedded document could have links of its own, and its picture is shown without it. Throws a `ReadFailure`.
 */
async function writeUnlinkedPackage(from: string, to: string): Promise<void> {
  const archive = await Archive.open(from, new ReadingBudget(0));
  const file = await open(to, 'wx', 0o600).catch((error: unknown) => {
    archive.close();
    throw error;
  });
  try {
    const zip = new ZipWriter(file, mostBytes, tooLarge);
    for (const name of archive.names()) {
      const content = name.endsWith('/')
        ? null
        : unlinkedPart(name, (await archive.read(name)) ?? Buffer.alloc(0));
      if (content !== null) await zip.add(name, [content]);
    }
    await zip.end();
  } finally {
    archive.close();
    await file.close();
  }
}

/** The part without links; null if it is left out. */
export function unlinkedPart(name: string, content: Buffer): Uint8Array | null {
  if (name === 'mimetype' || content.length === 0) return content;
  if (isHarmlessPicture(content) || isHarmlessFont(name, content)) return content;
  return isXml(content) ? Buffer.from(unlinkedXml(content)) : null;
}

/** Whether the first letter is that of an element, in any of the encodings that a part can have. */
function isXml(content: Buffer): boolean {
  return /^[\xef\xbb\xbf\xfe\xff\s\0]*</.test(content.subarray(0, 256).toString('latin1'));
}

function tooLarge(): never {
  throw new ReadFailure('too_large', 'It is too large to be shown on pages.');
}
