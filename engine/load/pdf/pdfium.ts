import { PDFiumModule } from '@hyzyla/pdfium';

/** A handle of an object in PDFium's memory; 0 means that there is no object. */
type Handle = number;

type Calls = {
  _FPDF_InitLibraryWithConfig(config: number): void;
  _FPDF_LoadMemDocument(data: number, size: number, password: number): Handle;
  _FPDF_GetLastError(): number;
  _FPDF_CloseDocument(document: Handle): void;
  _FPDF_DocumentHasValidCrossReferenceTable(document: Handle): number;
  _FPDF_GetPageCount(document: Handle): number;
  _FPDF_GetPageLabel(document: Handle, index: number, buffer: number, bytes: number): number;
  _FPDF_LoadPage(document: Handle, index: number): Handle;
  _FPDF_ClosePage(page: Handle): void;
  _FPDF_GetPageBoundingBox(page: Handle, rect: number): number;
  _FPDF_GetPageWidthF(page: Handle): number;
  _FPDF_GetPageHeightF(page: Handle): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, memory: number, stride: number): Handle;
  _FPDFBitmap_FillRect(
    bitmap: Handle,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): void;
  _FPDF_RenderPageBitmap(
    bitmap: Handle,
    page: Handle,
    left: number,
    top: number,
    width: number,
    height: number,
    turn: number,
    flags: number,
  ): void;
  _FPDFBitmap_GetBuffer(bitmap: Handle): number;
  _FPDFBitmap_GetStride(bitmap: Handle): number;
  _FPDFBitmap_Destroy(bitmap: Handle): void;
  _FPDFPage_GetAnnotCount(page: Handle): number;
  _FPDFPage_GetAnnot(page: Handle, index: number): Handle;
  _FPDFPage_CloseAnnot(annotation: Handle): void;
  _FPDFAnnot_GetSubtype(annotation: Handle): number;
  _FPDFAnnot_GetRect(annotation: Handle, rect: number): number;
  _FPDFAnnot_GetFlags(annotation: Handle): number;
  _FPDFAnnot_GetStringValue(annotation: Handle, key: number, buffer: number, bytes: number): number;
  _FPDFAnnot_GetAP(annotation: Handle, mode: number, buffer: number, bytes: number): number;
  _FPDFAnnot_CountAttachmentPoints(annotation: Handle): number;
  _FPDFAnnot_GetAttachmentPoints(annotation: Handle, index: number, points: number): number;
  _FPDFAnnot_GetFileAttachment(annotation: Handle): Handle;
  _FPDFAnnot_GetFormFieldType(form: Handle, annotation: Handle): number;
  _FPDFAnnot_IsChecked(form: Handle, annotation: Handle): number;
  _FPDF_GetFormType(document: Handle): number;
  _FPDFDOC_InitFormFillEnvironment(document: Handle, callbacks: number): Handle;
  _FPDFDOC_ExitFormFillEnvironment(form: Handle): void;
  _FORM_OnAfterLoadPage(page: Handle, form: Handle): void;
  _FORM_OnBeforeClosePage(page: Handle, form: Handle): void;
  _FPDFDoc_GetAttachment(document: Handle, index: number): Handle;
  _FPDFAttachment_GetName(attachment: Handle, buffer: number, bytes: number): number;
  _FPDFAttachment_GetFile(attachment: Handle, buffer: number, bytes: number, written: number): number;
  _FPDFPageObj_RemoveMark(object: Handle, mark: Handle): number;
  _FPDFPageObjMark_GetParamValueType(mark: Handle, key: number): number;
  _FPDFPageObjMark_GetParamStringValue(
    mark: Handle,
    key: number,
    buffer: number,
    bytes: number,
    written: number,
  ): number;
  _FPDFPage_Flatten(page: Handle, use: number): number;
  _FPDFDoc_GetAttachmentCount(document: Handle): number;
  _FPDFPage_GetRotation(page: Handle): number;
  _FPDFPage_HasTransparency(page: Handle): number;
  _FPDFPage_CountObjects(page: Handle): number;
  _FPDFPage_GetObject(page: Handle, index: number): Handle;
  _FPDFPageObj_GetType(object: Handle): number;
  _FPDFPageObj_GetFillColor(object: Handle, r: number, g: number, b: number, a: number): number;
  _FPDFPageObj_GetStrokeWidth(object: Handle, width: number): number;
  _FPDFPageObj_GetMatrix(object: Handle, matrix: number): number;
  _FPDFPageObj_HasTransparency(object: Handle): number;
  _FPDFPageObj_SetIsActive(object: Handle, active: number): number;
  _FPDFPageObj_CountMarks(object: Handle): number;
  _FPDFPageObj_GetMark(object: Handle, index: number): Handle;
  _FPDFPageObjMark_GetName(mark: Handle, buffer: number, bytes: number, written: number): number;
  _FPDFPageObj_GetClipPath(object: Handle): Handle;
  _FPDFClipPath_CountPaths(clip: Handle): number;
  _FPDFClipPath_CountPathSegments(clip: Handle, path: number): number;
  _FPDFClipPath_GetPathSegment(clip: Handle, path: number, segment: number): Handle;
  _FPDFPath_GetDrawMode(path: Handle, fill: number, stroke: number): number;
  _FPDFPath_CountSegments(path: Handle): number;
  _FPDFPath_GetPathSegment(path: Handle, segment: number): Handle;
  _FPDFPathSegment_GetPoint(segment: Handle, x: number, y: number): number;
  _FPDFPageObj_GetBounds(object: Handle, left: number, bottom: number, right: number, top: number): number;
  _FPDFFormObj_CountObjects(form: Handle): number;
  _FPDFFormObj_GetObject(form: Handle, index: number): Handle;
  _FPDFTextObj_GetFontSize(text: Handle, size: number): number;
  _FPDFTextObj_GetTextRenderMode(text: Handle): number;
  _FPDFTextObj_GetFont(text: Handle): Handle;
  _FPDFFont_GetGlyphPath(font: Handle, character: number, size: number): Handle;
  _FPDFGlyphPath_CountGlyphSegments(path: Handle): number;
  _FPDFGlyphPath_GetGlyphPathSegment(path: Handle, index: number): Handle;
  _FPDFPathSegment_GetType(segment: Handle): number;
  _FPDFText_LoadPage(page: Handle): Handle;
  _FPDFText_ClosePage(text: Handle): void;
  _FPDFText_CountChars(text: Handle): number;
  _FPDFText_GetUnicode(text: Handle, index: number): number;
  _FPDFText_IsGenerated(text: Handle, index: number): number;
  _FPDFText_HasUnicodeMapError(text: Handle, index: number): number;
  _FPDFText_GetTextObject(text: Handle, index: number): Handle;
  _FPDFText_GetCharAngle(text: Handle, index: number): number;
  _FPDFText_GetCharOrigin(text: Handle, index: number, x: number, y: number): number;
  _FPDFText_GetFontSize(text: Handle, index: number): number;
  _FPDFText_GetMatrix(text: Handle, index: number, matrix: number): number;
  _FPDFText_GetCharBox(
    text: Handle,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  _FPDFText_GetLooseCharBox(text: Handle, index: number, rect: number): number;
};

export type Pdfium = Calls & {
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  /**
   * Views of PDFium's memory. The views are replaced when the memory grows, so read these properties again after each
   * call.
   */
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
};

const callNames = [
  '_FPDF_InitLibraryWithConfig',
  '_FPDF_LoadMemDocument',
  '_FPDF_GetLastError',
  '_FPDF_CloseDocument',
  '_FPDF_DocumentHasValidCrossReferenceTable',
  '_FPDF_GetPageCount',
  '_FPDF_GetPageLabel',
  '_FPDF_LoadPage',
  '_FPDF_ClosePage',
  '_FPDF_GetPageBoundingBox',
  '_FPDF_GetPageWidthF',
  '_FPDF_GetPageHeightF',
  '_FPDFBitmap_CreateEx',
  '_FPDFBitmap_FillRect',
  '_FPDF_RenderPageBitmap',
  '_FPDFBitmap_GetBuffer',
  '_FPDFBitmap_GetStride',
  '_FPDFBitmap_Destroy',
  '_FPDFPage_GetAnnotCount',
  '_FPDFPage_GetAnnot',
  '_FPDFPage_CloseAnnot',
  '_FPDFAnnot_GetSubtype',
  '_FPDFAnnot_GetRect',
  '_FPDFAnnot_GetFlags',
  '_FPDFAnnot_GetStringValue',
  '_FPDFAnnot_GetAP',
  '_FPDFAnnot_CountAttachmentPoints',
  '_FPDFAnnot_GetAttachmentPoints',
  '_FPDFAnnot_GetFileAttachment',
  '_FPDFAnnot_GetFormFieldType',
  '_FPDFAnnot_IsChecked',
  '_FPDF_GetFormType',
  '_FPDFDOC_InitFormFillEnvironment',
  '_FPDFDOC_ExitFormFillEnvironment',
  '_FORM_OnAfterLoadPage',
  '_FORM_OnBeforeClosePage',
  '_FPDFDoc_GetAttachment',
  '_FPDFAttachment_GetName',
  '_FPDFAttachment_GetFile',
  '_FPDFPageObj_RemoveMark',
  '_FPDFPageObjMark_GetParamValueType',
  '_FPDFPageObjMark_GetParamStringValue',
  '_FPDFPage_Flatten',
  '_FPDFDoc_GetAttachmentCount',
  '_FPDFPage_GetRotation',
  '_FPDFPage_HasTransparency',
  '_FPDFPage_CountObjects',
  '_FPDFPage_GetObject',
  '_FPDFPageObj_GetType',
  '_FPDFPageObj_GetFillColor',
  '_FPDFPageObj_GetStrokeWidth',
  '_FPDFPageObj_GetMatrix',
  '_FPDFPageObj_HasTransparency',
  '_FPDFPageObj_SetIsActive',
  '_FPDFPageObj_CountMarks',
  '_FPDFPageObj_GetMark',
  '_FPDFPageObjMark_GetName',
  '_FPDFPageObj_GetClipPath',
  '_FPDFClipPath_CountPaths',
  '_FPDFClipPath_CountPathSegments',
  '_FPDFClipPath_GetPathSegment',
  '_FPDFPath_GetDrawMode',
  '_FPDFPath_CountSegments',
  '_FPDFPath_GetPathSegment',
  '_FPDFPathSegment_GetPoint',
  '_FPDFPageObj_GetBounds',
  '_FPDFFormObj_CountObjects',
  '_FPDFFormObj_GetObject',
  '_FPDFTextObj_GetFontSize',
  '_FPDFTextObj_GetTextRenderMode',
  '_FPDFTextObj_GetFont',
  '_FPDFFont_GetGlyphPath',
  '_FPDFGlyphPath_CountGlyphSegments',
  '_FPDFGlyphPath_GetGlyphPathSegment',
  '_FPDFPathSegment_GetType',
  '_FPDFText_LoadPage',
  '_FPDFText_ClosePage',
  '_FPDFText_CountChars',
  '_FPDFText_GetUnicode',
  '_FPDFText_IsGenerated',
  '_FPDFText_HasUnicodeMapError',
  '_FPDFText_GetTextObject',
  '_FPDFText_GetCharAngle',
  '_FPDFText_GetCharOrigin',
  '_FPDFText_GetFontSize',
  '_FPDFText_GetMatrix',
  '_FPDFText_GetCharBox',
  '_FPDFText_GetLooseCharBox',
] as const satisfies readonly (keyof Calls)[];

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

/** Four 32-bit floats that PDFium wrote one after the other. */
export function floatsAt(module: Pdfium, address: number): readonly [number, number, number, number] {
  const { HEAPF32: floats } = module;
  const at = address >> 2;
  return [floats[at] ?? 0, floats[at + 1] ?? 0, floats[at + 2] ?? 0, floats[at + 3] ?? 0];
}

async function start(): Promise<Pdfium> {
  const started = await PDFiumModule({});
  const { wasmExports } = started;
  // Uses the functions of the WebAssembly module directly, because the wrappers around them take half of the time of a
  // call.
  const direct = callNames.map((name) => [name, Reflect.get(wasmExports, name.slice(1))]);
  const module: object = Object.assign(Object.fromEntries(direct), { wasmExports });
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
  return callNames.every((name) => typeof Reflect.get(module, name) === 'function');
}
