import { PDFiumModule } from '@hyzyla/pdfium';

/**
 * Every call of PDFium that is used, with the names of its arguments. The package's types declare only some of them. All
 * arguments and results are numbers: a handle of an object in PDFium's memory is one too, and 0 means that there is none.
 */
const calls = {
  _FPDF_InitLibraryWithConfig: 'config',
  _FPDF_LoadMemDocument: 'data size password',
  _FPDF_GetLastError: '',
  _FPDF_CloseDocument: 'document',
  _FPDF_DocumentHasValidCrossReferenceTable: 'document',
  _FPDF_GetPageCount: 'document',
  _FPDF_GetPageLabel: 'document index buffer bytes',
  _FPDF_LoadPage: 'document index',
  _FPDF_ClosePage: 'page',
  _FPDF_GetPageBoundingBox: 'page rect',
  _FPDF_GetPageWidthF: 'page',
  _FPDF_GetPageHeightF: 'page',
  _FPDFBitmap_CreateEx: 'width height format memory stride',
  _FPDFBitmap_FillRect: 'bitmap left top width height color',
  _FPDF_RenderPageBitmap: 'bitmap page left top width height turn flags',
  _FPDFBitmap_GetBuffer: 'bitmap',
  _FPDFBitmap_GetStride: 'bitmap',
  _FPDFBitmap_Destroy: 'bitmap',
  _FPDFPage_GetAnnotCount: 'page',
  _FPDFPage_GetAnnot: 'page index',
  _FPDFPage_CloseAnnot: 'annotation',
  _FPDFAnnot_GetSubtype: 'annotation',
  _FPDFAnnot_GetRect: 'annotation rect',
  _FPDFAnnot_GetFlags: 'annotation',
  _FPDFAnnot_GetStringValue: 'annotation key buffer bytes',
  _FPDFAnnot_GetAP: 'annotation mode buffer bytes',
  _FPDFAnnot_CountAttachmentPoints: 'annotation',
  _FPDFAnnot_GetAttachmentPoints: 'annotation index points',
  _FPDFAnnot_GetFileAttachment: 'annotation',
  _FPDFAnnot_GetFormFieldType: 'form annotation',
  _FPDFAnnot_IsChecked: 'form annotation',
  _FPDF_GetFormType: 'document',
  _FPDFDOC_InitFormFillEnvironment: 'document callbacks',
  _FPDFDOC_ExitFormFillEnvironment: 'form',
  _FORM_OnAfterLoadPage: 'page form',
  _FORM_OnBeforeClosePage: 'page form',
  _FPDFDoc_GetAttachment: 'document index',
  _FPDFAttachment_GetName: 'attachment buffer bytes',
  _FPDFAttachment_GetFile: 'attachment buffer bytes written',
  _FPDFPageObj_RemoveMark: 'object mark',
  _FPDFPageObjMark_GetParamValueType: 'mark key',
  _FPDFPageObjMark_GetParamStringValue: 'mark key buffer bytes written',
  _FPDFPage_Flatten: 'page use',
  _FPDFDoc_GetAttachmentCount: 'document',
  _FPDFPage_GetRotation: 'page',
  _FPDFPage_HasTransparency: 'page',
  _FPDFPage_CountObjects: 'page',
  _FPDFPage_GetObject: 'page index',
  _FPDFPageObj_GetType: 'object',
  _FPDFPageObj_GetFillColor: 'object r g b a',
  _FPDFPageObj_GetStrokeWidth: 'object width',
  _FPDFPageObj_GetMatrix: 'object matrix',
  _FPDFPageObj_HasTransparency: 'object',
  _FPDFPageObj_SetIsActive: 'object active',
  _FPDFPageObj_CountMarks: 'object',
  _FPDFPageObj_GetMark: 'object index',
  _FPDFPageObjMark_GetName: 'mark buffer bytes written',
  _FPDFPageObj_GetClipPath: 'object',
  _FPDFClipPath_CountPaths: 'clip',
  _FPDFClipPath_CountPathSegments: 'clip path',
  _FPDFClipPath_GetPathSegment: 'clip path segment',
  _FPDFPath_GetDrawMode: 'path fill stroke',
  _FPDFPath_CountSegments: 'path',
  _FPDFPath_GetPathSegment: 'path segment',
  _FPDFPathSegment_GetPoint: 'segment x y',
  _FPDFPageObj_GetBounds: 'object left bottom right top',
  _FPDFFormObj_CountObjects: 'form',
  _FPDFFormObj_GetObject: 'form index',
  _FPDFTextObj_GetFontSize: 'text size',
  _FPDFTextObj_GetTextRenderMode: 'text',
  _FPDFTextObj_GetFont: 'text',
  _FPDFFont_GetGlyphPath: 'font character size',
  _FPDFGlyphPath_CountGlyphSegments: 'path',
  _FPDFGlyphPath_GetGlyphPathSegment: 'path index',
  _FPDFPathSegment_GetType: 'segment',
  _FPDFText_LoadPage: 'page',
  _FPDFText_ClosePage: 'text',
  _FPDFText_CountChars: 'text',
  _FPDFText_GetUnicode: 'text index',
  _FPDFText_IsGenerated: 'text index',
  _FPDFText_HasUnicodeMapError: 'text index',
  _FPDFText_GetTextObject: 'text index',
  _FPDFText_GetCharAngle: 'text index',
  _FPDFText_GetCharOrigin: 'text index x y',
  _FPDFText_GetFontSize: 'text index',
  _FPDFText_GetMatrix: 'text index matrix',
  _FPDFText_GetCharBox: 'text index left right bottom top',
  _FPDFText_GetLooseCharBox: 'text index rect',
} as const;

/** A number for each of the words. */
type Numbers<Words extends string> = Words extends ''
  ? []
  : Words extends `${string} ${infer Rest}`
    ? [number, ...Numbers<Rest>]
    : [number];
type Calls = { [Name in keyof typeof calls]: (...given: Numbers<(typeof calls)[Name]>) => number };

export type Pdfium = Calls & {
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  /** The address of `scratchBytes` bytes, to which a call can write its results. The next call may overwrite them. */
  readonly scratch: number;
  /**
   * Views of PDFium's memory. The views are replaced when the memory grows, so read these properties again after each
   * call.
   */
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
};

const scratchBytes = 256;

let started: Promise<Pdfium> | null = null;

/**
 * PDFium, started once per process. The package's types declare only some of the calls, so this function verifies that
 * all of them exist.
 */
export function pdfium(): Promise<Pdfium> {
  started ??= start();
  return started;
}

/** Text that `read` writes in UTF-16, with a zero at its end; it returns the number of its bytes. */
export function textFrom(module: Pdfium, read: (buffer: number, bytes: number) => number): string {
  const bytes = read(0, 0);
  if (bytes <= 2) return '';
  const buffer = module.wasmExports.malloc(bytes);
  read(buffer, bytes);
  const text = new TextDecoder('utf-16le').decode(module.HEAPU8.slice(buffer, buffer + bytes - 2));
  module.wasmExports.free(buffer);
  return text;
}

/** The address of a name for PDFium. Names are few and are kept. */
export function nameAt(module: Pdfium, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  const bytes = new TextEncoder().encode(`${name}\0`);
  const address = module.wasmExports.malloc(bytes.length);
  module.HEAPU8.set(bytes, address);
  names.set(name, address);
  return address;
}

const names = new Map<string, number>();

/** Four 32-bit floats that PDFium wrote one after the other, of which the first is at `index` of the results. */
export function floatsAt(module: Pdfium, index = 0): readonly [number, number, number, number] {
  const { HEAPF32: floats } = module;
  const at = (module.scratch >> 2) + index;
  return [floats[at] ?? 0, floats[at + 1] ?? 0, floats[at + 2] ?? 0, floats[at + 3] ?? 0];
}

async function start(): Promise<Pdfium> {
  const started = await PDFiumModule({});
  const { wasmExports } = started;
  // Uses the functions of the WebAssembly module directly, because the wrappers around them take half of the time of a
  // call.
  const direct = Object.keys(calls).map((name) => [name, Reflect.get(wasmExports, name.slice(1))]);
  const scratch = wasmExports.malloc(scratchBytes);
  const module: object = Object.assign(Object.fromEntries(direct), { wasmExports, scratch });
  let views = viewsOf(started.HEAPU8);
  const current = () => {
    // When the memory grows, the views of the old memory get the length 0. Comparing this length is much faster than
    // reading the property of `started`, and the views are needed for every character.
    if (views.doubles.length === 0) views = viewsOf(started.HEAPU8);
    return views;
  };
  Object.defineProperties(module, {
    HEAPU8: { get: () => current().bytes },
    HEAPF32: { get: () => current().floats },
    HEAPF64: { get: () => current().doubles },
  });
  if (!hasAllCalls(module)) throw new Error('this build of PDFium lacks a call that the reader needs');
  module._FPDF_InitLibraryWithConfig(0);
  return module;
}

type Views = { bytes: Uint8Array; floats: Float32Array; doubles: Float64Array };

function viewsOf(bytes: Uint8Array): Views {
  return { bytes, floats: new Float32Array(bytes.buffer), doubles: new Float64Array(bytes.buffer) };
}

function hasAllCalls(module: object): module is Pdfium {
  return Object.keys(calls).every((name) => typeof Reflect.get(module, name) === 'function');
}
