import { clean } from '../clean.ts';

/** Characters that XML 1.0 does not allow, which are also not allowed in office documents. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Cleans text from documents, and replaces what no XML document may contain. */
export function xmlSafe(text: string): string {
  return clean(text).replace(notInXml, '\ufffd');
}

/** Escapes text from documents for the content and the attributes of XML and HTML. */
export function markup(text: string): string {
  return xmlSafe(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
