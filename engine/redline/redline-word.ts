import { posix } from 'node:path';
import { zipSync } from 'fflate';
import { mainPart } from '../load/office/docx/reader.ts';
import { Styles } from '../load/office/looks/styles.ts';
import { relationshipsOf } from '../load/office/relationships.ts';
import { escaped, treeOf } from '../load/office/xml.ts';
import { ReadingBudget } from '../load/sandbox/reading-budget.ts';
import { decodeText } from '../load/text/decode.ts';
import { Archive } from '../load/zip/archive.ts';
import { ReadFailure } from '../model/errors.ts';
import { DocumentWords } from './document-words.ts';
import { insertionAfter } from './new-paragraphs.ts';
import type { Edit, Quoted } from './propose.ts';
import { type By, signature, withChanges } from './tracked-changes.ts';
import { strictNamespace, wordRuns } from './word-runs.ts';

/** Other words for a quote, or a text that is inserted after its paragraph, and a comment. Each of them can be missing. */
export type Mark = {
  citation: Quoted;
  edits: readonly Edit[];
  inserted?: string;
  comment: string | null;
};

/** The redlined document, and for each mark the reason why it was not made, or null. */
export type Redlined = { bytes: Uint8Array; refused: (string | null)[] };

/**
 * Writes marks into a Word document as tracked changes and comments. Everything else of the document stays, so that
 * rejecting all changes gives its text and its look again. A mark is refused if its words are not found or occur more than
 * once, or if a tracked change there would be lost or wrong. Throws a `ReadFailure`.
 */
export async function redlineWord(
  path: string,
  marks: readonly Mark[],
  by: By,
  mostCharacters: number,
): Promise<Redlined> {
  const archive = await Archive.open(path, new ReadingBudget(mostCharacters));
  try {
    const main = await mainPart(archive);
    const entries: Parts = {};
    for (const name of archive.names()) {
      const bytes = name.endsWith('/') ? null : await archive.read(name);
      if (bytes !== null) entries[name] = bytes;
    }
    const xml = xmlOf(entries, main);
    const document = wordRuns(xml);
    const words = new DocumentWords(document.runs);
    const related = await relationshipsOf(archive, main);
    const part = (type: string) => related.find((one) => one.type === type)?.target ?? null;
    const styles = new Styles(treeOf(entries[part('styles') ?? ''] ?? null));
    const placed = marks.map(({ citation: { quote }, edits, inserted, comment }) => {
      if (inserted === undefined) return { comment, insertion: null, ...words.find(quote, edits) };
      const found = insertionAfter(words.paragraphOf(quote), inserted, document, styles);
      return { comment, operations: [], insertion: null, refused: null, ...found };
    });
    const made = placed.filter(({ refused }) => refused === null);
    const commented = made.filter(({ comment }) => comment !== null);
    const comments = commented.flatMap(({ comment }) => comment ?? []);
    const { namespace } = document;
    const firstId = addComments(entries, {
      ...{ main, namespace, existing: part('comments'), comments, by },
    });
    const commentOf = (mark: (typeof made)[number]) =>
      mark.comment === null ? null : firstId + commented.indexOf(mark);
    const changes = made.flatMap((mark) =>
      mark.operations.map((operation) => ({ ...operation, comment: commentOf(mark) })),
    );
    const insertions = made.flatMap((mark) =>
      mark.insertion === null ? [] : { ...mark.insertion, comment: commentOf(mark) },
    );
    setXml(entries, main, withChanges(xml, document, { changes, insertions }, by));
    return { bytes: zipSync(entries, { mtime: by.at }), refused: placed.map(({ refused }) => refused) };
  } finally {
    archive.close();
  }
}

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
function addComments(parts: Parts, { main, namespace, existing, comments, by }: Comments): number {
  if (comments.length === 0) return 0;
  const declared = `xmlns:w="${namespace}"`;
  const folder = posix.dirname(main);
  // A part with the usual name that the document does not refer to keeps its content.
  const unused = ['comments.xml', 'proviso-comments.xml'].map((one) => posix.join(folder, one));
  const name = existing ?? unused.find((one) => !(one in parts)) ?? '';
  if (existing === null) {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';
    const override = `Override PartName="/${name}" ContentType="${type}"`;
    append(parts, '[Content_Types].xml', (prefix) => `<${prefix}${override}/>`);
    const relationships = posix.join(folder, '_rels', `${posix.basename(main)}.rels`);
    if (!(relationships in parts)) setXml(parts, relationships, noRelationships);
    const base =
      namespace === strictNamespace
        ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
        : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const target = `Id="provisoComments" Type="${base}/comments" Target="${posix.basename(name)}"`;
    append(parts, relationships, (prefix) => `<${prefix}Relationship ${target}/>`);
    const root = `<w:comments ${declared}></w:comments>`;
    setXml(parts, name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${root}`);
  }
  const ids = [...xmlOf(parts, name).matchAll(/<[\w:]*comment\s[^>]*?:id="(\d{1,9})"/g)];
  const firstId = ids.reduce((next, [, id]) => Math.max(next, Number(id) + 1), 0);
  const { author, date } = signature(by);
  const written = comments.map((text, at) => {
    const about = `w:id="${firstId + at}" w:author="${author}" w:date="${date}" w:initials="P"`;
    const words = `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
    return `<w:comment ${declared} ${about}>${words}</w:comment>`;
  });
  append(parts, name, () => written.join(''));
  return firstId;
}

const noRelationships =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>';

/** Adds XML to a part, at the end of its outermost element. `added` gets the prefix of that element, with its colon. */
function append(parts: Parts, name: string, added: (prefix: string) => string): void {
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
  setXml(parts, name, slash === '/' ? `${xml.slice(0, last)}${content}` : `${xml.slice(0, -2)}>${content}`);
}

/** The parts of an Office document by their names. */
type Parts = Record<string, Uint8Array>;

/** The XML of a part, with its line ends as they are; empty if there is no such part. */
function xmlOf(parts: Parts, name: string): string {
  const bytes = parts[name] ?? new Uint8Array();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeText(bytes).text;
  }
}

/** Writes the XML of a part in UTF-8, whatever its encoding was. */
function setXml(parts: Parts, name: string, xml: string): void {
  parts[name] = Buffer.from(xml.replace(/^(<\?xml\s[^>]*?encoding=)(["'])[^"']*\2/, '$1$2UTF-8$2'));
}
