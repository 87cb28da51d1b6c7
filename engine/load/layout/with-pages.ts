import { ReadFailure } from '../../model/errors.ts';
import type { SourceText } from '../../model/source.ts';
import type { PageLayout } from '../../ports.ts';
import { assemble } from '../assemble.ts';
import type { DocumentFormat } from '../formats/format.ts';
import type { Part, ReadingWarning } from '../part.ts';
import type { Fresh } from '../read-once.ts';
import type { FileEnding } from '../sandbox/read-file.ts';
import { onPages } from './laid-out.ts';

/** A document that was read without page numbers. */
type Written = {
  path: string;
  sha256: string;
  format: DocumentFormat;
  parts: Part[];
  ending: FileEnding;
  content: SourceText;
};

export const asLaidOut = {
  code: 'pages_as_laid_out',
  message:
    'Its page numbers are those of LibreOffice. The program that wrote it may break pages at other places.',
};

/**
 * Adds page numbers to a document: `layout` converts the document to a PDF, and `readPdf` reads the PDF. If the
 * conversion fails, the document is returned without page numbers and is not cached, because another attempt can
 * succeed. Throws the signal's reason if the signal is aborted.
 */
export async function withPages(
  { path, sha256, format, parts, ending, content }: Written,
  layout: PageLayout,
  readPdf: (path: string) => Promise<SourceText>,
  limits: { signal: AbortSignal; ms: number },
): Promise<Fresh> {
  try {
    const laidOut = await layout.pdfOf({ path, sha256, ending: format.extensions[0] }, readPdf, limits);
    const placed = onPages(parts, laidOut);
    if (placed === null) {
      return {
        content: unpaged(content, 'the pages that LibreOffice created contain different words.'),
        keep: true,
      };
    }
    const warnings = [...ending.warnings, asLaidOut];
    return { content: assemble(format, placed, { ...ending, countedAs: 'pages', warnings }), keep: true };
  } catch (error) {
    limits.signal.throwIfAborted();
    const reason = error instanceof ReadFailure ? error.message : 'LibreOffice returned no pages for it.';
    return { content: unpaged(content, reason), keep: false };
  }
}

function unpaged(content: SourceText, reason: string): SourceText {
  const warning: ReadingWarning = {
    code: 'no_pages',
    message: `It is cited by paragraph, not by page: ${reason}`,
  };
  return { ...content, warnings: [...content.warnings, warning] };
}
