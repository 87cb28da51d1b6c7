import { type Part, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { embeddedGaps } from '../body-facts.ts';
import { commentsRead, commentText } from '../comments.ts';
import { addWords, hiddenBlocks, type SeenAndHidden } from '../looks/hidden-words.ts';
import { slideParts, speakerNotes } from '../slides/part.ts';
import { rowOf, type SlideBlock } from '../slides/slide.ts';
import { childrenOf, type Element, elementsNamed, textIn, treeOf } from '../xml.ts';
import { readOpenDocument } from './package.ts';
import type { FormattedStyles } from './style-looks.ts';
import { TextStyles } from './text-styles.ts';
import { eachWords, styleOf } from './words.ts';

/**
 * Opens an OpenOffice or LibreOffice presentation. Each slide becomes a part; its hidden text and its speaker notes
 * become separate parts. Throws a `ReadFailure`.
 */
export async function openOdp(path: string, budget: ReadingBudget): Promise<Reading> {
  const { content, styles } = await readOpenDocument(path, budget);
  const { looks } = new TextStyles([styles, content]);
  const tree = treeOf(content);
  const slides = elementsNamed(tree, 'page').map((page) => new Slide(page, looks));
  const all = slides.flatMap(({ blocks }) => blocks);
  return wholeReading({
    countedAs: 'slides',
    *parts() {
      for (const [index, slide] of slides.entries()) yield* slide.parts(index + 1);
    },
    warnings: commentsRead(all.filter(({ kind }) => kind === 'comment').length),
    unread: embeddedGaps(elementsNamed(tree, 'object').length + elementsNamed(tree, 'object-ole').length),
  });
}

/** The paragraphs and table rows of a slide, and its speaker notes. */
class Slide {
  readonly blocks: SlideBlock[] = [];
  readonly #notes: string[] = [];
  readonly #hidden: boolean;
  readonly #looks: FormattedStyles;
  #pictures = 0;

  constructor(page: Element, looks: FormattedStyles) {
    this.#looks = looks;
    this.#hidden = looks.isHidden('drawing-page', styleOf(page.attributes));
    this.#read(page, 'body', false);
  }

  parts(number: number): Iterable<Part> {
    const { blocks } = this;
    const unread =
      blocks.length === 0 && this.#pictures > 0 ? 'a slide whose words are only in a picture' : null;
    return slideParts(number, [...blocks, ...speakerNotes(this.#notes)], { unread, hidden: this.#hidden });
  }

  #read(element: Element, kind: 'title' | 'body', inNotes: boolean): void {
    for (const child of childrenOf(element)) {
      const { name, attributes } = child;
      if (name === 'annotation') this.#comment(child);
      else if (name === 'desc') continue;
      else if (name === 'p' || name === 'h') {
        for (const block of this.#paragraph(child, kind)) this.#add(block, inNotes);
        for (const comment of elementsNamed(child, 'annotation')) this.#comment(comment);
      } else if (name === 'table-row') {
        for (const block of this.#row(child)) this.#add(block, inNotes);
      } else {
        if (name === 'image') this.#pictures += 1;
        const inner = name === 'frame' ? (attributes.class === 'title' ? 'title' : 'body') : kind;
        this.#read(child, inner, inNotes || name === 'notes');
      }
    }
  }

  /** The hidden words of a paragraph, then its visible ones. */
  #paragraph(element: Element, kind: 'title' | 'body'): SlideBlock[] {
    const words: SeenAndHidden = { text: '', hidden: [] };
    eachWords(element, (text, spans) => {
      const { struck, raised } = {
        ...this.#looks.run('paragraph', styleOf(element.attributes)),
        ...this.#looks.spans(spans),
      };
      addWords(words, text.replace(/[ \t]+/g, ' '), struck ? 'struck_out' : null, raised);
    });
    const seen = words.text.trim();
    return [
      ...hiddenBlocks(words.hidden).map(
        ({ text, hidden }): SlideBlock => ({ kind: 'body', text: text.trim(), hidden }),
      ),
      ...(seen === '' ? [] : [{ kind, text: seen }]),
    ];
  }

  #row(row: Element): SlideBlock[] {
    const cells = childrenOf(row, 'table-cell').map((cell) =>
      elementsNamed(cell, 'p').flatMap((paragraph) => this.#paragraph(paragraph, 'body')),
    );
    return rowOf(cells);
  }

  #comment(annotation: Element): void {
    const text = elementsNamed(annotation, 'p').map(textIn).join(' ').trim();
    if (text !== '') this.blocks.push({ kind: 'comment', text: commentText(text, undefined) });
  }

  #add(block: SlideBlock, inNotes: boolean): void {
    if (inNotes && !block.hidden) this.#notes.push(block.text);
    else this.blocks.push(block);
  }
}
