import { documentFormats } from './document-formats.ts';
import { type DocumentFormat, type FileFormat, hasMagic } from './format.ts';
import { recordingFormats } from './recording-formats.ts';

const documentsById: ReadonlyMap<string, DocumentFormat> = new Map(
  documentFormats.map((one) => [one.id, one]),
);

export const fileFormats: readonly FileFormat[] = [...documentFormats, ...recordingFormats];

/** The supported file name extensions, in lower case with their dot. */
export const supportedExtensions: readonly string[] = fileFormats.flatMap(({ extensions }) => extensions);

/** The record of the document type with this id. Throws an `Error` for an unknown id. */
export function documentFormat(id: string): DocumentFormat {
  const found = documentsById.get(id);
  if (found === undefined) throw new Error(`there is no type of document with the id ${id}`);
  return found;
}

/** The file type for a file name, by the name's extension; null if there is none. */
export function formatOfName(name: string): FileFormat | null {
  const lower = name.toLowerCase();
  return fileFormats.find(({ extensions }) => extensions.some((ending) => lower.endsWith(ending))) ?? null;
}

/** The type that the first bytes of a file identify; null for containers, text and unsupported types. */
export function formatOfHead(head: Uint8Array): FileFormat | null {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const found = fileFormats.find(({ magic = [] }) => hasMagic(start, magic));
  return found ?? stillPicture(start, head);
}

/**
 * The type of a picture in an ISO container (ISO/IEC 23008-12): AVIF if one of the brands at the start of the file
 * names it, else HEIC. Null if the file does not start like an ISO container.
 */
function stillPicture(start: string, head: Uint8Array): FileFormat | null {
  if (!/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(start)) return null;
  const boxBytes = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  return documentFormat(/avi[fs]/.test(start.slice(8, Math.min(boxBytes, 256))) ? 'avif' : 'heic');
}
