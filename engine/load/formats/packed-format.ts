import { ReadFailure } from '../../model/errors.ts';
import { ReadingBudget } from '../sandbox/reading-budget.ts';
import { Archive } from '../zip/archive.ts';
import type { FileFormat } from './format.ts';
import { documentFormat, fileFormats } from './formats.ts';

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
export async function packedFormat(path: string): Promise<FileFormat> {
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
