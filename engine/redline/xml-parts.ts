import { decodeText } from '../load/text/decode.ts';

/** The parts of an Office document by their names. */
export type Parts = Record<string, Uint8Array>;

/** The XML of a part, with its line ends as they are; empty if there is no such part. */
export function xmlOf(parts: Parts, name: string): string {
  const bytes = parts[name] ?? new Uint8Array();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeText(bytes).text;
  }
}

/** Writes the XML of a part in UTF-8, whatever its encoding was. */
export function setXml(parts: Parts, name: string, xml: string): void {
  parts[name] = Buffer.from(xml.replace(/^(<\?xml\s[^>]*?encoding=)(["'])[^"']*\2/, '$1$2UTF-8$2'));
}
