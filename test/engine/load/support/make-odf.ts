import { makeZip } from './make-zip.ts';

const namespaces = ['office', 'style', 'text', 'table', 'draw', 'fo', 'svg', 'presentation']
  .map((prefix) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${prefix}:1.0"`)
  .join(' ');

type Kind = 'text' | 'spreadsheet' | 'presentation';

/** An OpenDocument file of which only what is given is there. */
export function makeOdf(kind: Kind, body: string, styles = '', manifest = ''): Uint8Array {
  return makeZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    { name: 'META-INF/manifest.xml', content: `<manifest>${manifest}</manifest>` },
    {
      name: 'content.xml',
      content: `<?xml version="1.0"?><office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ]);
}
