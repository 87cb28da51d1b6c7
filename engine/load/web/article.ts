import { Readability } from '@mozilla/readability';
import { type PageDocument, type PageElement, parsePage, treeSize } from './page.ts';

/**
 * No article is searched for in a page that exceeds one of these limits, because the search time grows with the square
 * of the page's size.
 */
const mostElements = 15_000;
/** Maximum text nodes. Each character that is written as an entity is a separate text node. */
const mostTexts = 30_000;
const deepest = 200;

/**
 * The article that Readability finds in a page. The words of the article are certainly not boilerplate. Readability
 * runs on first use, because many pages do not need an article.
 */
export class Article {
  readonly #html: string;
  readonly #page: PageDocument;
  #letters: string | null | undefined;
  #cursor = 0;

  /** `html` is the text that `page` was parsed from. The page is not changed: Readability works on a second copy. */
  constructor(html: string, page: PageDocument) {
    this.#html = html;
    this.#page = page;
  }

  get found(): boolean {
    return this.#find() !== null;
  }

  /**
   * Whether the article contains these words; false without an article. Calls are fast if they pass the words in the
   * order of the page.
   */
  contains(words: string): boolean {
    const article = this.#find();
    if (article === null) return false;
    const wanted = letters(words);
    const ahead = article.indexOf(wanted, this.#cursor);
    if (ahead >= 0) this.#cursor = ahead + wanted.length;
    return ahead >= 0 || article.indexOf(wanted) >= 0;
  }

  #find(): string | null {
    if (this.#letters !== undefined) return this.#letters;
    const root = this.#page.documentElement;
    const text = root !== null && isWithinLimits(root) ? findArticle(parsePage(this.#html)) : null;
    this.#letters = text === null ? null : letters(text);
    return this.#letters;
  }
}

function isWithinLimits(root: PageElement): boolean {
  const { elements, texts, depth } = treeSize(root);
  return elements <= mostElements && texts <= mostTexts && depth <= deepest;
}

/** The text of the article, or null. A page on which Readability fails has no article; its text is still read. */
function findArticle(page: ConstructorParameters<typeof Readability>[0]): string | null {
  try {
    return new Readability(page, { disableJSONLD: true }).parse()?.textContent ?? null;
  } catch {
    return null;
  }
}

function letters(text: string): string {
  return text.replace(/\s+/g, '');
}

const menus = new Set(['nav', 'navigation', 'search', 'menubar']);
const surroundings = new Set(['header', 'footer', 'aside', 'banner', 'contentinfo', 'complementary']);
const boilerplateName =
  /^((cookies?|consent|gdpr|newsletter|subscribe|promo|advert|advertisement|social|share)([_-](bar|banner|notice|box|popup|modal|overlay|links|buttons|consent|wrapper|container))?|navbar|navigation|breadcrumbs?|sidebar|masthead|pagination|skip-?link|site-?(header|footer|nav))$/i;

/**
 * Whether an element is boilerplate around a page's content: `menu` if all words of the element are boilerplate,
 * `likely` if only its words that are not in the article are boilerplate, null if the element is not boilerplate. A
 * header, footer or aside inside the content belongs to the content. A class name or id makes an element boilerplate
 * only if the page has an article.
 */
export function boilerplateOf(
  element: PageElement,
  insideContent: boolean,
  article: Article,
): 'menu' | 'likely' | null {
  const kinds = [element.localName, element.getAttribute('role') ?? ''];
  if (kinds.some((kind) => menus.has(kind))) return 'menu';
  if (!insideContent && kinds.some((kind) => surroundings.has(kind))) return 'likely';
  if (['html', 'body', 'main'].includes(element.localName)) return null;
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`.split(/\s+/);
  return names.some((name) => boilerplateName.test(name)) && article.found ? 'likely' : null;
}

/** Whether an element, by its name or role, contains the page's content. */
export function holdsContent(element: PageElement): boolean {
  return (
    ['main', 'article', 'section'].includes(element.localName) || element.getAttribute('role') === 'main'
  );
}
