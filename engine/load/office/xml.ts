import { SaxesParser } from 'saxes';
import { ReadFailure } from '../../model/errors.ts';
import { decodeText } from '../text/decode.ts';

export type Attributes = Readonly<Record<string, string>>;

/**
 * Receives the elements and text of an XML file. Names of elements and attributes are passed without prefix: `w:val`
 * becomes `val`. If an element has both `id` and `r:id`, `id` has the value of `r:id`.
 */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

const pieceCharacters = 64 * 1024;
/** Maximum depth of nested elements. Word nests elements a few dozen levels deep. */
const deepest = 256;

/**
 * Parses an XML file of an Office document or e-book. A document type declaration is rejected, because no current
 * program writes one and its entities can be an attack. Returns the handler, which receives nothing if `bytes` is null.
 * Throws a `ReadFailure` with the code `damaged`.
 */
export function parseXml<Handler extends XmlHandler>(bytes: Uint8Array | null, handler: Handler): Handler {
  if (bytes === null) return handler;
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw refused('declares a document type, which is not accepted');
  });
  parser.on('error', (error) => {
    throw refused('is not well formed', error);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw refused('is nested too deep');
    handler.open(localName(name), localAttributes(attributes));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  const { text } = decodeText(bytes);
  for (let at = 0; at < text.length; at += pieceCharacters)
    parser.write(text.slice(at, at + pieceCharacters));
  parser.close();
  return handler;
}

/** The attributes of the first element with this name; null if there is none. */
export function attributesOf(bytes: Buffer | null, element: string): Attributes | null {
  let found: Attributes | null = null;
  // In UTF-16, which has zeros between its letters, a name has other bytes.
  if (bytes === null || !(bytes.includes(element) || bytes.includes(0))) return null;
  parseXml(bytes, {
    open(name, attributes) {
      if (name === element) found ??= attributes;
    },
  });
  return found;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localAttributes(attributes: Record<string, string>): Attributes {
  const local: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.includes(':') || !(name in local)) local[localName(name)] = value;
  }
  return local;
}

function refused(what: string, cause?: Error): ReadFailure {
  return new ReadFailure(
    'damaged',
    `The document is damaged or was tampered with: its XML ${what}. Save it again, or as PDF.`,
    { cause },
  );
}
