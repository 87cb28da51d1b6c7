import type { Archive } from '../zip/archive.ts';
import type { Block } from './block.ts';
import { addWords, hiddenBlocks, type SeenAndHidden } from './looks/hidden-words.ts';
import { drawnLookOf, type RunLook } from './looks/run-look.ts';
import type { Relationship } from './relationships.ts';
import { type Attributes, parseXml, type XmlHandler } from './xml.ts';

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
    const reader = parseXml(bytes, new DrawnText());
    diagrams.set(
      id,
      reader.found.map(({ block }) => block),
    );
  }
  return diagrams;
}

/** Counts from 0. */
type Anchor = { column: number; row: number };

/** Elements whose text is not displayed: older versions of content, and layout points of diagrams. */
const unseen = new Set(['Fallback', 'prSet']);

/** Collects the paragraphs of a drawing: of the text boxes of a sheet, or of a diagram; and the labels of a chart. */
export class DrawnText implements XmlHandler {
  readonly found: { anchor: Anchor; block: Block }[] = [];
  /** The references to diagrams and charts inside of the drawing. */
  readonly diagrams: { anchor: Anchor; id: string }[] = [];
  readonly #path: string[] = [];
  #anchor: Anchor = { column: 0, row: 0 };
  #paragraph: SeenAndHidden = { text: '', hidden: [] };
  #look: RunLook = {};
  #skipping = 0;
  /** A chart has the labels of its axis again for each series. */
  readonly #labels = new Set<string>();
  #label = '';

  open(name: string, attributes: Attributes): void {
    this.#path.push(name);
    if (this.#skipping > 0 || unseen.has(name)) this.#skipping += 1;
    else if (name === 'from') this.#anchor = { column: 0, row: 0 };
    else if (name === 'p') this.#paragraph = { text: '', hidden: [] };
    else if (name === 'r') this.#look = {};
    else if (name === 'rPr') this.#look = drawnLookOf(attributes);
    else if (name === 'br') addWords(this.#paragraph, ' ', null);
    else if (name === 'pt') this.#label = '';
    else {
      const id = diagramId(name, attributes);
      if (id !== null) this.diagrams.push({ anchor: this.#anchor, id });
    }
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#skipping > 0) this.#skipping -= 1;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'pt') this.#endLabel();
  }

  text(text: string): void {
    if (this.#skipping > 0) return;
    const [cache, parent, name] = this.#path.slice(-3);
    if ((cache === 'strCache' || cache === 'lvl') && name === 'v') this.#label += text;
    else if (parent === 'lvl' && name === 'pt') this.#label += text;
    else if (parent === 'from' && name === 'col') this.#anchor.column = Number(text);
    else if (parent === 'from' && name === 'row') this.#anchor.row = Number(text);
    else if (name === 't' && (parent === 'r' || parent === 'fld'))
      addWords(this.#paragraph, text, this.#look.struck ? 'struck_out' : null, this.#look.raised);
  }

  #endLabel(): void {
    const text = this.#label.replace(/\s+/g, ' ').trim();
    this.#label = '';
    if (text === '' || this.#labels.has(text)) return;
    this.#labels.add(text);
    this.found.push({ anchor: this.#anchor, block: { kind: 'paragraph', text, heading: null, notes: [] } });
  }

  #endParagraph(): void {
    const { text, hidden } = this.#paragraph;
    const words = text.replace(/\s+/g, ' ').trim();
    const block: Block = { kind: 'paragraph', text: words, heading: null, notes: [] };
    for (const one of [...(words === '' ? [] : [block]), ...hiddenBlocks(hidden)])
      this.found.push({ anchor: this.#anchor, block: one });
  }
}
