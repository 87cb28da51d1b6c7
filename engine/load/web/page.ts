import { parseHTML } from 'linkedom';

/** Types for the parts of a parsed page that Proviso uses. Names of elements are in lower case. */
export interface PageNode {
  readonly nodeType: number;
  readonly parentNode: PageNode | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
}

export interface PageElement extends PageNode {
  readonly localName: string;
  getAttribute(name: string): string | null;
}

export interface PageText extends PageNode {
  readonly data: string;
}

export interface PageDocument {
  readonly documentElement: PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

const elementNode = 1;
const textNode = 3;

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === elementNode;
}

export function isText(node: PageNode): node is PageText {
  return node.nodeType === textNode;
}

/** Parses a page without running scripts or fetching anything. An `html` element is added to a page without one. */
export function parsePage(given: string): PageDocument {
  const html = inOnePage(given);
  const page: PageDocument = parseHTML(html).document;
  if (page.documentElement?.localName === 'html') return page;
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
}

/**
 * A page with what follows its end, such as a second page, as a part of its body, where browsers show it (HTML,
 * 13.2.6.4.20).
 */
function inOnePage(html: string): string {
  const end = html.search(/<\/html\s*>/i);
  const after = end < 0 ? '' : html.slice(end).replace(/^<\/html\s*>/i, '');
  if (/^\s*(?:<!--[^>]*-->\s*)*$/.test(after)) return html;
  const frame = /<\/?(?:html|body)\b[^>]*>|<!doctype\b[^>]*>/gi;
  return html.slice(0, end).replace(/<\/body\s*>/gi, '') + after.replace(frame, '');
}

export interface TreeVisitor {
  /** Returns whether to visit the element's children. `leave` is called only if this returns true. */
  enter(element: PageElement): boolean;
  leave?(element: PageElement): void;
  text?(text: PageText): void;
}

/** Visits all nodes below `root` in document order, at any depth. */
export function walkTree(root: PageNode, visitor: TreeVisitor): void {
  let node: PageNode | null = root.firstChild;
  while (node !== null) {
    if (isText(node)) visitor.text?.(node);
    else if (isElement(node) && visitor.enter(node)) {
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      visitor.leave?.(node);
    }
    while (node !== null && node.nextSibling === null) {
      node = node.parentNode === root ? null : node.parentNode;
      if (node !== null && isElement(node)) visitor.leave?.(node);
    }
    node = node?.nextSibling ?? null;
  }
}

/** All text below an element, unchanged. */
export function textOf(element: PageElement): string {
  let text = '';
  walkTree(element, {
    enter: () => true,
    text: ({ data }) => {
      text += data;
    },
  });
  return text;
}

/** The number of elements and of text nodes of a page, and the depth of its elements. */
export function treeSize(root: PageNode): { elements: number; texts: number; depth: number } {
  let elements = 0;
  let texts = 0;
  let depth = 0;
  let at = 0;
  walkTree(root, {
    enter() {
      elements += 1;
      at += 1;
      depth = Math.max(depth, at);
      return true;
    },
    leave() {
      at -= 1;
    },
    text() {
      texts += 1;
    },
  });
  return { elements, texts, depth };
}
