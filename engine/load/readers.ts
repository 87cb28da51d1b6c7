import type { DocumentFormat } from './formats.ts';
import { chooseLanguages } from './ocr/chosen-languages.ts';
import type { Reading } from './part.ts';
import type { ReadingHints } from './reading-budget.ts';

/** Opens the file with the reader of its format; a reader is loaded on first use. Throws `ReadFailure`. */
export async function openReading(
  format: DocumentFormat,
  path: string,
  hints: ReadingHints,
): Promise<Reading> {
  if (hints.depth === undefined) chooseLanguages(hints.recognition ?? null);
  switch (format) {
    case 'pdf':
      return (await import('./pdf/reader.ts')).openPdf(path);
    case 'docx':
      return (await import('./docx/reader.ts')).openDocx(path, hints.budget);
    case 'odt':
      return (await import('./odf/text-reader.ts')).openOdt(path, hints.budget);
    case 'ods':
      return (await import('./odf/sheets-reader.ts')).openOds(path, hints.budget);
    case 'odp':
      return (await import('./odf/slides-reader.ts')).openOdp(path, hints.budget);
    case 'doc':
      return (await import('./doc/reader.ts')).openDoc(path);
    case 'rtf':
      return (await import('./rtf/reader.ts')).openRtf(path);
    case 'html':
      return (await import('./html/reader.ts')).openHtml(path, hints.charset);
    case 'csv':
      return (await import('./text/csv-reader.ts')).openCsv(path);
    case 'xlsx':
      return (await import('./sheets/reader.ts')).openSpreadsheet(path, hints.budget);
    case 'pptx':
      return (await import('./slides/reader.ts')).openPresentation(path, hints.budget);
    case 'subtitles':
      return (await import('./media/subtitles.ts')).openSubtitles(path);
    case 'eml':
      return (await import('./folder/mail-reader.ts')).openMail(path, hints, openReading);
    case 'msg':
      return (await import('./folder/outlook-reader.ts')).openOutlookMessage(path, hints, openReading);
    case 'zip':
      return (await import('./folder/archive-reader.ts')).openArchive(path, hints, openReading);
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'avif':
    case 'heic':
    case 'tiff':
    case 'gif':
      return (await import('./picture/reader.ts')).openPicture(path, hints.pictures ?? false);
    case 'markdown':
      return (await import('./text/reader.ts')).openText(path, 'markdown');
    case 'text':
      return (await import('./text/reader.ts')).openText(path, 'text');
  }
}
