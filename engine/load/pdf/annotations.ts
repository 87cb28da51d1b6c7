import { commentText } from '../office/comments.ts';
import { type AttachedFile, fileOf } from './attachments.ts';
import { boxAround, type CharBox } from './boxes/char-box.ts';
import { floatsAt, nameAt, type Pdfium, textFrom } from './pdfium.ts';

/** A form field on a page. `mark` is the state of a box or a radio button, null for any other field. */
export type FormField = CharBox & { mark: '☒' | '☐' | null };

/** What the annotations of a page add to it. */
export type Annotations = {
  /** Whether some contain words that belong to the page: typed text, stamps and form fields. */
  worded: boolean;
  fields: FormField[];
  /** Typed text that has no appearance of its own, so that each program draws it. */
  typed: string[];
  /** Where words are struck out. */
  struck: CharBox[];
  /** The notes of readers, with their authors. */
  comments: string[];
  /** The files that are attached to the page. */
  files: AttachedFile[];
};

/** PDFium's numbers for kinds of annotations. */
const kinds = { note: 1, link: 2, typed: 3, struckOut: 12, stamp: 13, popup: 16, file: 17, field: 20 };
/** PDFium's numbers for the kinds of form fields that are on or off. */
const boxes = new Set([2, 3]);
/** Flags of annotations that are not displayed. */
const notDisplayed = 2 | 32;

/** The annotations of a page. `form` is the file's form, 0 if it has none. */
export function annotationsOf(module: Pdfium, page: number, form: number): Annotations | null {
  if (module._FPDFPage_GetAnnotCount(page) === 0) return null;
  const found: Annotations = { worded: false, fields: [], typed: [], struck: [], comments: [], files: [] };
  eachAnnotation(module, page, (annotation) => {
    if ((module._FPDFAnnot_GetFlags(annotation) & notDisplayed) === 0) addTo(found, module, annotation, form);
  });
  return found;
}

/** Visits each annotation of a page, which is open only for the visit. */
export function eachAnnotation(module: Pdfium, page: number, visit: (annotation: number) => void): void {
  const count = module._FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const annotation = module._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    visit(annotation);
    module._FPDFPage_CloseAnnot(annotation);
  }
}

/** The box of an annotation; null if it has none. */
export function annotationBox(module: Pdfium, annotation: number): CharBox | null {
  if (module._FPDFAnnot_GetRect(annotation, module.scratch) === 0) return null;
  const [left, top, right, bottom] = floatsAt(module);
  return { left, right, bottom, top };
}

function addTo(found: Annotations, module: Pdfium, annotation: number, form: number): void {
  const kind = module._FPDFAnnot_GetSubtype(annotation);
  if (kind === kinds.link || kind === kinds.popup) return;
  if (kind === kinds.field) {
    found.worded = true;
    const box = form === 0 ? null : annotationBox(module, annotation);
    if (box !== null) {
      const isBox = boxes.has(module._FPDFAnnot_GetFormFieldType(form, annotation));
      const isOn = isBox && module._FPDFAnnot_IsChecked(form, annotation) !== 0;
      found.fields.push({ ...box, mark: isBox ? (isOn ? '☒' : '☐') : null });
    }
    return;
  }
  if (kind === kinds.stamp) found.worded = true;
  if (kind === kinds.file) {
    const file = module._FPDFAnnot_GetFileAttachment(annotation);
    if (file !== 0) found.files.push(fileOf(module, file));
  }
  if (kind === kinds.struckOut) found.struck.push(...quadsOf(module, annotation));
  const text = stringOf(module, annotation, 'Contents').trim();
  if (kind === kinds.typed) {
    const isDrawn = module._FPDFAnnot_GetAP(annotation, 0, 0, 0) > 2;
    if (isDrawn) found.worded = true;
    else if (text !== '') found.typed.push(text);
  } else if (text !== '' && kind !== kinds.stamp) {
    found.comments.push(commentText(text, stringOf(module, annotation, 'T')));
  }
}

function stringOf(module: Pdfium, annotation: number, key: string): string {
  const name = nameAt(module, key);
  return textFrom(module, (buffer, bytes) =>
    module._FPDFAnnot_GetStringValue(annotation, name, buffer, bytes),
  );
}

/** The boxes around the words that an annotation marks. */
function quadsOf(module: Pdfium, annotation: number): CharBox[] {
  const count = module._FPDFAnnot_CountAttachmentPoints(annotation);
  return Array.from({ length: count }, (_, index) => {
    module._FPDFAnnot_GetAttachmentPoints(annotation, index, module.scratch);
    const corners = [0, 2, 4, 6].map((at) => floatsAt(module, at));
    return boxAround(corners.map(([x, y]) => [x, y]));
  });
}
