import { ReadFailure } from '../../../model/errors.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';

/** The parts of an OpenDocument file that are read. */
export type OpenDocument = { content: Buffer; styles: Buffer | null };

/**
 * Reads the parts of an OpenDocument file. Throws a `ReadFailure` with the code `archive_limits`, `encrypted` or
 * `damaged`.
 */
export async function readOpenDocument(path: string, budget: ReadingBudget): Promise<OpenDocument> {
  const archive = await Archive.open(path, budget);
  try {
    const manifest = await archive.read('META-INF/manifest.xml');
    if (manifest?.includes('encryption-data')) {
      throw new ReadFailure(
        'encrypted',
        'The document asks for a password. Save a copy of it without one and use that.',
      );
    }
    const content = await archive.read('content.xml');
    if (content === null) {
      throw new ReadFailure('damaged', 'The document has no content. Save it again, or as PDF.');
    }
    return { content, styles: await archive.read('styles.xml') };
  } finally {
    archive.close();
  }
}
