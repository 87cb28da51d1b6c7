import { unzipSync } from 'fflate';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** The XML of a part of a Word document. */
export function partOf(docx: Uint8Array, part = 'word/document.xml'): string {
  const bytes = unzipSync(docx)[part] ?? new Uint8Array();
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
}

/**
 * What the main part of a Word document contains when all changes of Proviso are accepted or rejected: its elements in
 * their order, and for each text its run and look. Neighbouring texts of one run and look are one. A paragraph whose end
 * was inserted goes on in the next one, which keeps its properties. The comments of Proviso are left out.
 */
export function contentOf(docx: Uint8Array, decision: 'accept' | 'reject', part?: string): string[] {
  const comments = new Set(commentsOf(docx).map(({ id }) => id));
  const dropped = decision === 'accept' ? 'del' : 'ins';
  const parser = new SaxesParser({ xmlns: true });
  const found: { run: string | null; text: string }[] = [];
  const path: { local: string; isShown: boolean }[] = [];
  const paragraphs: { at: number; content: number; goesOn: boolean }[] = [];
  let carried: typeof found = [];
  let [run, look] = ['', ''];
  const isIn = (local: string) => path.some((one) => one.local === local);
  const add = (own: string | null, text: string) => {
    const last = found.at(-1);
    if (own !== null && last?.run === own) last.text += text;
    else found.push({ run: own, text });
  };
  const isLeftOut = (tag: SaxesTagNS) =>
    (tag.local === dropped && attributeOf(tag, 'author') === 'Proviso') ||
    (/^comment(?:Range|Reference)/.test(tag.local) && comments.has(attributeOf(tag, 'id') ?? ''));
  parser.on('opentag', (tag) => {
    const isShown = path.at(-1)?.isShown !== false && !isLeftOut(tag);
    const isMark = /^(?:ins|del)$/.test(tag.local) && attributeOf(tag, 'author') === 'Proviso';
    if (tag.local === 'p') paragraphs.push({ at: found.length, content: found.length + 1, goesOn: false });
    const inner = paragraphs.at(-1);
    if (inner && isMark && tag.local === dropped && isIn('pPr') && isIn('rPr')) inner.goesOn = true;
    if (tag.local === 'r') [run, look] = [written(tag), ''];
    else if (isShown && isIn('rPr') && isIn('r')) look += written(tag);
    else if (isShown && !isMark && !/^(?:t|delText|rPr)$/.test(tag.local))
      add(null, run + look + written(tag));
    path.push({ local: tag.local, isShown });
  });
  const addText = (text: string) => {
    const inner = path.at(-1);
    if (inner?.isShown) add(/^(?:t|delText)$/.test(inner.local) ? run + look : null, text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ local }) => {
    path.pop();
    if (local === 'r') [run, look] = ['', ''];
    if (local === 'pPr') Object.assign(paragraphs.at(-1) ?? {}, { content: found.length });
    if (local !== 'p') return;
    const { at = 0, content = 0, goesOn } = paragraphs.pop() ?? {};
    if (goesOn) {
      carried = [...(carried.length > 0 ? carried : found.slice(at, at + 1)), ...found.slice(content)];
      found.length = at;
      return;
    }
    const [start, ...words] = carried.splice(0);
    if (start !== undefined && words.length > 0) found.splice(at, 1, start);
    found.splice(content, 0, ...words);
    add(null, '</p>');
  });
  parser.write(partOf(docx, part)).close();
  return found.map(({ run, text }) => (run === null ? text : `${run}: ${text}`));
}

/** The comments of Proviso in a Word document. */
export function commentsOf(docx: Uint8Array): { id: string; text: string }[] {
  const name = Object.keys(unzipSync(docx)).find((one) => /comments\.xml$/.test(one));
  if (name === undefined) return [];
  const all = partOf(docx, name).matchAll(
    /<(\w+:|)comment ([^>]*author="Proviso"[^>]*)>(.*?)<\/\1comment>/gs,
  );
  return [...all].map(([, , about = '', content = '']) => ({
    id: /:id="(\d+)"/.exec(about)?.[1] ?? '',
    text: content.replace(/<[^>]*>/g, ''),
  }));
}

function attributeOf({ attributes }: SaxesTagNS, name: string): string | undefined {
  return Object.values(attributes).find(({ local }) => local === name)?.value;
}

function written({ local, attributes }: SaxesTagNS): string {
  const own = Object.values(attributes).filter(
    (one) => one.prefix !== 'xmlns' && one.prefix !== 'xml' && !(local === 'rPrChange' && one.local === 'id'),
  );
  return `<${local}${own.map((one) => ` ${one.local}=${one.value}`).join('')}>`;
}
