import { Readability } from '@mozilla/readability';
import { type PageElement, parsePage, treeSize } from './page.ts';

/** Beyond these the search for the article costs more than it is worth: its time grows with the depth squared. */
const mostElements = 30_000;
const deepest = 200;

/** What Readability takes for the article of a page: good to tell what is certainly not furniture. */
export class Article {
  readonly #letters: string | null;
  #cursor = 0;

  private constructor(letters: string | null) {
    this.#letters = letters;
  }

  static of(html: string): Article {
    const page = parsePage(html);
    const { elements, depth } = page.documentElement
      ? treeSize(page.documentElement)
      : { elements: 0, depth: 0 };
    if (elements === 0 || elements > mostElements || depth > deepest) return new Article(null);
    const text = findArticle(page);
    return new Article(text === null ? null : letters(text));
  }

  get found(): boolean {
    return this.#letters !== null;
  }

  /** Whether these words stand in the article. Asked in the order of the page it is quick. */
  holds(words: string): boolean {
    if (this.#letters === null) return false;
    const wanted = letters(words);
    const ahead = this.#letters.indexOf(wanted, this.#cursor);
    if (ahead >= 0) this.#cursor = ahead + wanted.length;
    return ahead >= 0 || this.#letters.indexOf(wanted) >= 0;
  }
}

/** A page that its heuristics can't handle has no article; nothing of the page is lost by that. */
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
const furnitureName =
  /^((cookies?|consent|gdpr|newsletter|subscribe|promo|advert|advertisement|social|share)([_-](bar|banner|notice|box|popup|modal|overlay|links|buttons|consent|wrapper|container))?|navbar|navigation|breadcrumbs?|sidebar|masthead|pagination|skip-?link|site-?(header|footer|nav))$/i;

/**
 * Whether an element by its kind or name holds what stands around a page's content. A header, footer or aside inside
 * the content belongs to it; a name alone says enough only when the page has an article to compare with.
 */
export function looksLikeFurniture(element: PageElement, insideContent: boolean, article: Article): boolean {
  const kinds = [element.localName, element.getAttribute('role') ?? ''];
  if (kinds.some((kind) => menus.has(kind) || (!insideContent && surroundings.has(kind)))) return true;
  if (!article.found || ['html', 'body', 'main'].includes(element.localName)) return false;
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  return names.split(/\s+/).some((name) => furnitureName.test(name));
}

/** Whether an element holds a page's content by its kind. */
export function holdsContent(element: PageElement): boolean {
  return (
    ['main', 'article', 'section'].includes(element.localName) || element.getAttribute('role') === 'main'
  );
}
