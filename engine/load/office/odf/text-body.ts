import type { Hiding } from '../../part.ts';
import { type Block, paragraphBlock, rowBlocks } from '../block.ts';
import { type BodyFacts, noFacts } from '../body-facts.ts';
import { commentBlock } from '../comments.ts';
import { type Drawing, Drawings } from '../drawings.ts';
import { FormField } from '../form-field.ts';
import { addWords, hiddenBlocks, raisedText, type SeenAndHidden, seenWords } from '../looks/hidden-words.ts';
import { hidingOf, type RunLook } from '../looks/run-look.ts';
import type { Ground } from '../looks/theme.ts';
import { type Attributes, childAt, childrenOf, type Element, elementsNamed, textIn, walk } from '../xml.ts';
import { type FormattedStyles, pointsOf } from './style-looks.ts';
import { ListNumbers, outlineList, type TextStyles } from './text-styles.ts';
import { deepestLevel, mostRepeats, spaceOf, styleOf, wholeNumber, wordsOf } from './words.ts';

type Frame = { blocks: Block[]; after: Block[] };
type List = { style: string; level: number; label: string | null };

/** What is around an element. `outer` is the frame around the outermost table, or the frame itself. */
type Place = Around & {
  frame: Frame;
  outer: Frame;
  cells: Block[][] | null;
  paragraph: SeenAndHidden | null;
  list: List | null;
};

/** A picture of at least this area counts as a picture of a page: half an A4 page, in square points. */
const pagePictureArea = 0.5 * 595 * 842;

/** Elements whose text is not displayed at their place, such as the description of a picture. */
const skipped = new Set([
  ...['binary-data', 'creator', 'date'],
  // Cells that a merged cell covers are not displayed.
  'covered-table-cell',
  'desc',
  'ruby-text',
  'forms',
  'sequence-decls',
  'variable-decls',
  'user-field-decls',
  'hidden-text',
  'hidden-paragraph',
  'alphabetical-index-mark',
]);

/**
 * Collects the blocks of a text document as it is displayed: tracked deletions are left out, list numbers are written
 * out, a table row is one block, and a note follows the paragraph that refers to it. The hidden words of a block are a
 * separate block after it.
 */
export class OdtBody {
  readonly facts: BodyFacts = noFacts();
  readonly #body: Element;
  readonly #styles: TextStyles;
  readonly #drawings: Drawings;
  readonly #numbers: ListNumbers;
  readonly #controls: ReadonlyMap<string, string>;
  readonly #blocks: Block[] = [];
  #characters = 0;
  #citation = '';

  constructor(styles: TextStyles, content: Element) {
    const [document] = childrenOf(content);
    this.#body = { name: '', attributes: {}, children: childrenOf(document, 'body') };
    this.#styles = styles;
    this.#drawings = drawingsOf(this.#body, styles.looks);
    this.#numbers = new ListNumbers(styles);
    this.#controls = formControls(this.#body);
  }

  /** Returns the blocks. Call this once. */
  blocks(): Block[] {
    const frame = { blocks: this.#blocks, after: [] };
    const around = { scopes: [], spans: [], style: '', cells: null, paragraph: null, list: null };
    this.#inside(this.#body, { ...around, frame, outer: frame });
    return this.#blocks;
  }

  #inside(element: Element, place: Place): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#text(child, place);
      else this.#read(child, element, place);
    }
  }

  #text(text: string, place: Place): void {
    this.#characters += text.length;
    const words = wordsOf(text);
    this.#write(/(^|\s)$/.test(place.paragraph?.text ?? '') ? words.replace(/^ /, '') : words, place);
  }

  #read(element: Element, { name: parent }: Element, outside: Place): void {
    const { name } = element;
    if (name === 'insertion') this.facts.insertions += 1;
    if (name === 'deletion') this.facts.deletions += 1;
    const isChange = name === 'deletion' || name === 'insertion';
    if (isChange || skipped.has(name) || (name === 'title' && parent === 'frame')) {
      this.#characters += textIn(element).length;
      return;
    }
    const scope = scopeOf(element, this.#styles.looks);
    const place = scope === null ? outside : { ...outside, scopes: [...outside.scopes, scope] };
    const space = spaceOf(element);
    if (space !== undefined) this.#write(space, place);
    const read = this.#readers.get(name);
    if (read === undefined) this.#inside(element, place);
    else read(element, place);
  }

  /** Reads the elements in which more than their content counts. */
  readonly #readers: ReadonlyMap<string, (element: Element, place: Place) => void> = new Map(
    Object.entries({
      p: (element, place) => this.#paragraph(element, place, null),
      h: (element, place) =>
        this.#paragraph(element, place, wholeNumber(element.attributes['outline-level'], deepestLevel)),
      span: (element, place) =>
        this.#inside(element, { ...place, spans: [...place.spans, styleOf(element.attributes)] }),
      list: (element, place) => this.#inside(element, { ...place, list: this.#list(element, place.list) }),
      'list-item': (element, place) => {
        const { list } = place;
        const start = element.attributes['start-value'];
        const from = start === undefined ? null : Number(start);
        if (list !== null) list.label = this.#numbers.next(list.style, list.level, from);
        this.#inside(element, place);
      },
      'table-row': (element, place) => this.#row(element, place),
      'table-cell': (element, place) => void place.cells?.push(this.#framed(element, place)),
      'text-box': (element, place) => void place.frame.after.push(...this.#framed(element, place)),
      'note-citation': (element, place) => {
        this.#citation = raisedText(textIn(element), 'above', '');
        this.#write(this.#citation, place);
      },
      'note-body': (element, place) => this.#note(element, place),
      annotation: (element, place) => this.#comment(element, place),
      fieldmark: (element, place) => {
        const field = new FormField();
        if (element.attributes.type?.endsWith('.FORMCHECKBOX')) field.set('checkBox');
        for (const { attributes } of elementsNamed(element, 'param'))
          field.set(attributes.name ?? '', attributes.value);
        this.#write(field.shown, place);
      },
      control: ({ attributes }, place) => this.#control(attributes.control ?? '', place),
      frame: (element, place) => {
        const { width, height } = element.attributes;
        const isLarge = (pointsOf(width) ?? 0) * (pointsOf(height) ?? 0) >= pagePictureArea;
        if (isLarge && childAt(element, 'image') !== undefined)
          this.facts.pagePictures.push(this.#blocks.length + 1);
        this.#inside(element, place);
      },
      object: () => this.#embed(),
      'object-ole': () => this.#embed(),
    } satisfies Record<string, (element: Element, place: Place) => void>),
  );

  #embed(): void {
    this.facts.embedded += 1;
  }

  #paragraph(element: Element, place: Place, outline: number | null): void {
    const { attributes } = element;
    const style = styleOf(attributes);
    const label = this.#labelOf(outline, attributes, place.list);
    const isHidden = this.#styles.looks.run('paragraph', style).hidden ?? false;
    const paragraph: SeenAndHidden = { text: label === '' || isHidden ? '' : `${label} `, hidden: [] };
    this.#inside(element, { ...place, paragraph, style, spans: [] });
    const heading = place.cells === null ? (outline ?? this.#styles.looks.heading(style)) : null;
    const { frame } = place;
    frame.blocks.push({ kind: 'paragraph', text: paragraph.text, heading, notes: [] });
    frame.blocks.push(...hiddenBlocks(paragraph.hidden), ...frame.after.splice(0));
  }

  /**
   * The number that is displayed before a paragraph; an empty string if there is none. The first paragraph of a list
   * item has the item's number; a heading outside of lists has its number in the outline.
   */
  #labelOf(heading: number | null, attributes: Attributes, list: List | null): string {
    if (list !== null) {
      const label = list.label ?? '';
      list.label = null;
      return label;
    }
    if (heading === null || attributes['is-list-header'] === 'true') return '';
    const from = attributes['restart-numbering'] === 'true' ? Number(attributes['start-value'] ?? 1) : null;
    return this.#numbers.next(outlineList, heading, from);
  }

  #list({ attributes }: Element, outer: List | null): List {
    const style = attributes['style-name'] ?? outer?.style ?? '';
    const goesOn = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined;
    if (outer === null && !goesOn) this.#numbers.restart(style);
    return { style, level: (outer?.level ?? 0) + 1, label: null };
  }

  #row(element: Element, place: Place): void {
    const cells: Block[][] = [];
    const { frame } = place;
    this.#inside(element, { ...place, cells, outer: place.cells === null ? frame : place.outer });
    const [row, ...hidden] = rowBlocks(cells);
    const repeats =
      row.text === '' ? 0 : wholeNumber(element.attributes['number-rows-repeated'], mostRepeats);
    const rows = Array.from({ length: repeats }, () => ({ ...row }));
    frame.blocks.push(...rows, ...hidden, ...frame.after.splice(0));
  }

  /** The blocks of an element whose paragraphs are collected separately. */
  #framed(element: Element, place: Place): Block[] {
    const frame: Frame = { blocks: [], after: [] };
    this.#inside(element, { ...place, frame });
    return frame.blocks;
  }

  /**
   * Reads a comment. A comment in a cell is placed after the row of the cell. A comment on hidden text is not hidden,
   * because comments are displayed apart from the text.
   */
  #comment(element: Element, place: Place): void {
    const blocks = this.#framed(element, place).map(({ hidden: _, ...block }) => block);
    const { text } = seenWords(blocks);
    const author = childAt(element, 'creator');
    const { after } = place.cells === null ? place.frame : place.outer;
    if (text !== '') after.push(commentBlock(text, author && textIn(author)));
  }

  #note(element: Element, place: Place): void {
    const { text, hidden } = seenWords(this.#framed(element, place));
    const { after } = place.frame;
    if (text !== '') after.push(paragraphBlock(`${this.#citation} ${text}`));
    after.push(...hidden);
  }

  /** Writes what a control shows: a control that is fixed to its page is a paragraph of its own. */
  #control(id: string, place: Place): void {
    const shown = this.#controls.get(id) ?? '';
    if (place.paragraph !== null) this.#write(shown === '' ? '' : `${shown} `, place);
    else place.frame.blocks.push(paragraphBlock(shown));
  }

  #write(text: string, place: Place): void {
    if (place.paragraph === null) return;
    const { hiding, raised } = lookAt(this.#styles.looks, this.#drawings, place, this.#characters);
    addWords(place.paragraph, text, hiding, raised);
  }
}

/** Controls without words, or whose words are only names of actions or secret. */
const silent = new Set(['button', 'image', 'image-frame', 'file', 'hidden', 'password', 'grid', 'form']);

/**
 * What a text document shows for each control of its forms (OpenDocument 1.3 part 3, 13), by the ids with which its
 * paragraphs refer to them.
 */
function formControls(body: Element): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const forms of elementsNamed(body, 'forms')) {
    walk(forms, (control) => {
      const { id = '' } = control.attributes;
      if (id !== '' && !silent.has(control.name)) shown.set(id, shownBy(control));
    });
  }
  return shown;
}

function shownBy(control: Element): string {
  const { name, attributes } = control;
  const { label = '', value = '' } = attributes;
  const box = (isOn: boolean) => `${isOn ? '☒' : '☐'} ${label}`.trim();
  if (name === 'checkbox') return box((attributes['current-state'] ?? attributes.state) === 'checked');
  if (name === 'radio') return box((attributes['current-selected'] ?? attributes.selected) === 'true');
  if (name !== 'listbox') return name === 'fixed-text' ? label : (attributes['current-value'] ?? value);
  const options = elementsNamed(control, 'option').map((option) => option.attributes);
  const labels = (isChosen: (option: Attributes) => boolean) =>
    options.filter(isChosen).map((option) => option.label ?? '');
  const current = labels((option) => option['current-selected'] === 'true');
  return (current.length > 0 ? current : labels(({ selected }) => selected === 'true')).join(', ');
}

/**
 * An element around words: a table, row, cell, section or shape. `ground` is its background, and `hidden` is the reason
 * if the element hides its words; both can be null.
 */
type Scope = { shape: boolean; ground: Ground | null; hidden: Hiding | null };

/** Elements, besides shapes, that can have a fill. Their names are also those of the families of their styles. */
const scoped = new Set(['table', 'table-row', 'table-cell', 'section']);

/** What an element decides about the look of the words in it; null if it decides nothing. */
function scopeOf({ name, attributes }: Element, looks: FormattedStyles): Scope | null {
  const shape = shapes.has(name);
  if (!shape && !scoped.has(name)) return null;
  const ground = looks.ground(shape ? 'graphic' : name, styleOf(attributes));
  // A frame without a size is as large as its words.
  const isFlat = [attributes.width, attributes.height].some((length) => (pointsOf(length) ?? 1) < 1);
  const isMarked = name === 'section' && attributes.display === 'none';
  return {
    shape,
    ground,
    hidden: name === 'frame' && isFlat ? 'too_small' : isMarked ? 'marked_hidden' : null,
  };
}

/** The elements around words, outermost first, and the styles of their paragraph and of the spans around them. */
type Around = { scopes: readonly Scope[]; style: string; spans: readonly string[] };

/** The look of words, and why they are hidden. `characters` are those of the body before them. */
function lookAt(
  looks: FormattedStyles,
  drawings: Drawings,
  { scopes, style, spans }: Around,
  characters: number,
): { hiding: Hiding | null; raised: RunLook['raised'] } {
  const run = { ...looks.run('paragraph', style), ...looks.spans(spans) };
  const unseen = scopes.find(({ hidden }) => hidden !== null);
  const paper = () => {
    const inShape = scopes.some(({ shape }) => shape);
    return drawings.mayLieUnder(characters, inShape) ? 'unknown' : looks.paper;
  };
  const around = scopes.findLast(({ ground }) => ground !== null)?.ground;
  const hiding = unseen?.hidden ?? hidingOf(run, looks.ground('paragraph', style) ?? around ?? paper());
  return { hiding, raised: run.raised };
}

/** Elements that have a position and a fill of their own, and can contain text. */
const shapes: ReadonlySet<string> = new Set([
  ...['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'regular-polygon', 'path', 'caption'],
  ...['polyline', 'g'],
]);
const pictures = new Set(['image', 'object', 'object-ole', 'plugin']);
/** Shapes that are narrower or lower than this, 2 cm by 4 mm in points, are too small to be behind words. */
const least = { width: 56, height: 11 };

/** The filled shapes of the body of a text document. */
function drawingsOf(body: Element, looks: FormattedStyles): Drawings {
  const found: Drawing[] = [];
  let characters = 0;
  /** Returns whether there is a picture in the element, outside of the shapes in it. */
  const look = (element: Element): boolean => {
    let hasPicture = false;
    for (const child of element.children) {
      if (typeof child === 'string') characters += child.length;
      else if (!shapes.has(child.name)) hasPicture = look(child) || pictures.has(child.name) || hasPicture;
      else {
        const drawing = {
          at: characters,
          floating: child.attributes['anchor-type'] !== 'as-char',
          large: false,
        };
        if (look(child) || isFilled(child, looks)) found.push(drawing);
      }
    }
    return hasPicture;
  };
  look(body);
  return new Drawings(found);
}

function isFilled({ attributes }: Element, looks: FormattedStyles): boolean {
  const { width, height } = attributes;
  const isLarge =
    (pointsOf(width) ?? least.width) >= least.width && (pointsOf(height) ?? least.height) >= least.height;
  return isLarge && looks.ground('graphic', styleOf(attributes)) !== null;
}
