import type { Archive } from '../zip/archive.ts';
import { type Block, paragraphBlock } from './block.ts';
import { addWords, hiddenBlocks, type SeenAndHidden } from './looks/hidden-words.ts';
import { drawnLookOf } from './looks/run-look.ts';
import type { Relationship } from './relationships.ts';
import { type Attributes, childAt, childrenOf, type Element, textIn, treeOf, walk } from './xml.ts';

/** The kinds of relationships to diagrams (SmartArt) and charts. */
const diagramTypes = new Set(['diagramData', 'chart', 'chartEx']);

/** The id of the diagram or chart that an element refers to; null if it refers to none. */
export function diagramId(name: string, { dm, id }: Attributes): string | null {
  return (name === 'relIds' ? dm : name === 'chart' ? id : null) ?? null;
}

/**
 * The texts of the diagrams and charts that a part refers to, by the id of the reference. Throws a `ReadFailure`.
 */
export async function diagramsOf(
  archive: Archive,
  related: readonly Relationship[],
): Promise<Map<string, Block[]>> {
  const diagrams = new Map<string, Block[]>();
  for (const { id, type, target } of related) {
    const bytes = diagramTypes.has(type) ? await archive.read(target) : null;
    if (bytes === null) continue;
    const { found } = drawnText(treeOf(bytes));
    diagrams.set(
      id,
      found.map(({ block }) => block),
    );
  }
  return diagrams;
}

/** Counts from 0. */
type Anchor = { column: number; row: number };

/** Elements whose text is not displayed: older versions of content, and layout points of diagrams. */
const unseen = new Set(['Fallback', 'prSet']);

/**
 * The paragraphs of a drawing: of the text boxes of a sheet, or of a diagram; and the labels of a chart. `diagrams` are
 * the references to diagrams and charts inside of the drawing.
 */
export function drawnText(drawing: Element) {
  const found: { anchor: Anchor; block: Block }[] = [];
  const diagrams: { anchor: Anchor; id: string }[] = [];
  // A chart has the labels of its axis again for each series.
  const labels = new Set<string>();
  let anchor: Anchor = { column: 0, row: 0 };
  walk(drawing, (element, { name: parent }) => {
    const { name, attributes } = element;
    if (unseen.has(name)) return false;
    const id = diagramId(name, attributes);
    if (id !== null) diagrams.push({ anchor, id });
    if (name === 'from')
      anchor = { column: numberIn(childAt(element, 'col')), row: numberIn(childAt(element, 'row')) };
    else if (name === 'p') {
      for (const block of paragraphsOf(element)) found.push({ anchor, block });
      return false;
    } else if (name === 'pt' && (parent === 'strCache' || parent === 'lvl')) {
      const text = textIn(element).replace(/\s+/g, ' ').trim();
      if (text !== '' && !labels.has(text)) found.push({ anchor, block: paragraphBlock(text) });
      labels.add(text);
    }
  });
  return { found, diagrams };
}

function numberIn(element: Element | undefined): number {
  return Number(textIn(element));
}

/** The words of a paragraph, and then its hidden words. */
function paragraphsOf(element: Element): Block[] {
  const read: SeenAndHidden = { text: '', hidden: [] };
  for (const run of childrenOf(element)) {
    if (run.name === 'br') addWords(read, ' ', null);
    if (run.name !== 'r' && run.name !== 'fld') continue;
    const look = drawnLookOf(childAt(run, 'rPr')?.attributes ?? {});
    addWords(read, textIn(childAt(run, 't')), look.struck ? 'struck_out' : null, look.raised);
  }
  const words = read.text.replace(/\s+/g, ' ').trim();
  return [...(words === '' ? [] : [paragraphBlock(words)]), ...hiddenBlocks(read.hidden)];
}
