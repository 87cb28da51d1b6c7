import { inflateSync } from 'node:zlib';
import type { Pdfium } from '../pdfium.ts';

/** A pattern for the names of optional content: "OC", "OCG", "OCMD" and "OCProperties". */
const optionalName = new RegExp(`/${spelled('OC')}(?:Properties|[^A-Za-z0-9]|#|G|MD)`);
/**
 * A pattern for the names that can switch content off. These are "OFF", unless an empty list follows, and the names of
 * conditions that can hide content although its layers are on.
 */
const offName = new RegExp(
  `/(?:${spelled('OFF')}(?!\\s*\\[\\s*\\])|${spelled('AllOff')}|${spelled('AnyOff')}|${spelled('VE')}(?![A-Za-z0-9#]))`,
);
const objectStream = new RegExp(`/${spelled('ObjStm')}(?![A-Za-z0-9#])`, 'g');
const beginning = /stream\r?\n/g;
/** Long files are searched in pieces. Consecutive pieces overlap by `longestName`, so that no name is cut off. */
const pieceBytes = 1024 * 1024;
const longestName = 64;
/** Maximum bytes between the type of a stream and the stream's content, for the rest of the stream's dictionary. */
const dictionaryReach = 2_048;
const mostInflated = 8 * 1024 * 1024;
const allowCutOff = 2;

/**
 * Whether a file may have content that is switched off (optional content, "layers"). It may if the names for such
 * content are in the file or in a compressed object stream of the file, or if such a stream cannot be read.
 */
export function maySwitchContentOff(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let encrypted = false;
  let optional = false;
  let off = false;
  const note = (text: string) => {
    optional ||= optionalName.test(text);
    off ||= offName.test(text);
  };
  const streams: number[] = [];
  for (let from = 0; from < file.length; from += pieceBytes) {
    const piece = file.toString('latin1', from, from + pieceBytes + longestName);
    note(piece);
    encrypted ||= piece.includes('/Encrypt');
    for (const { index } of piece.matchAll(objectStream)) streams.push(from + index);
  }
  if (optional && off) return true;
  for (const at of streams) {
    const objects = encrypted ? null : inflated(file, at);
    if (objects === null) return true;
    note(objects);
  }
  return optional && off;
}

/** A pattern for a name as PDF files can write it, with any of its characters as a hex number (PDF 32000-1, 7.3.5). */
function spelled(name: string): string {
  return [...name]
    .map((character) => {
      const [high = '', low = ''] = character.charCodeAt(0).toString(16);
      return `(?:${character}|#${high}[${low}${low.toUpperCase()}])`;
    })
    .join('');
}

/**
 * The uncompressed content of an object stream; `at` is a position in the stream's dictionary. Null if the stream
 * cannot be read.
 */
function inflated(file: Buffer, at: number): string | null {
  beginning.lastIndex = 0;
  if (!beginning.test(file.toString('latin1', at, at + dictionaryReach))) return null;
  try {
    const limits = { maxOutputLength: mostInflated, finishFlush: allowCutOff };
    return inflateSync(file.subarray(at + beginning.lastIndex), limits).toString('latin1');
  } catch {
    return null;
  }
}

/**
 * Bytes of memory for the name of a mark, in UTF-16. Marks with longer names are ignored, because only the name "OC" is
 * looked for.
 */
const nameBytes = 32;

/** Whether an object may be switched off: it has the mark "OC", or it is in a form, which may have that mark. */
export function maySwitchOff(module: Pdfium, object: number, inForm: boolean): boolean {
  if (inForm) return true;
  const { scratch } = module;
  const marks = module._FPDFPageObj_CountMarks(object);
  for (let index = 0; index < marks; index += 1) {
    const mark = module._FPDFPageObj_GetMark(object, index);
    if (mark === 0 || module._FPDFPageObjMark_GetName(mark, scratch, nameBytes, scratch + nameBytes) === 0)
      continue;
    const { HEAPU8: memory } = module;
    const length = memory[scratch + nameBytes] ?? 0;
    if (length === 6 && memory[scratch] === 0x4f && memory[scratch + 2] === 0x43) return true;
  }
  return false;
}
