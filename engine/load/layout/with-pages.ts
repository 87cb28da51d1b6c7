import { ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import type { SourceText } from '../../model/source.ts';
import type { PageLayout } from '../../ports.ts';
import { assemble } from '../assemble.ts';
import type { DocumentFormat } from '../formats/format.ts';
import type { Part, ReadingWarning } from '../part.ts';
import type { Fresh } from '../read-once.ts';
import type { FileEnding } from '../sandbox/read-file.ts';
import { findPages } from './found-pages.ts';

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

/**
 * Returns the parts with page numbers as locators, which are taken from `layout`, a PDF of the same document. The text
 * is unchanged. Hidden parts, headers, footers, comments, and parts without a certain match keep their locators. Null
 * if the words of the layout differ too much from those of the parts.
 */
function onPages(parts: readonly Part[], layout: SourceText): Part[] | null {
  const pages = pageTexts(layout);
  const found = findPages(
    parts.map(({ text, apart, hidden }) => (apart || hidden ? '' : text)),
    pages.map(({ text }) => text),
  );
  if (found === null) return null;
  return parts.map((part, index) => {
    const place = found[index] ?? null;
    if (place === null) return part;
    const { from, to, breaks = [] } = place;
    const onPage = (page: number): Locator => {
      const label = pages[page - 1]?.label;
      return { kind: 'page', page, ...(label !== undefined && { pageLabel: label }) };
    };
    const first = onPage(from);
    if (breaks.length === 0 || part.places !== undefined)
      return { ...part, locator: to > from ? { ...first, endPage: to } : first };
    const places = [{ at: 0, page: from }, ...breaks].map(({ at, page }, nth) => ({
      ...{ start: at, end: breaks[nth]?.at ?? part.text.length, locator: onPage(page) },
    }));
    return { ...part, locator: first, places };
  });
}

function pageTexts({ text, ranges, pages }: SourceText): { text: string; label?: string | undefined }[] {
  const texts = Array.from({ length: pages }, () => ({ text: '', label: undefined as string | undefined }));
  for (const { start, end, locator, hidden } of ranges) {
    const page = locator.kind === 'page' && !hidden ? texts[locator.page - 1] : undefined;
    if (page === undefined || locator.kind !== 'page') continue;
    page.text += text.slice(start, end);
    page.label = locator.pageLabel;
  }
  return texts;
}
