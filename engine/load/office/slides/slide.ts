import type { Hiding } from '../../part.ts';
import type { Block } from '../block.ts';
import { diagramId } from '../drawn-text.ts';
import { addWords, hiddenBlocks, type SeenAndHidden } from '../looks/hidden-words.ts';
import type { Attributes, XmlHandler } from '../xml.ts';
import { type Area, contains } from './places.ts';
import { type Drawn, ShapeTracker, type Stage } from './shapes.ts';

/** A paragraph or table row of a slide; all speaker notes of a slide are one block. */
export type SlideBlock = {
  kind: 'title' | 'body' | 'boilerplate' | 'comment' | 'notes';
  text: string;
  /** Why the slide does not show the block; undefined if the slide shows it. */
  hidden?: Hiding | undefined;
};

/** The elements of animations that change shapes (ECMA-376 part 1, 19.5). */
const moves = new Set(['anim', 'animEffect', 'animMotion', 'animScale', 'set']);
const titles = new Set(['title', 'ctrTitle']);
/** Placeholders that repeat on every slide: date, footer, header and the slide's own number. */
const boilerplate = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);

/** Collects the words of a slide, in the order in which the file lists its shapes. */
export class SlideReader implements XmlHandler {
  /** The blocks, each with the area and the number of its shape. */
  readonly #blocks: (SlideBlock & { area: Area | null; shape: number })[] = [];
  readonly #tracker: ShapeTracker;
  readonly #diagrams: ReadonlyMap<string, Block[]>;
  /** An animation moves or shows an object, so what is covered or outside of the slide may be visible at some time. */
  #animated = false;
  hidden = false;
  pictures = 0;
  #kind: SlideBlock['kind'] = 'body';
  #paragraph: SeenAndHidden = { text: '', hidden: [] };
  #cells: string[] | null = null;
  #cell: string[] = [];
  #inText = false;

  constructor(stage: Stage, diagrams: ReadonlyMap<string, Block[]> = new Map()) {
    this.#diagrams = diagrams;
    this.#tracker = new ShapeTracker(stage);
  }

  /**
   * The collected blocks. Read this property only after the last element, because all covering shapes and animations
   * are known only then.
   */
  get blocks(): SlideBlock[] {
    const { drawn } = this.#tracker;
    const known = new Map<Area, boolean>();
    return this.#blocks.map(({ area, shape, ...block }) => {
      if (this.#isUncertain(block)) return { ...block, hidden: undefined };
      if (this.#animated) return block;
      const isCovered =
        area !== null && (known.get(area) ?? drawn.some((one) => one.number > shape && covers(one, area)));
      if (area !== null) known.set(area, isCovered);
      return isCovered ? { ...block, hidden: block.hidden ?? 'covered' } : block;
    });
  }

  open(name: string, attributes: Attributes): void {
    this.#tracker.open(name, attributes);
    if (moves.has(name)) this.#animated = true;
    switch (name) {
      case 'sld':
        this.hidden = attributes.show === '0';
        break;
      case 'sp':
      case 'graphicFrame':
        this.#kind = 'body';
        break;
      case 'ph':
        if (titles.has(attributes.type ?? '')) this.#kind = 'title';
        if (boilerplate.has(attributes.type ?? '')) this.#kind = 'boilerplate';
        break;
      case 'relIds':
      case 'chart':
        for (const { text, hidden } of this.#diagrams.get(diagramId(name, attributes) ?? '') ?? [])
          this.#push({ kind: 'body', text, hidden });
        break;
      case 'pic':
        this.pictures += 1;
        break;
      case 'tr':
        this.#cells = [];
        break;
      case 'tc':
        this.#cell = [];
        break;
      case 'p':
        this.#paragraph = { text: '', hidden: [] };
        break;
      case 'br':
        this.#paragraph.text += ' ';
        break;
    }
    this.#inText = name === 't';
  }

  close(name: string): void {
    this.#inText = false;
    if (name === 'p') this.#endParagraph();
    this.#tracker.close(name);
    if (name === 'tc') this.#cells?.push(this.#cell.join(' '));
    if (name !== 'tr') return;
    const row = (this.#cells ?? []).join(' | ');
    this.#cells = null;
    if (/[^\s|]/.test(row)) this.#push({ kind: 'body', text: row });
  }

  text(text: string): void {
    if (this.#inText) addWords(this.#paragraph, text, this.#tracker.hiding(), this.#tracker.raised());
  }

  #isUncertain({ hidden }: SlideBlock): boolean {
    if (hidden === 'background_colour') return this.#tracker.renamesColours;
    return hidden === 'off_page' && this.#animated;
  }

  #endParagraph(): void {
    const { text: words, hidden } = this.#paragraph;
    const text = words.replace(/\s+/g, ' ').trim();
    this.#paragraph = { text: '', hidden: [] };
    if (this.#kind === 'boilerplate') return;
    if (text !== '' && this.#cells === null) this.#push({ kind: this.#kind, text });
    else if (text !== '') this.#cell.push(text);
    for (const block of hiddenBlocks(hidden))
      this.#push({ kind: 'body', text: block.text.replace(/\s+/g, ' ').trim(), hidden: block.hidden });
  }

  #push(block: SlideBlock): void {
    const { area, number } = this.#tracker;
    this.#blocks.push({ ...block, area, shape: number });
  }
}

/** Whether a shape certainly hides an area. A shape of unknown colour may be transparent. */
function covers({ area, ground }: Drawn, other: Area): boolean {
  return ground !== 'unknown' && contains(area, other);
}
