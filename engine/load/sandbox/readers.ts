import type { DocumentFormatId } from '../formats/document-formats.ts';
import type { FilesInside } from '../formats/format.ts';
import { sniff } from '../formats/sniff.ts';
import { chooseLanguages } from '../image/ocr/chosen-languages.ts';
import type { Reading } from '../part.ts';
import type { ReadingHints } from './reading-budget.ts';

type Open = (path: string, hints: ReadingHints) => Promise<Reading>;

const picture: Open = async (path, { pictures = false }) =>
  (await import('../image/picture/reader.ts')).openPicture(path, pictures);

/**
 * The reader of each type of document, loaded on first use. The readers are in a separate file from the records of the
 * types, because only the processes that read files may load a parser.
 */
const readers: Record<DocumentFormatId, Open> = {
  pdf: async (path, hints) => (await import('../pdf/reader.ts')).openPdf(path, hints, inside),
  docx: async (path, { budget }) => (await import('../office/docx/reader.ts')).openDocx(path, budget),
  odt: async (path, { budget }) => (await import('../office/odf/text-reader.ts')).openOdt(path, budget),
  ods: async (path, { budget }) => (await import('../office/odf/sheets-reader.ts')).openOds(path, budget),
  odp: async (path, { budget }) => (await import('../office/odf/slides-reader.ts')).openOdp(path, budget),
  doc: async (path) => (await import('../office/doc/reader.ts')).openDoc(path),
  rtf: async (path) => (await import('../office/rtf/reader.ts')).openRtf(path),
  html: async (path, { charset }) => (await import('../web/reader.ts')).openHtml(path, charset),
  mht: async (path) => (await import('../mail/saved-page.ts')).openSavedPage(path),
  epub: async (path, { budget }) => (await import('../book/reader.ts')).openEpub(path, budget),
  markdown: async (path) => (await import('../text/reader.ts')).openText(path, 'markdown'),
  text: async (path) => (await import('../text/reader.ts')).openText(path, 'text'),
  csv: async (path) => (await import('../text/csv-reader.ts')).openCsv(path),
  xlsx: async (path, { budget }) =>
    (await import('../office/sheets/reader.ts')).openSpreadsheet(path, budget),
  pptx: async (path, { budget }) =>
    (await import('../office/slides/reader.ts')).openPresentation(path, budget),
  subtitles: async (path) => (await import('../media/subtitles.ts')).openSubtitles(path),
  eml: async (path, hints) => (await import('../mail/mail-reader.ts')).openMail(path, hints, inside),
  msg: async (path, hints) =>
    (await import('../mail/outlook-reader.ts')).openOutlookMessage(path, hints, inside),
  zip: async (path, hints) => (await import('../zip/archive-reader.ts')).openArchive(path, hints, inside),
  jpeg: picture,
  png: picture,
  webp: picture,
  avif: picture,
  heic: picture,
  tiff: picture,
  gif: picture,
};
const byId: ReadonlyMap<string, Open> = new Map(Object.entries(readers));

const inside: FilesInside = { sniff, open: openReading };

/** Opens the file with the reader of its format. Throws a `ReadFailure`. */
export async function openReading(format: string, path: string, hints: ReadingHints): Promise<Reading> {
  if (hints.depth === undefined) chooseLanguages(hints.recognition ?? null);
  const open = byId.get(format);
  if (open === undefined) throw new Error(`there is no reader of ${format}`);
  return open(path, hints);
}

/** Loads the parser of a format before the first file, if that takes long. An error will occur again at the first file. */
export function prepareReading(format: string): void {
  if (format !== 'pdf') return;
  Promise.all([import('../pdf/reader.ts'), import('../pdf/pdfium.ts').then(({ pdfium }) => pdfium())]).catch(
    () => undefined,
  );
}
