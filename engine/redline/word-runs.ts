import { SaxesParser } from 'saxes';
import { ReadFailure } from '../model/errors.ts';

/** A run of a Word document, `<w:r>`: text with one look. The offsets are those of the XML. */
export type Run = {
  start: number;
  end: number;
  /** The prefix of its elements, without the colon; empty if they have none. */
  prefix: string;
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

/** The runs of a document's body in their order, without deleted ones, and the namespace of its elements. */
export type WordRuns = { runs: Run[]; namespace: string };

/** The namespace of WordprocessingML in files that keep to the strict form of the standard; all others have another. */
export const strictNamespace = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

type Open = { local: string; start: number; text: string; run: Run | null; isBound: boolean };

/** Reads the runs of the main part of a Word document. Throws a `ReadFailure` if it is not XML. */
export function wordRuns(xml: string): WordRuns {
  const parser = new SaxesParser({ xmlns: true });
  const found: WordRuns = { runs: [], namespace: '' };
  const path: Open[] = [];
  let fields = 0;
  parser.on('error', () => {
    throw new ReadFailure('damaged', 'The document cannot be redlined, because its XML is not well formed.');
  });
  parser.on('opentag', ({ local, uri, prefix, attributes }) => {
    if (path.length === 0) found.namespace = uri;
    const opened = parser.position;
    // An attribute cannot contain "<", so that the last one before the end of a tag begins it.
    const start = xml.lastIndexOf('<', opened - 1);
    const isRun = uri === found.namespace && local === 'r';
    const run = isRun ? { start, end: opened, prefix, opening: xml.slice(start, opened) } : null;
    const refused = fields > 0 ? refusals.fldSimple : path.flatMap((one) => refusals[one.local] ?? [])[0];
    // A run around runs has a text box in it or small characters over others.
    if (isRun)
      for (const outer of path) if (outer.run !== null) outer.run.refused = refusals.txbxContent ?? '';
    path.push({
      ...{ local, start, text: '', isBound: false },
      run: run === null ? null : { ...run, properties: '', parts: [], refused: refused ?? null },
    });
    const type = Object.values(attributes).find((one) => one.local === 'fldCharType')?.value;
    if (local === 'dataBinding') for (const one of path) if (one.local === 'sdt') one.isBound = true;
    if (type === 'begin') fields += 1;
    else if (type === 'end') fields = Math.max(0, fields - 1);
  });
  const addText = (text: string) => {
    const inner = path.at(-1);
    if (inner) inner.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = path.pop();
    const parent = path.at(-1)?.run;
    const end = parser.position;
    if (closed?.run && !path.some(({ local }) => local === 'del' || local === 'moveFrom')) {
      const bound = path.some(({ isBound }) => isBound) ? boundData : null;
      found.runs.push({ ...closed.run, end, refused: bound ?? closed.run.refused });
    }
    if (!closed || !parent) return;
    const piece = xml.slice(closed.start, end);
    if (closed.local === 'rPr') parent.properties = piece;
    else parent.parts.push({ xml: piece, text: closed.local === 't' ? closed.text : null });
  });
  parser.write(xml).close();
  return found;
}

const boundData = 'a control of Word takes these words from other data';

/** The reason why a run inside one of these elements is not changed. */
const refusals: Record<string, string> = {
  ins: 'these words are a tracked change already',
  moveTo: 'these words are a tracked change already',
  fldSimple: 'a field of Word computes these words',
  txbxContent: 'these words are in a text box',
  AlternateContent: 'these words are in a text box',
};
