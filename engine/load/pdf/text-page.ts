import type { Pdfium } from './pdfium.ts';

/** The characters of a page: PDFium's handle of them, and the Unicode code of each, which is 0 if it has none. */
export type TextPage = { module: Pdfium; handle: number; codes: Uint32Array };

/** Null if PDFium cannot read the page's text. The caller closes the handle. */
export function openTextPage(module: Pdfium, page: number): TextPage | null {
  const handle = module._FPDFText_LoadPage(page);
  if (handle === 0) return null;
  const codes = new Uint32Array(Math.max(0, module._FPDFText_CountChars(handle)));
  for (let index = 0; index < codes.length; index += 1)
    codes[index] = module._FPDFText_GetUnicode(handle, index);
  return { module, handle, codes };
}

/** The code of a character; 0 before the first and after the last one. */
export function codeAt({ codes }: TextPage, index: number): number {
  return codes[index] ?? 0;
}

export function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

export function isUpperCase(code: number): boolean {
  return code >= 65 && code <= 90;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
