import type { Declarations, StyleRules } from './css-rules.ts';
import type { PageDocument, PageElement, PageNode } from './page.ts';
import { isElement } from './page.ts';

const pictures = 'img,picture,video,canvas,svg,object,iframe,embed';

/**
 * Finds where a page may draw one thing over another. Because the layout is not computed, the background is unknown for
 * text that is moved, and for text that may be drawn over a moved picture or fill.
 */
export class Overlays {
  readonly #over = new Set<PageElement>();
  /** Elements from which the way to a moved element has been gone once. */
  readonly #passed = new Set<PageElement>();
  /** Whether the page has a picture or a fill. */
  readonly #hasGrounds: boolean;

  constructor(page: PageDocument, rules: StyleRules) {
    const drawn = [...page.querySelectorAll(pictures)];
    const styled = [...rules.elements(), ...page.querySelectorAll('[style],[bgcolor],[background]')];
    const filled = styled.filter((element) => hasFill(element, rules.of(element)));
    this.#hasGrounds = drawn.length > 0 || filled.length > 0;
    const moved = new Set(styled.filter((element) => isMoved(rules.of(element))));
    if (moved.size === 0) return;
    for (const element of [...drawn, ...filled]) this.#mark(element, moved, rules);
  }

  /** Whether text directly in an element may be drawn over a moved picture or fill. */
  isOver(element: PageElement): boolean {
    return this.#over.has(element);
  }

  /**
   * Whether an element with these declarations is moved from its normal position, and may then be over a picture or
   * fill of the page.
   */
  isDisplaced(declared: Declarations): boolean {
    return this.#hasGrounds && isMoved(declared);
  }

  /** Marks the elements around a moved picture or fill, up to the element that its position refers to. */
  #mark(element: PageElement, moved: ReadonlySet<PageElement>, rules: StyleRules): void {
    let within: PageElement | null = element;
    while (within !== null && !moved.has(within)) {
      if (this.#passed.has(within)) return;
      this.#passed.add(within);
      within = parentOf(within);
    }
    for (let at = within === null ? null : parentOf(within); at !== null; at = parentOf(at)) {
      if (this.#over.has(at)) break;
      this.#over.add(at);
      if (/^(relative|absolute|fixed|sticky)$/.test(rules.of(at)?.get('position') ?? '')) break;
    }
  }
}

function parentOf({ parentNode }: PageNode): PageElement | null {
  return parentNode !== null && isElement(parentNode) ? parentNode : null;
}

function isMoved(declared: Declarations | null): boolean {
  if (declared === null) return false;
  const isNegative = (name: string) => /(^|\s)-[\d.]/.test(declared.get(name) ?? '');
  return (
    /^(absolute|fixed|sticky)$/.test(declared.get('position') ?? '') ||
    (declared.get('position') === 'relative' &&
      ['left', 'top', 'right', 'bottom'].some((name) => declared.has(name))) ||
    /translate|matrix/.test(declared.get('transform') ?? '') ||
    ['margin', 'margin-top', 'margin-left', 'margin-bottom'].some(isNegative)
  );
}

function hasFill(element: PageElement, declared: Declarations | null): boolean {
  if (element.getAttribute('bgcolor') !== null || element.getAttribute('background') !== null) return true;
  const colour = declared?.get('background-color') ?? 'none';
  const image = declared?.get('background-image') ?? 'none';
  return image !== 'none' || !/^(none|transparent|inherit|initial|unset)$/.test(colour);
}
