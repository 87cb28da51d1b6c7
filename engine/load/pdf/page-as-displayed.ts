import type { Pdfium } from './pdfium.ts';

/** PDFium's numbers for annotations that contain words: typed text, stamps and form fields. */
const wordedAnnotations = new Set([3, 13, 20]);
const forDisplay = 0;

/**
 * Loads a page with the words of its form fields and annotations as part of its content. Returns the page's handle, or
 * 0 if the page is damaged.
 */
export function loadAsDisplayed(module: Pdfium, document: number, index: number): number {
  const page = module._FPDF_LoadPage(document, index);
  if (page === 0 || !hasWordedAnnotation(module, page)) return page;
  module._FPDFPage_Flatten(page, forDisplay);
  module._FPDF_ClosePage(page);
  return module._FPDF_LoadPage(document, index);
}

function hasWordedAnnotation(module: Pdfium, page: number): boolean {
  const count = module._FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const annotation = module._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = module._FPDFAnnot_GetSubtype(annotation);
    module._FPDFPage_CloseAnnot(annotation);
    if (wordedAnnotations.has(subtype)) return true;
  }
  return false;
}
