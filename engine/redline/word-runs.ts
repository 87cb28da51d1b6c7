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
  /** The paragraph around it. */
  paragraph: WordParagraph | null;
};

/** A paragraph of a Word document. The offsets are those of the XML. */
export type WordParagraph = {
  start: number;
  end: number;
  /** Where its content begins, after its start tag and its properties. */
  content: number;
  /** Its properties with their tags; empty if it has none. */
  properties: string;
  /** Whether no paragraph and no table follows in the body, or in what else is around it. */
  isLast: boolean;
  /** Why no paragraph can be inserted after it; null if one can. */
  refused: string | null;
};

/** A child of a run: its XML, and its text if it is a `<w:t>`, else null. */
export type RunPart = { xml: string; text: string | null };

/** The runs of a document's body in their order, without deleted ones, its paragraphs, and the namespace of its elements. */
export type WordRuns = { runs: Run[]; paragraphs: WordParagraph[]; namespace: string };

/** The namespace of WordprocessingML in files that keep to the strict form of the standard; all others have another. */
export const strictNamespace = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

type Open = {
  local: string;
  start: number;
  text: string;
  run: Run | null;
  paragraph: WordParagraph | null;
  /** The paragraph that ended last in it, unless a table or a control came after that. */
  last: WordParagraph | null;
  isBound: boolean;
  /** Whether it is a control that has one paragraph only. */
  isPlain: boolean;
};

/** Reads the runs of the main part of a Word document. Throws a `ReadFailure` if it is not XML. */
export function wordRuns(xml: string): WordRuns {
  const parser = new SaxesParser({ xmlns: true });
  const found: WordRuns = { runs: [], paragraphs: [], namespace: '' };
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
    const around = path.findLast(({ paragraph }) => paragraph !== null)?.paragraph ?? null;
    const isParagraph = uri === found.namespace && local === 'p';
    const run = isRun ? { start, end: opened, prefix, opening: xml.slice(start, opened) } : null;
    const refused = fields > 0 ? refusals.fldSimple : path.flatMap((one) => refusals[one.local] ?? [])[0];
    // A run around runs has a text box in it or small characters over others.
    if (isRun)
      for (const outer of path) if (outer.run !== null) outer.run.refused = refusals.txbxContent ?? '';
    path.push({
      ...{ local, start, text: '', last: null, isBound: false, isPlain: false },
      run:
        run === null
          ? null
          : { ...run, properties: '', parts: [], refused: refused ?? null, paragraph: around },
      paragraph: isParagraph
        ? { start, end: opened, content: opened, properties: '', isLast: false, refused: null }
        : null,
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
    const parent = path.at(-1);
    const end = parser.position;
    const isIn = (...names: string[]) => path.some(({ local }) => names.includes(local));
    const bound = path.some(({ isBound }) => isBound) ? boundData : null;
    if (closed?.run && !isIn('del', 'moveFrom'))
      found.runs.push({ ...closed.run, end, refused: bound ?? closed.run.refused });
    if (!closed || !parent) return;
    const { local, paragraph, last } = closed;
    if (paragraph !== null) {
      const inside = isIn('tbl')
        ? 'this place is in a table'
        : path.flatMap((one) => refusals[one.local] ?? [])[0];
      const plain = bound ?? (path.some(({ isPlain }) => isPlain) ? boundData : null);
      const computed = fields > 0 ? refusals.fldSimple : null;
      Object.assign(paragraph, { end, refused: inside ?? plain ?? computed ?? endRefusal(paragraph) });
      found.paragraphs.push(paragraph);
    }
    if (last !== null) last.isLast = true;
    if (local === 'p' || local === 'tbl' || local === 'sdt') parent.last = paragraph;
    const piece = xml.slice(closed.start, end);
    if (local === 'pPr' && parent.paragraph)
      Object.assign(parent.paragraph, { properties: piece, content: end });
    else if (local === 'text' && parent.local === 'sdtPr')
      for (const one of path.slice(-2)) one.isPlain = true;
    if (!parent.run) return;
    if (local === 'rPr') parent.run.properties = piece;
    else parent.run.parts.push({ xml: piece, text: local === 't' ? closed.text : null });
  });
  parser.write(xml).close();
  return found;
}

/** Why the end of a paragraph, which its properties describe, cannot become that of another; null if it can. */
function endRefusal({ properties }: WordParagraph): string | null {
  if (/<(?:[\w.-]+:)?sectPr[\s/>]/.test(properties)) return 'a section of the Word document ends there';
  return /<(?:[\w.-]+:)?(?:del|moveFrom|moveTo)[\s/>]/.test(properties)
    ? 'a tracked change ends there'
    : null;
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
