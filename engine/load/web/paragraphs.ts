import { addWords, hiddenBlocks, type SeenAndHidden } from '../office/looks/hidden-words.ts';
import type { Hiding } from '../part.ts';
import { type Article, boilerplateOf, holdsContent } from './article.ts';
import { hasOtherSheets, hidingOf, type Look, Visibility } from './hidden.ts';
import {
  isElement,
  type PageDocument,
  type PageElement,
  type PageNode,
  parsePage,
  textOf,
  walkTree,
} from './page.ts';
import { RunningText } from './running-text.ts';

/**
 * The visible text of a paragraph, heading or table row; or, if `hidden` is set, words of it that are hidden. `level`
 * is the level of a heading, else null.
 */
export type Paragraph = {
  text: string;
  level: number | null;
  anchor: string | null;
  boilerplate: boolean;
  hidden?: Hiding;
};

const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form header hgroup hr html legend li main menu nav ol optgroup p pre search section summary table tbody ' +
    'td text tfoot th thead tr ul xmp'
  ).split(' '),
);

/** Elements whose content is not text of the page: programs and other documents. */
const notText = new Set(
  (
    'audio base canvas datalist embed frame frameset head iframe link map meta noembed noframes ' +
    'noscript object rp script source style template title track video ' +
    // What a drawing (SVG) keeps but does not show.
    'clippath defs desc marker mask metadata symbol'
  ).split(' '),
);

/** An element with more than this share of a page's letters is content, even if it looks like boilerplate. */
const mostBoilerplate = 0.4;

type Context = {
  look: Look;
  hidden: Hiding | null;
  boilerplate: 'menu' | 'likely' | null;
  content: boolean;
};

/**
 * What distinguishes the content of a page from the boilerplate around it. On a web page, the `Article` is content. In
 * the table of contents of a book, the lists of links are boilerplate. In a chapter of a book, nothing is boilerplate.
 */
export type Surroundings = Article | 'lists of links' | 'nothing';

/** Reads the paragraphs of a page in order. */
export function readParagraphs(
  page: PageDocument,
  visibility: Visibility,
  surroundings: Surroundings,
): Paragraph[] {
  const root = page.documentElement;
  if (root === null) return [];
  const reader = new ParagraphReader(visibility, surroundings, lettersIn(root));
  return reader.read(root);
}

class ParagraphReader {
  readonly #visibility: Visibility;
  readonly #surroundings: Surroundings;
  readonly #pageLetters: number;
  readonly #paragraphs: Paragraph[] = [];
  readonly #running = new RunningText();
  /** The hidden words since the last paragraph ended. */
  readonly #hidden: SeenAndHidden = { text: '', hidden: [] };
  readonly #contexts: Context[] = [];
  #level: number | null = null;
  #row: PageElement | null = null;
  #anchor: string | null = null;
  #paragraphAnchor: string | null = null;

  constructor(visibility: Visibility, surroundings: Surroundings, pageLetters: number) {
    this.#visibility = visibility;
    this.#surroundings = surroundings;
    this.#pageLetters = pageLetters;
  }

  read(root: PageElement): Paragraph[] {
    const look = this.#visibility.lookOf(root, this.#visibility.start);
    this.#contexts.push({ look, hidden: hidingOf(look), boilerplate: null, content: false });
    walkTree(root, {
      enter: (element) => this.#enter(element),
      leave: (element) => this.#leave(element),
      text: ({ data }) => this.#read(data),
    });
    this.#flush();
    return this.#paragraphs;
  }

  get #context(): Context {
    const context = this.#contexts.at(-1);
    if (context === undefined) throw new Error('left more elements than were entered');
    return context;
  }

  #enter(element: PageElement): boolean {
    const name = element.localName;
    const framed = name === 'iframe' ? element.getAttribute('srcdoc') : null;
    if (framed !== null && this.#context.hidden === null) this.#readFrame(framed);
    if (notText.has(name)) return false;
    if (name === 'br') {
      this.#running.breakLine(this.#level === null && this.#row === null);
      return false;
    }
    if (isFormField(element)) {
      this.#readField(element);
      return false;
    }
    const outer = this.#context;
    const look = this.#visibility.lookOf(element, outer.look);
    const content = outer.content || holdsContent(element);
    const hidden = look === outer.look ? outer.hidden : hidingOf(look);
    if (hidden !== null && outer.hidden === null) this.#endBlock(element);
    const boilerplate = outer.boilerplate ?? this.#boilerplateOf(element, outer.content);
    if (hidden === null) this.#begin(element, boilerplate === null);
    else this.#partHidden(element);
    this.#contexts.push({ look, hidden, boilerplate, content });
    this.#read(this.#visibility.writtenAt(element, 'before'));
    return true;
  }

  /** Reads the state or the value of a field of a form as the page shows it. */
  #readField(element: PageElement): void {
    const { hidden } = this.#context;
    const own = hidden ?? hidingOf(this.#visibility.lookOf(element, this.#context.look));
    const shown = shownByField(element);
    if (shown === '') return;
    if (own === null) {
      this.#running.space();
      this.#running.add(`${shown} `);
    } else this.#read(shown);
  }

  /** Reads a page that is written inside of the page. */
  #readFrame(html: string): void {
    this.#flush();
    this.#paragraphs.push(...readFramed(html).map((paragraph) => ({ ...paragraph, level: null })));
  }

  #begin(element: PageElement, isContent: boolean): void {
    const name = element.localName;
    const level = headingLevel(element);
    if (name === 'tr' && !this.#row && this.#level === null && !laysOutPage(element)) {
      this.#flush();
      this.#row = element;
    } else if ((name === 'td' || name === 'th') && this.#row !== null) {
      if (element.parentNode === this.#row) this.#running.nextCell();
    } else if (level !== null && this.#level === null && this.#row === null) {
      this.#flush();
      this.#level = level;
    } else this.#endBlock(element);
    // A line of a text in a drawing.
    if (name === 'tspan' && element.getAttribute('x') !== null) this.#running.space();
    if (isContent)
      this.#notice(element.getAttribute('id') ?? (name === 'a' ? element.getAttribute('name') : null));
    if (name === 'pre' || name === 'xmp') this.#running.keepLines();
  }

  #leave(element: PageElement): void {
    this.#read(this.#visibility.writtenAt(element, 'after'));
    if (this.#context.hidden === null) this.#close(element);
    else this.#partHidden(element);
    this.#contexts.pop();
  }

  #close(element: PageElement): void {
    const name = element.localName;
    if (name === 'pre' || name === 'xmp') this.#running.foldLines();
    if (element === this.#row) {
      this.#flush();
      this.#row = null;
    } else if (this.#level !== null && headingLevel(element) === this.#level && this.#row === null) {
      this.#flush();
      this.#level = null;
    } else this.#endBlock(element);
  }

  /**
   * Called at the start and at the end of an element. A block element ends the paragraph; inside a heading or a row, it
   * only separates words.
   */
  #endBlock(element: PageElement): void {
    if (!blocks.has(element.localName) && headingLevel(element) === null) return;
    if (this.#level !== null || this.#row !== null) this.#running.space();
    else this.#flush();
  }

  /** Adds a space to the hidden words where a hidden block element begins or ends. */
  #partHidden({ localName }: PageElement): void {
    const last = this.#hidden.hidden.at(-1);
    if (last !== undefined && blocks.has(localName)) last.text += ' ';
  }

  #notice(anchor: string | null): void {
    if (anchor === null || anchor === '') return;
    this.#anchor = anchor;
    if (this.#running.isEmpty) this.#paragraphAnchor = anchor;
  }

  #read(data: string): void {
    if (data === '') return;
    const { look, hidden, boilerplate } = this.#context;
    if (hidden !== null) {
      if (boilerplate === null) addWords(this.#hidden, data, hidden);
      if (hidden === 'struck_out') this.#running.space();
      return;
    }
    const last = this.#hidden.hidden.at(-1);
    if (last !== undefined && !last.text.endsWith(' ')) last.text += ' ';
    this.#running.add(data, look.raised);
  }

  #flush(): void {
    const text = this.#running.take();
    const hidden = hiddenBlocks(this.#hidden.hidden.splice(0));
    const anchor = this.#paragraphAnchor ?? this.#anchor;
    this.#paragraphAnchor = this.#anchor;
    if (text !== '') {
      const { boilerplate: kind } = this.#context;
      const boilerplate = kind === 'menu' || (kind === 'likely' && !this.#isInArticle(text));
      this.#paragraphs.push({ text, level: boilerplate ? null : this.#level, anchor, boilerplate });
    }
    for (const block of hidden) {
      const words = block.text.replace(/\s+/g, ' ').trim();
      const why = block.hidden ?? 'marked_hidden';
      this.#paragraphs.push({ text: words, level: null, anchor, boilerplate: false, hidden: why });
    }
  }

  #isInArticle(text: string): boolean {
    return typeof this.#surroundings === 'string' || this.#surroundings.contains(text);
  }

  #boilerplateOf(element: PageElement, insideContent: boolean): Context['boilerplate'] {
    if (this.#surroundings === 'nothing') return null;
    if (this.#surroundings === 'lists of links') return element.localName === 'nav' ? 'menu' : null;
    const kind = boilerplateOf(element, insideContent, this.#surroundings);
    return kind !== null && lettersIn(element) <= this.#pageLetters * mostBoilerplate ? kind : null;
  }
}

/** The paragraphs of a page inside of a page. A page inside of that page is not read. */
function readFramed(html: string): Paragraph[] {
  const page = parsePage(html.replace(/<iframe\b/gi, '<x-iframe'));
  const sheets = [...page.querySelectorAll('style')].map(textOf);
  return readParagraphs(page, new Visibility(page, sheets, hasOtherSheets(page)), 'nothing');
}

function headingLevel(element: PageElement): number | null {
  const level = /^h([1-6])$/.exec(element.localName)?.[1];
  if (level !== undefined) return Number(level);
  if (element.getAttribute('role') !== 'heading') return null;
  const stated = Number(element.getAttribute('aria-level') ?? 2);
  return Number.isInteger(stated) && stated >= 1 ? stated : 2;
}

/** Whether a table row is used for layout: it contains tables, headings, lists or many paragraphs. */
function laysOutPage(row: PageElement): boolean {
  const found = { arranging: 0, paragraphs: 0 };
  walkTree(row, {
    enter({ localName }) {
      if (/^(table|h[1-6]|ul|ol|dl|article|section|form|blockquote|pre)$/.test(localName))
        found.arranging += 1;
      if (localName === 'p') found.paragraphs += 1;
      return found.arranging === 0;
    },
  });
  return found.arranging > 0 || found.paragraphs > 6;
}

function lettersIn(root: PageNode): number {
  let letters = 0;
  walkTree(root, {
    enter: (element) => isElement(element) && !notText.has(element.localName),
    text: ({ data }) => {
      letters += countLetters(data);
    },
  });
  return letters;
}

function countLetters(text: string): number {
  return text.replace(/\s+/g, '').length;
}

const fields = new Set(['input', 'select', 'textarea']);
/** Kinds of inputs whose value a page does not show, or shows only as the name of a button. */
const withoutValue = new Set(['hidden', 'password', 'submit', 'reset', 'button', 'image', 'file']);

function isFormField({ localName }: PageElement): boolean {
  return fields.has(localName);
}

/** What a page shows in a field of a form: its state, its value or its choice. */
function shownByField(element: PageElement): string {
  const attribute = (name: string) => element.getAttribute(name);
  if (element.localName === 'textarea') return decoded(textOf(element)).trim();
  if (element.localName === 'select') return chosenIn(element).join(', ');
  const type = (attribute('type') ?? 'text').toLowerCase();
  if (type === 'checkbox' || type === 'radio') return attribute('checked') === null ? '☐' : '☒';
  return withoutValue.has(type) ? '' : (attribute('value') ?? '').trim();
}

/** The parser leaves character references in such a text as they are. */
function decoded(text: string): string {
  const root = parsePage(`<pre>${text.replaceAll('<', '&lt;')}</pre>`).documentElement;
  return root === null ? text : textOf(root);
}

/** The chosen options of a list; a list that shows one option shows the first if none is chosen. */
function chosenIn(select: PageElement): string[] {
  const options: { text: string; isChosen: boolean }[] = [];
  walkTree(select, {
    enter(option) {
      if (!isElement(option) || option.localName !== 'option') return true;
      options.push({
        text: textOf(option).replace(/\s+/g, ' ').trim(),
        isChosen: option.getAttribute('selected') !== null,
      });
      return false;
    },
  });
  const chosen = options.filter(({ isChosen }) => isChosen);
  const isList = select.getAttribute('multiple') !== null;
  return (isList ? chosen : [chosen.at(-1) ?? options[0]]).flatMap((option) => (option ? [option.text] : []));
}
