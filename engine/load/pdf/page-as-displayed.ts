import { type Annotations, annotationsOf } from './annotations.ts';
import { type DrawnObjects, objectsOn, textObject, visitAll } from './drawn-objects.ts';
import { nameAt, type Pdfium, textFrom } from './pdfium.ts';

/** An open document. `form` is the handle of its form, 0 if it has none. */
export type OpenDocument = { document: number; form: number };

/** A page with everything that a person sees on it. */
export type DisplayedPage = {
  page: number;
  objects: DrawnObjects;
  annotations: Annotations | null;
  /** Whether the file says of some words that they are others than those displayed. */
  renamed: boolean;
};

const forDisplay = 0;

/**
 * Loads a page with the words of its form fields and annotations as part of its content, and with the words that its
 * letters show, not those that the file says they stand for. Null if the page is damaged. `scratch` is memory for eight
 * floats.
 */
export function loadAsDisplayed(
  module: Pdfium,
  { document, form }: OpenDocument,
  index: number,
  scratch: number,
): DisplayedPage | null {
  let page = module._FPDF_LoadPage(document, index);
  if (page === 0) return null;
  // Draws the values of fields that have no appearance.
  if (form !== 0) module._FORM_OnAfterLoadPage(page, form);
  const annotations = annotationsOf(module, page, form, scratch);
  if (annotations?.worded) module._FPDFPage_Flatten(page, forDisplay);
  if (form !== 0) module._FORM_OnBeforeClosePage(page, form);
  if (annotations?.worded) {
    module._FPDF_ClosePage(page);
    page = module._FPDF_LoadPage(document, index);
    if (page === 0) return null;
  }
  const objects = objectsOn(module, page);
  const marks = renamingMarks(module, objects, scratch);
  if (marks.length === 0) return { page, objects, annotations, renamed: false };
  const said = wordsOf(module, page);
  for (const { object, mark } of marks) module._FPDFPageObj_RemoveMark(object, mark);
  const shown = wordsOf(module, page);
  if (shown.isRead && differ(said.words, shown.words)) return { page, objects, annotations, renamed: true };
  module._FPDF_ClosePage(page);
  page = module._FPDF_LoadPage(document, index);
  return page === 0 ? null : { page, objects: objectsOn(module, page), annotations, renamed: false };
}

/** The marks of a page that give some of its words another text, or none. */
function renamingMarks(
  module: Pdfium,
  objects: DrawnObjects,
  scratch: number,
): { object: number; mark: number }[] {
  const key = nameAt(module, 'ActualText');
  const found: { object: number; mark: number }[] = [];
  /** Marks without the key. The objects of one marked sequence share its mark. */
  const others = new Set<number>();
  visitAll(module, objects, (object, kind) => {
    if (kind !== textObject) return;
    for (let at = module._FPDFPageObj_CountMarks(object) - 1; at >= 0; at -= 1) {
      const mark = module._FPDFPageObj_GetMark(object, at);
      if (others.has(mark)) continue;
      if (module._FPDFPageObjMark_GetParamValueType(mark, key) === 0) {
        others.add(mark);
        continue;
      }
      const text = textFrom(module, (buffer, bytes) => {
        module._FPDFPageObjMark_GetParamStringValue(mark, key, buffer, bytes, scratch);
        return (module.HEAPU8[scratch] ?? 0) + 256 * (module.HEAPU8[scratch + 1] ?? 0);
      });
      if (text === '' || /[\p{L}\p{N}]/u.test(text)) found.push({ object, mark });
    }
  });
  return found;
}

/** The words of a page, and whether the fonts say of each of its characters which it is. */
function wordsOf(module: Pdfium, page: number): { words: string[]; isRead: boolean } {
  const textPage = module._FPDFText_LoadPage(page);
  if (textPage === 0) return { words: [], isRead: false };
  const count = module._FPDFText_CountChars(textPage);
  let text = '';
  let isRead = true;
  for (let index = 0; index < count; index += 1) {
    if (module._FPDFText_HasUnicodeMapError(textPage, index) === 1) isRead = false;
    text += String.fromCodePoint(module._FPDFText_GetUnicode(textPage, index));
  }
  module._FPDFText_ClosePage(textPage);
  return { words: text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [], isRead };
}

/** Whether texts differ, and not only by single letters, which can be the signs of a symbol font. */
function differ(said: readonly string[], shown: readonly string[]): boolean {
  if (said.join('') === shown.join('')) return false;
  const words = (list: readonly string[]): string => list.filter((word) => !/^\p{L}$/u.test(word)).join(' ');
  return words(said) !== words(shown);
}
