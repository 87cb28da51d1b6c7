import { type DrawnObjects, formObject, objectsIn, textObject } from '../drawn-objects.ts';
import { floatsAt, type Pdfium } from '../pdfium.ts';
import { combined, type Matrix, type PaintedThings } from './painted.ts';

/** Forms in more forms than this may hide anything. */
const deepestForm = 8;

/**
 * Called for each text that is drawn, with its object, its position in drawing order, and the transformation of the
 * form that contains the text, which is null for text outside of forms.
 */
export type TextVisitor = (object: number, order: number, within: Matrix | null) => void;

/** Visits everything that a page draws, in drawing order. `scratch` is memory for six floats. */
export function visitObjects(
  module: Pdfium,
  objects: DrawnObjects,
  painted: PaintedThings,
  visitText: TextVisitor,
  scratch: number,
): void {
  let order = 0;
  const visit = ({ handles, kinds }: DrawnObjects, within: Matrix | null, depth: number) => {
    for (let at = 0; at < handles.length; at += 1) {
      const object = handles[at] ?? 0;
      const kind = kinds[at] ?? 0;
      order += 1;
      if (kind === textObject) visitText(object, order, within);
      else if (kind === formObject) visitForm(object, within, depth + 1);
      else painted.add(object, kind, order, within);
    }
  };
  const visitForm = (form: number, within: Matrix | null, depth: number) => {
    if (depth > deepestForm || module._FPDFPageObj_GetMatrix(form, scratch) === 0) {
      painted.addUnknown(order);
      return;
    }
    const [a, b, c, d] = floatsAt(module, scratch);
    const [e, f] = floatsAt(module, scratch + 16);
    const matrix = combined({ a, b, c, d, e, f }, within);
    visit(objectsIn(module, form), matrix, depth);
  };
  visit(objects, null, 0);
}
