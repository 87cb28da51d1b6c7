import type { Hiding } from '../../part.ts';
import type { Block } from '../block.ts';
import { diagramId } from '../drawn-text.ts';
import { addWords, hiddenBlocks, type SeenAndHidden } from '../looks/hidden-words.ts';
import { childAt, childrenOf, type Element, textIn, walk } from '../xml.ts';
import { type Area, contains } from './places.ts';
import { type Drawn, type Shape, Shapes, type Stage } from './shapes.ts';

/** A paragraph or table row of a slide; all speaker notes of a slide are one block. */
export type SlideBlock = {
  kind: 'title' | 'body' | 'comment' | 'notes';
  text: string;
  /** Why the slide does not show the block; undefined if the slide shows it. */
  hidden?: Hiding | undefined;
};

/** The elements of animations that change shapes (ECMA-376 part 1, 19.5). */
const moves = new Set(['anim', 'animEffect', 'animMotion', 'animScale', 'set']);
const titles = new Set(['title', 'ctrTitle']);
/** Placeholders that repeat on every slide: date, footer, header and the slide's own number. */
const boilerplate = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);

/** The words of a slide, in the order in which the file lists its shapes. */
export type SlideWords = { blocks: SlideBlock[]; hidden: boolean; pictures: number };

/** Reads a slide. `diagrams` are the texts of its diagrams and charts, by the ids of their references. */
export function slideWords(
  root: Element,
  stage: Stage,
  diagrams: ReadonlyMap<string, Block[]> = new Map(),
): SlideWords {
  const shapes = new Shapes(root, stage);
  const read: (SlideBlock & { shape: Shape })[] = [];
  for (const shape of shapes.inOrder())
    for (const block of wordsOf(shape, shapes, diagrams)) read.push({ ...block, shape });
  let pictures = 0;
  // An animation moves or shows an object, so what is covered or outside of the slide may be visible at some time.
  let animated = false;
  walk(root, ({ name }) => {
    if (name === 'pic') pictures += 1;
    if (moves.has(name)) animated = true;
  });
  const covered = new Map<Shape, boolean>();
  const isCovered = (shape: Shape): boolean => {
    const { area, number } = shape;
    const known = covered.get(shape);
    if (known !== undefined || area === null) return known ?? false;
    const found = shapes.drawn.some((one) => one.number > number && covers(one, area));
    covered.set(shape, found);
    return found;
  };
  const blocks = read.map(({ shape, ...block }): SlideBlock => {
    const isUncertain =
      block.hidden === 'background_colour' ? shapes.renamesColours : block.hidden === 'off_page' && animated;
    if (isUncertain) return { ...block, hidden: undefined };
    return !animated && isCovered(shape) ? { ...block, hidden: block.hidden ?? 'covered' } : block;
  });
  return { blocks, pictures, hidden: childAt(root, 'sld')?.attributes.show === '0' };
}

/** The paragraphs and table rows of a shape. */
function wordsOf(shape: Shape, shapes: Shapes, diagrams: ReadonlyMap<string, Block[]>): SlideBlock[] {
  const { placeholder, element: whole } = shape;
  const kind = placeholder !== null && titles.has(placeholder) ? 'title' : 'body';
  const isBoilerplate = placeholder !== null && boilerplate.has(placeholder);
  const read = (element: Element): SlideBlock[] =>
    childrenOf(element).flatMap((child): SlideBlock[] => {
      const { name, attributes } = child;
      if (name === 'p') return isBoilerplate ? [] : paragraphOf(child, shape, shapes, kind);
      if (name === 'tr') return rowOf(childrenOf(child, 'tc').map(read));
      const diagram = diagrams.get(diagramId(name, attributes) ?? '') ?? [];
      return [
        ...diagram.map(({ text, hidden }): SlideBlock => ({ kind: 'body', text, hidden })),
        ...read(child),
      ];
    });
  return read(whole);
}

/** A table row, after the hidden words of its cells. */
export function rowOf(cells: SlideBlock[][]): SlideBlock[] {
  const row = cells
    .map((blocks) => blocks.flatMap(({ text, hidden }) => (hidden === undefined ? [text] : [])).join(' '))
    .join(' | ');
  const hidden = cells.flat().filter((block) => block.hidden !== undefined);
  return /[^\s|]/.test(row) ? [...hidden, { kind: 'body', text: row }] : hidden;
}

function paragraphOf(element: Element, shape: Shape, shapes: Shapes, kind: 'title' | 'body'): SlideBlock[] {
  const paragraph: SeenAndHidden = { text: '', hidden: [] };
  walk(element, (inner, parent) => {
    if (inner.name === 'br') paragraph.text += ' ';
    if (inner.name !== 't') return;
    const look = shapes.look(childAt(parent, 'rPr'));
    addWords(paragraph, textIn(inner), shapes.hiding(shape, look), look.raised);
  });
  const text = paragraph.text.replace(/\s+/g, ' ').trim();
  return [
    ...(text === '' ? [] : [{ kind, text }]),
    ...hiddenBlocks(paragraph.hidden).map(({ text: words, hidden }): SlideBlock => {
      return { kind: 'body', text: words.replace(/\s+/g, ' ').trim(), hidden };
    }),
  ];
}

/** Whether a shape certainly hides an area. A shape of unknown colour may be transparent. */
function covers({ area, ground }: Drawn, other: Area): boolean {
  return ground !== 'unknown' && contains(area, other);
}
