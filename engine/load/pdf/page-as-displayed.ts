import { type Annotations, annotationsOf } from './annotations.ts';
import { type DrawnObjects, objectsOn, textObject, visitAll } from './drawn-objects.ts';
import { nameAt, type Pdfium, textFrom } from './pdfium.ts';
import { openTextPage, type TextPage } from './text-page.ts';

/** An open document. `form` is the handle of its form, 0 if it has none. */
export type OpenDocument = { document: number; form: number };

/** A page with everything that a person sees on it. */
export type DisplayedPage = {
  module: Pdfium;
  page: number;
  objects: DrawnObjects;
  /** The characters of the page; null until `textOf` opens them. */
  text: TextPage | null;
  annotations: Annotations | null;
  /** Whether the file says of some words that they are others than those displayed. */
  renamed: boolean;
};

const forDisplay = 0;

/**
 * Loads a page with the words of its form fields and annotations as part of its content, and with the words that its
 * letters show, not those that the file says they stand for. Null if the page is damaged. The caller ends it with
 * `closeDisplayed`.
 */
export function loadAsDisplayed(
  module: Pdfium,
  { document, form }: OpenDocument,
  index: number,
): DisplayedPage | null {
  let page = module._FPDF_LoadPage(document, index);
  if (page === 0) return null;
  // Draws the values of fields that have no appearance.
  if (form !== 0) module._FORM_OnAfterLoadPage(page, form);
  const annotations = annotationsOf(module, page, form);
  if (annotations?.worded) module._FPDFPage_Flatten(page, forDisplay);
  if (form !== 0) module._FORM_OnBeforeClosePage(page, form);
  if (annotations?.worded) {
    module._FPDF_ClosePage(page);
    page = module._FPDF_LoadPage(document, index);
    if (page === 0) return null;
  }
  const objects = objectsOn(module, page);
  const marks = renamingMarks(module, objects);
  if (marks.length === 0) return { module, page, objects, text: null, annotations, renamed: false };
  const said = openTextPage(module, page);
  for (const { object, mark } of marks) module._FPDFPageObj_RemoveMark(object, mark);
  const shown = openTextPage(module, page);
  const renamed = isRead(shown) && differ(wordsOf(said), wordsOf(shown));
  const [text, other] = renamed ? [shown, said] : [said, shown];
  if (other !== null) module._FPDFText_ClosePage(other.handle);
  return { module, page, objects, text, annotations, renamed };
}

/** The characters of a page; null if PDFium cannot read them. */
export function textOf(displayed: DisplayedPage): TextPage | null {
  displayed.text ??= openTextPage(displayed.module, displayed.page);
  return displayed.text;
}

export function closeDisplayed({ module, page, text }: DisplayedPage): void {
  if (text !== null) module._FPDFText_ClosePage(text.handle);
  module._FPDF_ClosePage(page);
}

/** The marks of a page that give some of its words another text, or none. */
function renamingMarks(module: Pdfium, objects: DrawnObjects): { object: number; mark: number }[] {
  const key = nameAt(module, 'ActualText');
  const found: { object: number; mark: number }[] = [];
  /** Marks without the key. The objects of one marked sequence share its mark. */
  const others = new Set<number>();
  let last = 0;
  visitAll(module, objects, (object, kind) => {
    if (kind !== textObject) return;
    for (let at = module._FPDFPageObj_CountMarks(object) - 1; at >= 0; at -= 1) {
      const mark = module._FPDFPageObj_GetMark(object, at);
      if (mark === last || others.has(mark)) continue;
      if (module._FPDFPageObjMark_GetParamValueType(mark, key) === 0) {
        others.add(mark);
        last = mark;
        continue;
      }
      const text = textFrom(module, (buffer, bytes) => {
        const { scratch } = module;
        module._FPDFPageObjMark_GetParamStringValue(mark, key, buffer, bytes, scratch);
        return (module.HEAPU8[scratch] ?? 0) + 256 * (module.HEAPU8[scratch + 1] ?? 0);
      });
      if (text === '' || /[\p{L}\p{N}]/u.test(text)) found.push({ object, mark });
    }
  });
  return found;
}

/** Whether the fonts say of each character which it is. */
function isRead(text: TextPage | null): boolean {
  return (
    text?.codes.every((_, at) => text.module._FPDFText_HasUnicodeMapError(text.handle, at) !== 1) ?? false
  );
}

function wordsOf(text: TextPage | null): string[] {
  const letters = Array.from(text?.codes ?? [], (code) => String.fromCodePoint(code)).join('');
  return letters.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether texts differ, and not only by single letters, which can be the signs of a symbol font. */
function differ(said: readonly string[], shown: readonly string[]): boolean {
  if (said.join('') === shown.join('')) return false;
  const words = (list: readonly string[]): string => list.filter((word) => !/^\p{L}$/u.test(word)).join(' ');
  return words(said) !== words(shown);
}
