import { SaxesParser } from 'saxes';

/** A run of a Word document, `<w:r>`: text with one look. The offsets are those of the XML. */
export type Run = {
  start: number;
  end: number;
  /** Its start tag. */
  opening: string;
  /** Its properties with their tags; empty if it has none. */
  properties: string;
  parts: RunPart[];
  /** Why no tracked change can be made in it; null if one can. */
  refused: string | null;
};

/** A child of a run: its XML, and its text if it is a `<w:t>`, else null. */
export type RunPart = { xml: string; text: string | null };

/** The runs of a document's body in their order, and the prefix of its elements, with a colon. */
export type WordRuns = { runs: Run[]; prefix: string; isStrict: boolean };

/** The two namespaces of WordprocessingML. */
export const namespaces = {
  transitional: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  strict: 'http://purl.oclc.org/ooxml/wordprocessingml/main',
};

type Open = { name: string; start: number; opened: number; text: string };

/** Reads the runs of the main part of a Word document, which a reader has read without an error before. */
export function wordRuns(xml: string): WordRuns {
  const parser = new SaxesParser({ xmlns: false });
  const found: WordRuns = { runs: [], prefix: '', isStrict: false };
  const path: Open[] = [];
  let run: Run | null = null;
  let fields = 0;
  let bound = 0;
  // An attribute cannot contain "<", so that the last one before the end of a tag begins it.
  const startOf = (end: number) => xml.lastIndexOf('<', end - 1);
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0) {
      const { transitional, strict } = namespaces;
      const spaces = Object.entries(attributes).filter(([, uri]) => uri === transitional || uri === strict);
      const [space, uri] = spaces[0] ?? [];
      found.prefix = space?.startsWith('xmlns:') ? `${space.slice('xmlns:'.length)}:` : '';
      found.isStrict = uri === strict;
    }
    const opened = parser.position;
    const start = startOf(opened);
    path.push({ name, start, opened, text: '' });
    const own = name.startsWith(found.prefix) ? name.slice(found.prefix.length) : '';
    if (own === 'r') {
      const refused = fields > 0 ? 'a field of Word computes these words' : refusalOf(path, found.prefix);
      run = { start, end: opened, opening: xml.slice(start, opened), properties: '', parts: [], refused };
    } else if (own === 'dataBinding') bound = path.length;
    else if (own === 'fldChar') {
      const type = attributes[`${found.prefix}fldCharType`];
      if (type === 'begin') fields += 1;
      else if (type === 'end') fields = Math.max(0, fields - 1);
    }
  });
  parser.on('text', (text) => {
    const inner = path.at(-1);
    if (inner) inner.text += text;
  });
  parser.on('cdata', (text) => {
    const inner = path.at(-1);
    if (inner) inner.text += text;
  });
  parser.on('closetag', () => {
    const closed = path.pop();
    if (!closed) return;
    const end = parser.position;
    const parent = path.at(-1)?.name;
    const { prefix } = found;
    if (closed.name === `${prefix}r` && run) {
      found.runs.push({ ...run, end, refused: bound > 0 ? boundData : run.refused });
      run = null;
    } else if (run && parent === `${prefix}r`) {
      const piece = xml.slice(closed.start, end);
      if (closed.name === `${prefix}rPr`) run.properties = piece;
      else run.parts.push({ xml: piece, text: closed.name === `${prefix}t` ? closed.text : null });
    } else if (closed.name === `${prefix}sdt` && path.length < bound) bound = 0;
  });
  parser.write(xml).close();
  return found;
}

const boundData = 'a control of Word takes these words from other data';

const refusals: Record<string, string> = {
  ins: 'these words are a tracked change already',
  moveTo: 'these words are a tracked change already',
  fldSimple: 'a field of Word computes these words',
  txbxContent: 'these words are in a text box',
  AlternateContent: 'these words are in a text box',
};

function refusalOf(path: readonly Open[], prefix: string): string | null {
  for (const { name } of path) {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : name.slice(name.indexOf(':') + 1);
    const refused = refusals[own] ?? refusals[name.slice(name.indexOf(':') + 1)];
    if (refused !== undefined) return refused;
  }
  return null;
}
