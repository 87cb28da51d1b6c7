import { ReadFailure } from '../../model/errors.ts';
import { ReadingBudget } from '../reading-budget.ts';
import { Archive } from './archive.ts';

const others: [string, string][] = [
  ['META-INF/container.xml', 'an e-book (EPUB)'],
  ['content.xml', 'an OpenDocument file of another kind'],
  ['AndroidManifest.xml', 'a program'],
  ['META-INF/MANIFEST.MF', 'a program'],
];

/** In bytes: a longer entry is not a media type. */
const longestType = 200;

type PackedFormat = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'zip';

const openDocument = 'application/vnd.oasis.opendocument.';
const openDocuments: Record<string, PackedFormat> = {
  text: 'odt',
  spreadsheet: 'ods',
  presentation: 'odp',
};

/**
 * Determines which Office document a ZIP archive is, or that it is an archive of files. Throws `ReadFailure`:
 * unsupported_type and what `Archive.open` throws.
 */
export async function officeFormat(path: string): Promise<PackedFormat> {
  const archive = await Archive.open(path, new ReadingBudget(0));
  try {
    const names = new Set(archive.names());
    if (names.has('word/document.xml') || [...names].some((name) => /^word\/document\d*\.xml$/.test(name))) {
      return 'docx';
    }
    if (names.has('xl/workbook.xml')) return 'xlsx';
    if (names.has('ppt/presentation.xml')) return 'pptx';
    const written = (await archive.read('mimetype', longestType))?.toString('latin1').trim() ?? '';
    if (written.startsWith(openDocument)) {
      const kind = openDocuments[written.slice(openDocument.length).replace(/-template$/, '')];
      if (kind !== undefined) return kind;
    }
    const other = others.find(([name]) => names.has(name))?.[1];
    if (other === undefined) return 'zip';
    throw new ReadFailure(
      'unsupported_type',
      `The file is ${other}. Unpack it, or convert it to one of the formats in docs/inputs.md.`,
    );
  } finally {
    archive.close();
  }
}
