import { posix } from 'node:path';
import { ReadFailure } from '../model/errors.ts';
import type { By } from './tracked-changes.ts';
import { strictNamespace } from './word-runs.ts';
import { escaped, type Parts, setXml, xmlOf } from './xml-parts.ts';

type Comments = {
  /** The name of the document's main part, and the namespace of its elements. */
  main: string;
  namespace: string;
  /** The name of the part with its comments, if it has any. */
  existing: string | null;
  comments: readonly string[];
  by: By;
};

/**
 * Adds comments to the parts of a Word document, and the part for them if it has none. Returns the id of the first one;
 * the others follow it. Throws a `ReadFailure` if the document's list of parts is not one that Word writes.
 */
export function addComments(parts: Parts, { main, namespace, existing, comments, by }: Comments): number {
  if (comments.length === 0) return 0;
  const declared = `xmlns:w="${namespace}"`;
  const folder = posix.dirname(main);
  // A part with the usual name that the document does not refer to keeps its content.
  const unused = ['comments.xml', 'proviso-comments.xml'].map((one) => posix.join(folder, one));
  const name = existing ?? unused.find((one) => !(one in parts)) ?? '';
  if (existing === null) {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';
    insert(parts, '[Content_Types].xml', 'Override', `PartName="/${name}" ContentType="${type}"`);
    const relationships = posix.join(folder, '_rels', `${posix.basename(main)}.rels`);
    if (!(relationships in parts)) setXml(parts, relationships, noRelationships);
    const base =
      namespace === strictNamespace
        ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
        : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const target = `Id="provisoComments" Type="${base}/comments" Target="${posix.basename(name)}"`;
    insert(parts, relationships, 'Relationship', target);
    const root = `<w:comments ${declared}></w:comments>`;
    setXml(parts, name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${root}`);
  }
  const ids = [...xmlOf(parts, name).matchAll(/<[\w:]*comment\s[^>]*?:id="(\d{1,9})"/g)];
  const firstId = ids.reduce((next, [, id]) => Math.max(next, Number(id) + 1), 0);
  const date = by.at.toISOString().replace(/\.\d+Z$/, 'Z');
  const written = comments.map((text, at) => {
    const about = `w:id="${firstId + at}" w:author="${escaped(by.author)}" w:date="${date}" w:initials="P"`;
    const words = `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
    return `<w:comment ${declared} ${about}>${words}</w:comment>`;
  });
  setXml(
    parts,
    name,
    withLast(parts, name, () => written.join('')),
  );
  return firstId;
}

const noRelationships =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>';

/** Inserts an element at the end of the outermost element of a part, with the prefix of that. */
function insert(parts: Parts, name: string, element: string, attributes: string): void {
  setXml(
    parts,
    name,
    withLast(parts, name, (prefix) => `<${prefix}${element} ${attributes}/>`),
  );
}

/** The XML of a part with more at the end of its outermost element. */
function withLast(parts: Parts, name: string, added: (prefix: string) => string): string {
  const xml = xmlOf(parts, name).trimEnd();
  const last = xml.lastIndexOf('<');
  // The end of an element, or an element without content: <Types …/>.
  const [, slash, element, prefix = '', close] =
    /^<(\/?)(([\w.-]+:)?[\w.-]+)(?:\s[^>]*?)?(\/?)>$/.exec(xml.slice(last)) ?? [];
  if (element === undefined || slash === close)
    throw new ReadFailure(
      'damaged',
      `The document cannot be redlined, because its part ${name} is not as Word writes it. Save it again from Word.`,
    );
  const content = `${added(prefix)}</${element}>`;
  return slash === '/' ? `${xml.slice(0, last)}${content}` : `${xml.slice(0, -2)}>${content}`;
}
