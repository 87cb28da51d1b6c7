import { documentFormats } from './document-formats.ts';
import { type DocumentFormat, type FileFormat, hasMagic } from './format.ts';
import { recordingFormats } from './recording-formats.ts';

const documentsById: ReadonlyMap<string, DocumentFormat> = new Map(
  documentFormats.map((one) => [one.id, one]),
);

export const fileFormats: readonly FileFormat[] = [...documentFormats, ...recordingFormats];

/** The supported file name endings, in lower case with their dot. */
export const supportedExtensions: readonly string[] = fileFormats.flatMap(({ extensions }) => extensions);

/** The record of a type of document. Throws an Error for an id that is not in the list. */
export function documentFormat(id: string): DocumentFormat {
  const found = documentsById.get(id);
  if (found === undefined) throw new Error(`there is no type of document with the id ${id}`);
  return found;
}

/** The type of a file's name ending, or null. */
export function formatOfName(name: string): FileFormat | null {
  const lower = name.toLowerCase();
  return fileFormats.find(({ extensions }) => extensions.some((ending) => lower.endsWith(ending))) ?? null;
}

/** The type that the first bytes of a file show; null for containers, for text, and for what is not supported. */
export function formatOfHead(head: Uint8Array): FileFormat | null {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const found = fileFormats.find(({ magic = [] }) => hasMagic(start, magic));
  return found ?? stillPicture(start, head);
}

/**
 * A picture in an ISO container (ISO/IEC 23008-12): the brand names its compression, or leaves that to the compatible
 * brands.
 */
function stillPicture(start: string, head: Uint8Array): FileFormat | null {
  if (!/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(start)) return null;
  const boxBytes = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  return documentFormat(/avi[fs]/.test(start.slice(8, Math.min(boxBytes, 256))) ? 'avif' : 'heic');
}
