import type { Pdfium } from './pdfium.ts';

/** PDFium's numbers for kinds of page objects. */
export const textObject = 1;
export const pathObject = 2;
export const imageObject = 3;
export const formObject = 5;
/** Forms in more forms than this are not looked into. */
const deepestForm = 8;

/**
 * The objects that a page draws, in drawing order: the handle and the kind of each. They are read once for each page,
 * because a page has up to tens of thousands.
 */
export type DrawnObjects = { handles: Uint32Array; kinds: Uint8Array };

export function objectsOn(module: Pdfium, page: number): DrawnObjects {
  return listed(module, module._FPDFPage_CountObjects(page), (at) => module._FPDFPage_GetObject(page, at));
}

/** The objects of a form (a part of a page that is drawn as one). */
export function objectsIn(module: Pdfium, form: number): DrawnObjects {
  return listed(module, module._FPDFFormObj_CountObjects(form), (at) =>
    module._FPDFFormObj_GetObject(form, at),
  );
}

function listed(module: Pdfium, count: number, objectAt: (at: number) => number): DrawnObjects {
  const handles = new Uint32Array(Math.max(0, count));
  const kinds = new Uint8Array(handles.length);
  for (let at = 0; at < handles.length; at += 1) {
    const handle = objectAt(at);
    handles[at] = handle;
    kinds[at] = module._FPDFPageObj_GetType(handle);
  }
  return { handles, kinds };
}

/** Visits all objects but forms, also those in forms. */
export function visitAll(
  module: Pdfium,
  { handles, kinds }: DrawnObjects,
  visit: (object: number, kind: number) => void,
  depth = 0,
): void {
  for (let at = 0; at < handles.length; at += 1) {
    const handle = handles[at] ?? 0;
    const kind = kinds[at] ?? 0;
    if (kind !== formObject) visit(handle, kind);
    else if (depth < deepestForm) visitAll(module, objectsIn(module, handle), visit, depth + 1);
  }
}
