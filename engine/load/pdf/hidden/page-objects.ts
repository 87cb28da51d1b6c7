import { floatsAt, type Pdfium } from '../pdfium.ts';
import { combined, type Matrix, type PaintedThings } from './painted.ts';

/** PDFium's numbers for two kinds of page objects. */
const textObject = 1;
const formObject = 5;
const deepestForm = 8;

/**
 * Called for each text that is drawn, with its object, its position in drawing order, and the transformation of the
 * form that contains the text, which is null for text outside of forms.
 */
export type TextVisitor = (object: number, order: number, within: Matrix | null) => void;

/** Visits everything that a page draws, in drawing order. `scratch` is memory for six floats. */
export function visitObjects(
  module: Pdfium,
  page: number,
  painted: PaintedThings,
  visitText: TextVisitor,
  scratch: number,
): void {
  let order = 0;
  const visit = (object: number, within: Matrix | null, depth: number) => {
    order += 1;
    const type = module._FPDFPageObj_GetType(object);
    if (type === textObject) visitText(object, order, within);
    else if (type === formObject) visitForm(object, within, depth + 1);
    else painted.add(object, order, within);
  };
  const visitForm = (form: number, within: Matrix | null, depth: number) => {
    if (depth > deepestForm || module._FPDFPageObj_GetMatrix(form, scratch) === 0) {
      painted.addUnknown(order);
      return;
    }
    const [a, b, c, d] = floatsAt(module, scratch);
    const [e, f] = floatsAt(module, scratch + 16);
    const matrix = combined({ a, b, c, d, e, f }, within);
    const inner = module._FPDFFormObj_CountObjects(form);
    for (let index = 0; index < inner; index += 1) {
      visit(module._FPDFFormObj_GetObject(form, index), matrix, depth);
    }
  };
  const count = module._FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(module._FPDFPage_GetObject(page, index), null, 0);
}
