import { makeZip } from './make-zip.ts';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns:';
const namespaces = [
  ['office', `${oasis}office:1.0`],
  ['style', `${oasis}style:1.0`],
  ['text', `${oasis}text:1.0`],
  ['table', `${oasis}table:1.0`],
  ['draw', `${oasis}drawing:1.0`],
  ['presentation', `${oasis}presentation:1.0`],
  ['svg', `${oasis}svg-compatible:1.0`],
  ['xlink', 'http://www.w3.org/1999/xlink'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation';

/** An OpenDocument file with only the given parts. */
export function makeOdf(kind: Kind, body: string, styles = '', manifest = ''): Uint8Array {
  return makeZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'META-INF/manifest.xml',
      content: `<manifest:manifest xmlns:manifest="${oasis}manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>${manifest}</manifest:manifest>`,
    },
    {
      name: 'content.xml',
      content: `<?xml version="1.0"?><office:document-content ${namespaces} office:version="1.2"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ]);
}
