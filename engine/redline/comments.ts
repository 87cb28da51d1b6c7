import { posix } from 'node:path';
import { decodeText } from '../load/text/decode.ts';
import { ReadFailure } from '../model/errors.ts';
import { type By, escaped } from './tracked-changes.ts';
import { namespaces, type WordRuns, wordRuns } from './word-runs.ts';

type Comments = {
  /** The name of the document's main part. */
  main: string;
  /** The name of the part with its comments, if it has any. */
  existing: string | null;
  comments: readonly string[];
  by: By;
};

/**
 * Adds comments to the entries of a Word document, and the part for them if it has none. Returns the id of the first one;
 * the others follow it. Throws a `ReadFailure` if the document's list of parts is not one that Word writes.
 */
export function addComments(
  entries: Record<string, Uint8Array>,
  { main, existing, comments, by }: Comments,
  { isStrict }: Pick<WordRuns, 'isStrict'>,
): number {
  if (comments.length === 0) return 0;
  const uri = isStrict ? namespaces.strict : namespaces.transitional;
  const part = existing ?? posix.join(posix.dirname(main), 'comments.xml');
  if (existing === null) {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';
    insert(entries, '[Content_Types].xml', `<Override PartName="/${part}" ContentType="${type}"/>`);
    const relationships = posix.join(posix.dirname(main), '_rels', `${posix.basename(main)}.rels`);
    const base = isStrict
      ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
      : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const target = `Id="provisoComments" Type="${base}/comments" Target="${posix.basename(part)}"`;
    insert(entries, relationships, `<Relationship ${target}/>`);
    entries[part] = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:comments xmlns:w="${uri}"></w:comments>`,
    );
  }
  const xml = textOf(entries, part);
  const p = wordRuns(xml).prefix;
  const ids = [...xml.matchAll(/<[\w:]*comment\s[^>]*?:id="(\d{1,9})"/g)].map(([, id]) => Number(id));
  const firstId = 1 + ids.reduce((one, other) => Math.max(one, other), -1);
  const date = by.at.toISOString().replace(/\.\d+Z$/, 'Z');
  const written = comments.map(
    (text, at) =>
      `<${p}comment ${p}id="${firstId + at}" ${p}author="${escaped(by.author)}" ${p}date="${date}" ${p}initials="P">` +
      `<${p}p><${p}r><${p}t xml:space="preserve">${escaped(text)}</${p}t></${p}r></${p}p></${p}comment>`,
  );
  insert(entries, part, written.join(''));
  return firstId;
}

/** Inserts XML at the end of the outermost element of a part. */
function insert(entries: Record<string, Uint8Array>, part: string, added: string): void {
  const xml = textOf(entries, part).trimEnd();
  const last = xml.lastIndexOf('<');
  const tag = xml.slice(last);
  const isEnd = /^<\/[^>]+>$/.test(tag);
  // An element without content: <Types …/>.
  const name = /^<([^\s/>]+)[^>]*\/>$/.exec(tag)?.[1];
  if (!isEnd && name === undefined)
    throw new ReadFailure(
      'damaged',
      `The document cannot be redlined, because its part ${part} is not as Word writes it. Save it again from Word.`,
    );
  const end = isEnd ? `${added}${tag}` : `${tag.slice(0, -2)}>${added}</${name}>`;
  entries[part] = Buffer.from(`${xml.slice(0, last)}${end}`);
}

function textOf(entries: Record<string, Uint8Array>, part: string): string {
  return decodeText(entries[part] ?? new Uint8Array()).text;
}
