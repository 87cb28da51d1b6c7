import { SaxesParser } from 'saxes';
import { ReadFailure } from '../../model/errors.ts';
import { decodeText } from '../text/decode.ts';

export type Attributes = Readonly<Record<string, string>>;

const pieceCharacters = 64 * 1024;
/** Maximum depth of nested elements. Word nests elements a few dozen levels deep. */
const deepest = 256;

/**
 * An element with all that is inside it, in the order of the file. Names of elements and attributes have no prefix:
 * `w:val` becomes `val`. If an element has both `id` and `r:id`, `id` has the value of `r:id`.
 */
export type Element = { name: string; attributes: Attributes; children: (Element | string)[] };

/** Word writes some 50 bytes for an element, so that a part of the largest permitted size has fewer. */
const mostElements = 2_000_000;

/**
 * Reads an XML file as a whole. The result is an element without a name around the one of the file; it is empty if
 * `bytes` is null. Throws a `ReadFailure` with the code `damaged`.
 */
export function treeOf(bytes: Uint8Array | null): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  eachElement(bytes, null, (element) => root.children.push(element));
  return root;
}

/**
 * Calls `visit` with each outermost element that has one of these names (null: with the element of the file), after its
 * end, and `passBy` where another element begins. Nothing else of the file is kept, so that it can be of any size. A document
 * type declaration is rejected, because no current program writes one and its entities can be an attack. Throws a `ReadFailure` with the code `damaged`.
 */
export function eachElement(
  bytes: Uint8Array | null,
  names: ReadonlySet<string> | null,
  visit: (element: Element) => void,
  passBy: (name: string, attributes: Attributes) => void = () => {},
): void {
  if (bytes === null) return;
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: Element[] = [];
  let depth = 0;
  let count = 0;
  parser.on('doctype', () => {
    throw refused('declares a document type, which is not accepted');
  });
  parser.on('error', (error) => {
    throw refused('is not well formed', error);
  });
  parser.on('opentag', (tag) => {
    const [name, attributes] = [localName(tag.name), localAttributes(tag.attributes)];
    depth += 1;
    if (depth > deepest) throw refused('is nested too deep');
    if (open.length === 0 && names !== null && !names.has(name)) {
      passBy(name, attributes);
      return;
    }
    count = open.length === 0 ? 1 : count + 1;
    if (count > mostElements) throw refused('has millions of elements');
    const element: Element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    depth -= 1;
    const element = open.pop();
    if (element === undefined) return;
    // An array that has grown has room for more, which millions of elements never need.
    element.children = element.children.slice();
    if (open.length === 0) visit(element);
  });
  parser.on('text', (text) => addText(open.at(-1), text));
  parser.on('cdata', (text) => addText(open.at(-1), text));
  const { text } = decodeText(bytes);
  for (let at = 0; at < text.length; at += pieceCharacters)
    parser.write(text.slice(at, at + pieceCharacters));
  parser.close();
}

function addText(element: Element | undefined, text: string): void {
  const children = element?.children;
  if (children === undefined) return;
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else children.push(text);
}

/**
 * Calls `see` with each element inside another one, in the order of the file. If it returns false, what is inside the
 * element is passed over.
 */
export function walk(element: Element, see: (inner: Element, parent: Element) => unknown): void {
  for (const child of element.children) {
    if (typeof child !== 'string' && see(child, element) !== false) walk(child, see);
  }
}

/** The elements with this name inside another one, in the order of the file. */
export function elementsNamed(element: Element, name: string): Element[] {
  const found: Element[] = [];
  walk(element, (inner) => {
    if (inner.name === name) found.push(inner);
  });
  return found;
}

export function childrenOf(element: Element | undefined, name?: string): Element[] {
  return (element?.children ?? []).flatMap((child) =>
    typeof child !== 'string' && (name === undefined || child.name === name) ? [child] : [],
  );
}

/** The element at the end of a path of names; undefined if there is none. */
export function childAt(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>((at, name) => childrenOf(at, name)[0], element);
}

/** All text inside an element. */
export function textIn(element: Element | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join('');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Most elements have no attributes, so that they share this object. */
const none: Attributes = {};

function localAttributes(attributes: Record<string, string>): Attributes {
  if (Object.keys(attributes).length === 0) return none;
  const local: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.includes(':') || !(name in local)) local[localName(name)] = value;
  }
  return local;
}

function refused(what: string, cause?: Error): ReadFailure {
  return new ReadFailure(
    'damaged',
    `The document is damaged or was tampered with: its XML ${what}. Save it again, or as PDF.`,
    { cause },
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the content or an attribute of an XML element. A parser returns it with its tabs and line breaks. XML allows no other controls. */
export function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|[\p{Cs}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]|[\t\n\r]/g, (letter) => entities[letter] ?? `&#${letter.charCodeAt(0)};`);
}
