import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ReadFailure } from '../../model/errors.ts';
import type { Box } from '../../model/locator.ts';
import { drawOnPage } from '../drawing/draw-page.ts';
import type { PlaceDrawing } from '../drawing/place-drawing.ts';
import type { FilesInside } from '../formats/format.ts';
import type { GreyPicture } from '../image/ocr/grey-picture.ts';
import { commentsRead } from '../office/comments.ts';
import {
  damagedPage,
  type Gap,
  type PageSpan,
  type Part,
  type Reading,
  type ReadingWarning,
  textPart,
} from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';
import { NestedFiles } from '../zip/nested-files.ts';
import { type AttachedFile, attachedFiles } from './attachments.ts';
import { renderFor, sizeOf } from './bitmap.ts';
import { isExploded, rereadPage } from './boxes/exploded.ts';
import { placePage } from './boxes/place-page.ts';
import type { PlacedPage } from './boxes/placed-page.ts';
import { maySwitchContentOff } from './hidden/optional-content.ts';
import { closeDisplayed, type DisplayedPage, loadAsDisplayed } from './page-as-displayed.ts';
import { frameOf } from './page-frame.ts';
import { type PageText, readPageText } from './page-text.ts';
import { type Pdfium, pdfium, textFrom } from './pdfium.ts';
import { unreadPicture } from './picture.ts';

/** Codes of FPDF_GetLastError. */
const passwordError = 4;
const securityError = 5;

/** Opens a PDF with PDFium. Throws a `ReadFailure` with the code `damaged` or `encrypted`. */
export async function openPdf(path: string, hints: ReadingHints, inside: FilesInside): Promise<Reading> {
  const module = await pdfium();
  return new PdfReading(module, intoMemory(module, path), path, new NestedFiles(inside, hints));
}

/** A file in PDFium's memory. */
type InMemory = { at: number; length: number };

/** Reads a file directly into PDFium's memory, so that the file is in memory only once. */
function intoMemory(module: Pdfium, path: string): InMemory {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const at = module.wasmExports.malloc(Math.max(1, size));
    if (at === 0) throw new ReadFailure('out_of_memory', tooBigForMemory);
    let length = 0;
    while (length < size) {
      const read = readSync(file, module.HEAPU8, at + length, size - length, length);
      if (read === 0) break;
      length += read;
    }
    return { at, length };
  } finally {
    closeSync(file);
  }
}

class PdfReading implements Reading {
  readonly countedAs = 'pages';
  readonly pageCount: number;
  readonly #module: Pdfium;
  readonly #path: string;
  readonly #data: number;
  readonly #document: number;
  readonly #warnings: ReadingWarning[] = [];
  readonly #cutOff: boolean;
  /** The file may have content that is switched off. */
  readonly #switched: boolean;
  /** The form of the file, 0 if it has none. */
  readonly #form: number;
  /** The attached files. */
  readonly #files: NestedFiles;
  #comments = 0;
  readonly #renamed: number[] = [];

  constructor(module: Pdfium, { at, length }: InMemory, path: string, files: NestedFiles) {
    this.#module = module;
    this.#path = path;
    this.#files = files;
    this.#data = at;
    this.#document = module._FPDF_LoadMemDocument(at, length, 0);
    if (this.#document === 0) {
      const code = module._FPDF_GetLastError();
      module.wasmExports.free(at);
      throw openingFailure(code);
    }
    this.pageCount = module._FPDF_GetPageCount(this.#document);
    this.#switched = maySwitchContentOff(module.HEAPU8.subarray(at, at + length));
    const repaired = module._FPDF_DocumentHasValidCrossReferenceTable(this.#document) === 0;
    this.#cutOff = repaired && !endsAsPdf(module.HEAPU8.subarray(at, at + length));
    if (repaired) this.#warnings.push(repairedWarning);
    this.#form = openForm(module, this.#document);
    if (this.pageCount === 0) {
      this.#closeDocument();
      throw new ReadFailure('damaged', 'The PDF contains no readable page. Get a complete copy of it.');
    }
  }

  async *parts(pages: PageSpan | null): AsyncGenerator<Part> {
    const { from, to } = pages ?? { from: 1, to: this.pageCount };
    for (let page = from; page <= to; page += 1) {
      const { part, hidden, comments, files, isSure } = this.#readPage(page);
      const reread = hidden.length === 0 && isExploded(part.text);
      if (part.unread !== undefined && part.unread !== damagedPage)
        yield await this.#recognise(part, page, isSure);
      else yield reread ? await this.#reread(part, page) : part;
      for (const { why, text } of hidden) {
        yield textPart(part.locator, `${text}\n`, { hidden: why });
      }
      for (const text of comments)
        yield textPart({ kind: 'page', page, comment: true }, `${text}\n\n`, { apart: true });
      for (const { name, content } of files) yield* this.#files.parts(name, content);
    }
    if (to === this.pageCount) {
      for (const { name, content } of attachedFiles(this.#module, this.#document))
        yield* this.#files.parts(name, content);
    }
  }

  warnings(): ReadingWarning[] {
    return [
      ...this.#warnings,
      ...commentsRead(this.#comments),
      ...(this.#renamed.length === 0 ? [] : [renamedWarning(this.#renamed)]),
      ...this.#files.warnings,
    ];
  }

  unread(): Gap[] {
    return [
      ...(this.#cutOff ? [{ where: 'after the last page', reason: 'the file is cut off' }] : []),
      ...(this.#module._FPDF_GetFormType(this.#document) === dynamicForm ? [unreadForm] : []),
      ...this.#files.unread,
    ];
  }

  place(number: number, stored: string): PlacedPage | null {
    return this.#onPage(number, (displayed) => {
      const frame = frameOf(this.#module, displayed.page);
      return placePage({ displayed, frame, switched: this.#switched }, stored);
    });
  }

  async draw(number: number, boxes: readonly Box[]): Promise<PlaceDrawing | null> {
    const pixels = this.#onPage(number, ({ module, page }) => drawOnPage(module, page, boxes));
    return pixels && (await import('../drawing/jpeg.ts')).jpegOf(pixels);
  }

  async close(): Promise<void> {
    this.#closeDocument();
  }

  /** What `use` makes of a page; null if the page is damaged. */
  #onPage<T>(number: number, use: (displayed: DisplayedPage) => T): T | null {
    const opened = { document: this.#document, form: this.#form };
    const displayed = loadAsDisplayed(this.#module, opened, number - 1);
    if (displayed === null) return null;
    try {
      return use(displayed);
    } finally {
      closeDisplayed(displayed);
    }
  }

  #readPage(number: number): ReadPage {
    const label = this.#label(number);
    const locator = { kind: 'page', page: number, ...(label === null ? {} : { pageLabel: label }) } as const;
    const page = this.#onPage(number, (displayed): ReadPage => {
      const { module, annotations } = displayed;
      const frame = frameOf(module, displayed.page);
      const read = readPageText(displayed, frame, this.#switched);
      const unread = unreadPicture(module, displayed.objects, frame, read);
      const reason = read.unmapped ? unmappedFonts : unread?.reason;
      const part = textPart(locator, read.text === '' ? '\n' : read.text, {
        method: read.recognised ? 'ocr' : 'text',
        marginLines: read.marginLines,
        ...(reason !== undefined && { unread: reason }),
      });
      if (displayed.renamed) this.#renamed.push(number);
      const { comments = [], files = [] } = annotations ?? {};
      this.#comments += comments.length;
      const isSure = read.unmapped || unread?.isSure !== false;
      return { part, hidden: read.hidden, comments, files, isSure };
    });
    if (page !== null) return page;
    const part = textPart(locator, '\n', { unread: damagedPage });
    return { part, hidden: [], comments: [], files: [], isSure: true };
  }

  /**
   * Renders a page whose words are in a picture, and recognises the words. If nothing is recognised, the text layer is
   * kept. It is kept too if it may be complete (`isSure` is false) and hardly any more words are recognised.
   */
  async #recognise(part: Part, number: number, isSure: boolean): Promise<Part> {
    const picture = this.#onPage(number, ({ module, page }) => drawPage(module, page));
    if (picture === null) return part;
    const { readPicture } = await import('../image/ocr/read-picture.ts');
    const { text, places, marginLines, confidence, unread } = await readPicture(picture, number);
    const { locator } = part;
    if (!isSure && wordsIn(text) < wordsIn(part.text) + fewWords) {
      const { unread: _, ...read } = part;
      return read;
    }
    if (places.length === 0 && part.text.trim() !== '') return { ...part, method: 'ocr', confidence };
    return textPart(locator, text, {
      ...{ places, method: 'ocr', confidence, marginLines },
      ...(unread === null ? {} : { unread: `scanned page: ${unread}` }),
    });
  }

  /**
   * Reads a page again, with a different library, because its words are split into single letters. Returns the old part
   * if the result is not better. The lines of the new text have no positions, so none of them counts as boilerplate.
   */
  async #reread(part: Part, page: number): Promise<Part> {
    const text = await rereadPage(this.#path, page).catch(() => '');
    if (text.trim() === '' || isExploded(text)) return part;
    return { ...part, text: text.endsWith('\n') ? text : `${text}\n`, marginLines: [] };
  }

  /** The label that the file assigns to the page; null if it assigns none. */
  #label(number: number): string | null {
    const label = textFrom(this.#module, (buffer, bytes) =>
      this.#module._FPDF_GetPageLabel(this.#document, number - 1, buffer, bytes),
    );
    return label.trim() === '' || label.length > longestLabel ? null : label.trim();
  }

  #closeDocument(): void {
    if (this.#form !== 0) this.#module._FPDFDOC_ExitFormFillEnvironment(this.#form);
    this.#module._FPDF_CloseDocument(this.#document);
    this.#module.wasmExports.free(this.#data);
  }
}

/**
 * Whether a PDF is complete: a complete PDF ends with the marker `%%EOF`, and PDF programs ignore a few bytes after the
 * marker.
 */
function endsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(-2048)).includes('%%EOF');
}

const repairedWarning: ReadingWarning = {
  code: 'repaired',
  message:
    'The PDF is damaged and was repaired while reading: pages or words may be missing. Get a fresh copy.',
};

const unmappedFonts = 'its fonts do not say which letters they show';
/** A text layer is complete if at most this many words more are recognised. */
const fewWords = 8;

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
}

function renamedWarning(pages: readonly number[]): ReadingWarning {
  const places = `page${pages.length === 1 ? '' : 's'} ${pages.slice(0, mostNamed).join(', ')}`;
  const more = pages.length > mostNamed ? ` and ${pages.length - mostNamed} more` : '';
  return {
    code: 'text_differs',
    message: `The PDF says of words on ${places}${more} that they are others than those displayed. The displayed words were read.`,
  };
}

const mostNamed = 5;
/** PDFium's number for a form that is drawn by a program and not by the pages. */
const dynamicForm = 2;
const unreadForm = {
  where: 'the form',
  reason: 'it is a dynamic form (XFA), whose content is not on its pages. Print it to a new PDF and use that',
};
/** The size and the version of the structure with which PDFium calls back; none of the calls is used. */
const callbackBytes = 512;
const callbackVersion = 2;

/** Opens the form of a document; returns 0 if it has none. */
function openForm(module: Pdfium, document: number): number {
  if (module._FPDF_GetFormType(document) === 0) return 0;
  const callbacks = module.wasmExports.malloc(callbackBytes);
  module.HEAPU8.fill(0, callbacks, callbacks + callbackBytes);
  module.HEAPU8[callbacks] = callbackVersion;
  return module._FPDFDOC_InitFormFillEnvironment(document, callbacks);
}

/** A page, with what is apart from its text. `files`: the files that are attached to it. */
type ReadPage = {
  part: Part;
  hidden: PageText['hidden'];
  comments: string[];
  files: AttachedFile[];
  isSure: boolean;
};

/** The label of a page has at most this many characters. */
const longestLabel = 127;
const tooBigForMemory =
  'The PDF does not fit into the memory that its reader may use. Split it into smaller files.';

function openingFailure(code: number): ReadFailure {
  if (code === passwordError) {
    return new ReadFailure(
      'encrypted',
      'The PDF asks for a password. Save a copy of it without one and use that.',
    );
  }
  if (code === securityError) {
    return new ReadFailure(
      'encrypted',
      'The PDF is protected in a way that Proviso cannot open. Save a copy of it without protection and use that.',
    );
  }
  return new ReadFailure(
    'damaged',
    'The PDF is damaged or incomplete. Download or export it again, or print it to a new PDF.',
  );
}

/**
 * Resolution for recognising print. Measured: .98 of the words are recognised, as many as at higher resolutions, but in
 * half the time.
 */
const dotsPerInch = 200;
const pointsPerInch = 72;
/**
 * A page with more pixels than this, such as a plan, is rendered at a lower resolution, so that it fits into the memory
 * of the process.
 */
const mostPixels = 20_000_000;
const grey = 8;

/** Renders a page as displayed, in grey. Null when rendering fails. */
function drawPage(module: Pdfium, page: number): GreyPicture | null {
  const points = sizeOf(module, page);
  const wanted = dotsPerInch / pointsPerInch;
  const scale = Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, points.width * points.height)));
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  const region = { x: 0, y: 0, width, height, pageWidth: width, pageHeight: height };
  return renderFor(module, page, { region, flags: grey }, (bytes, stride) => ({
    data: firstChannel(bytes, { width, height, stride }),
    width,
    height,
  }));
}

/** The first colour channel of a bitmap; in a page rendered in grey, all channels are equal. */
function firstChannel(
  bytes: Uint8Array,
  { width, height, stride }: { width: number; height: number; stride: number },
): Buffer {
  const data = Buffer.allocUnsafe(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      data[row * width + column] = bytes[row * stride + column * 4] ?? 0;
    }
  }
  return data;
}
