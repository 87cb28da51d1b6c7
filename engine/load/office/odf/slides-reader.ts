import { type Part, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { embeddedGaps } from '../body-facts.ts';
import { commentsRead, commentText } from '../comments.ts';
import { addWords, hiddenBlocks, type SeenAndHidden } from '../looks/hidden-words.ts';
import { slideParts, speakerNotes } from '../slides/part.ts';
import type { SlideBlock } from '../slides/slide.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
import { readOpenDocument } from './package.ts';
import type { FormattedStyles } from './style-looks.ts';
import { TextStyles } from './text-styles.ts';

type Slide = { blocks: SlideBlock[]; notes: string[]; pictures: number; hidden: boolean };

/**
 * Opens an OpenOffice or LibreOffice presentation. Each slide becomes a part; its hidden text and its speaker notes
 * become separate parts. Throws a `ReadFailure`.
 */
export async function openOdp(path: string, budget: ReadingBudget): Promise<Reading> {
  const { content, styles } = await readOpenDocument(path, budget);
  const reader = parseXml(content, new PageReader(TextStyles.parse([styles, content]).looks));
  const { slides, embedded } = reader;
  const all = slides.flatMap(({ blocks }) => blocks);
  return wholeReading({
    countedAs: 'slides',
    *parts() {
      for (const [index, slide] of slides.entries()) yield* partsOf(slide, index);
    },
    warnings: commentsRead(all.filter(({ kind }) => kind === 'comment').length),
    unread: embeddedGaps(embedded),
  });
}

function partsOf({ blocks, notes, pictures, hidden }: Slide, index: number): Iterable<Part> {
  const unread = blocks.length === 0 && pictures > 0 ? 'a slide whose words are only in a picture' : null;
  return slideParts(index + 1, [...blocks, ...speakerNotes(notes)], { unread, hidden });
}

/** Collects the paragraphs and table rows of each slide. */
class PageReader implements XmlHandler {
  readonly slides: Slide[] = [];
  embedded = 0;
  #style = '';
  readonly #hiddenStyles = new Set<string>();
  #inNotes = false;
  #title = false;
  #text: SeenAndHidden | null = null;
  readonly #looks: FormattedStyles;
  #paragraphStyle = '';
  readonly #spans: string[] = [];
  #cells: string[] | null = null;
  #skipping = 0;
  #comment: { text: string; collects: boolean } | null = null;

  constructor(looks: FormattedStyles) {
    this.#looks = looks;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'annotation') this.#comment = { text: '', collects: false };
    else if (this.#comment !== null && name === 'p') this.#comment.collects = true;
    if (this.#skipping > 0 || name === 'annotation' || name === 'desc') {
      this.#skipping += 1;
      return;
    }
    switch (name) {
      case 'style':
        this.#style = attributes.name ?? '';
        break;
      case 'drawing-page-properties':
        if (attributes.visibility === 'hidden') this.#hiddenStyles.add(this.#style);
        break;
      case 'notes':
        this.#inNotes = true;
        break;
      case 'page':
        this.#beginSlide(attributes);
        break;
      case 'frame':
        this.#title = attributes.class === 'title';
        break;
      case 'image':
        this.#countPicture();
        break;
      case 'object':
      case 'object-ole':
        this.embedded += 1;
        break;
      case 'table-row':
        this.#cells = [];
        break;
      case 'table-cell':
        this.#cells?.push('');
        break;
      case 'p':
      case 'h':
        this.#text = { text: '', hidden: [] };
        this.#paragraphStyle = attributes['style-name'] ?? '';
        break;
      case 'span':
        this.#spans.push(attributes['style-name'] ?? '');
        break;
      case 's':
      case 'tab':
        this.#write(' ');
        break;
      case 'line-break':
        this.#write('\n');
        break;
    }
  }

  close(name: string): void {
    if (name === 'annotation') this.#endComment();
    else if (this.#comment !== null && name === 'p') this.#comment.collects = false;
    if (this.#skipping > 0) this.#skipping -= 1;
    else if (name === 'p' || name === 'h') this.#endParagraph();
    else if (name === 'span') this.#spans.pop();
    else if (name === 'frame') this.#title = false;
    else if (name === 'table-row') this.#endRow();
    else if (name === 'notes') this.#inNotes = false;
  }

  text(text: string): void {
    if (this.#comment?.collects) this.#comment.text += `${text} `;
    if (this.#skipping === 0) this.#write(text.replace(/[ \t\r\n]+/g, ' '));
  }

  #write(text: string): void {
    if (this.#text === null) return;
    const look = { ...this.#looks.run('paragraph', this.#paragraphStyle), ...this.#looks.spans(this.#spans) };
    addWords(this.#text, text, look.struck ? 'struck_out' : null, look.raised);
  }

  #countPicture(): void {
    const slide = this.slides.at(-1);
    if (slide !== undefined) slide.pictures += 1;
  }

  #endParagraph(): void {
    const { text: words, hidden } = this.#text ?? { text: '', hidden: [] };
    const text = words.trim();
    this.#text = null;
    for (const block of hiddenBlocks(hidden)) this.#push(block.text.trim(), 'body', block.hidden);
    if (text === '') return;
    if (this.#cells === null) this.#push(text, this.#title ? 'title' : 'body');
    else {
      const last = this.#cells.length - 1;
      this.#cells[last] = [this.#cells[last] ?? '', text].filter((part) => part !== '').join(' ');
    }
  }

  #endComment(): void {
    const text = this.#comment?.text.trim() ?? '';
    this.#comment = null;
    if (text !== '') this.#push(commentText(text, undefined), 'comment');
  }

  #endRow(): void {
    const text = this.#cells?.join(' | ') ?? '';
    this.#cells = null;
    if (/[^\s|]/.test(text)) this.#push(text, 'body');
  }

  #push(text: string, kind: SlideBlock['kind'], hidden?: SlideBlock['hidden']): void {
    const slide = this.slides.at(-1);
    if (this.#inNotes && kind !== 'comment' && !hidden) slide?.notes.push(text);
    else slide?.blocks.push({ kind, text, ...(hidden && { hidden }) });
  }

  #beginSlide({ 'style-name': style = '' }: Attributes): void {
    this.slides.push({ blocks: [], notes: [], pictures: 0, hidden: this.#hiddenStyles.has(style) });
  }
}
