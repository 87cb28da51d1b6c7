import { type Pdfium, textFrom } from './pdfium.ts';

export type AttachedFile = { name: string; content: Uint8Array };

/** The files that are attached to a document, also as a portfolio. */
export function attachedFiles(module: Pdfium, document: number): AttachedFile[] {
  const count = module._FPDFDoc_GetAttachmentCount(document);
  return Array.from({ length: count }, (_, index) =>
    fileOf(module, module._FPDFDoc_GetAttachment(document, index)),
  );
}

/** An attached file; without content if it cannot be unpacked. */
export function fileOf(module: Pdfium, attachment: number): AttachedFile {
  const name = textFrom(module, (buffer, bytes) => module._FPDFAttachment_GetName(attachment, buffer, bytes));
  const { scratch } = module;
  const nothing = { name: name || 'attached file', content: new Uint8Array() };
  if (attachment === 0 || module._FPDFAttachment_GetFile(attachment, 0, 0, scratch) === 0) return nothing;
  const bytes = Buffer.from(module.HEAPU8.subarray(scratch, scratch + 4)).readUInt32LE();
  const buffer = module.wasmExports.malloc(Math.max(1, bytes));
  if (buffer === 0) return nothing;
  const read = module._FPDFAttachment_GetFile(attachment, buffer, bytes, scratch) !== 0;
  const content = read ? module.HEAPU8.slice(buffer, buffer + bytes) : new Uint8Array();
  module.wasmExports.free(buffer);
  return { ...nothing, content };
}
