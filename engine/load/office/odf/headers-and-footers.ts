import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';

type MasterPage = { texts: string[]; next: string | null };

const boilerplate = new Set([
  'header',
  'footer',
  'header-left',
  'footer-left',
  'header-first',
  'footer-first',
]);
/** The page style that applies if a document names none. */
const standardPage = 'Standard';

/**
 * The paragraphs of the headers and footers of the page styles that a text uses. Throws a `ReadFailure` with the code
 * `damaged`.
 */
export function readPageBoilerplate(content: Buffer, styles: Buffer | null): string[] {
  if (styles === null) return [];
  const pages = parseXml(styles, new MasterPages());
  const used = new Set([standardPage]);
  parseXml(content, {
    open(_, { 'master-page-name': name = '' }) {
      if (name !== '') used.add(name);
    },
  });
  // The set grows during the loop, because each page style names the page style of the next page.
  for (const name of used) {
    const next = pages.found.get(name)?.next ?? null;
    if (next !== null) used.add(next);
  }
  return [...used].flatMap((name) => pages.found.get(name)?.texts ?? []);
}

class MasterPages implements XmlHandler {
  readonly found = new Map<string, MasterPage>();
  #page: MasterPage | null = null;
  #inside = 0;
  #hidden = false;
  #text: string | null = null;

  open(name: string, attributes: Attributes): void {
    if (name === 'master-page') {
      this.#page = { texts: [], next: attributes['next-style-name'] ?? null };
      this.found.set(attributes.name ?? '', this.#page);
    } else if (boilerplate.has(name)) {
      this.#inside += 1;
      this.#hidden = attributes.display === 'false';
    } else if (this.#inside > 0) this.#content(name);
  }

  close(name: string): void {
    if (name === 'master-page') this.#page = null;
    else if (boilerplate.has(name)) this.#inside -= 1;
    else if ((name === 'p' || name === 'h') && this.#text !== null) {
      if (!this.#hidden) this.#page?.texts.push(this.#text.trim());
      this.#text = null;
    }
  }

  text(text: string): void {
    this.#write(text.replace(/[ \t\r\n]+/g, ' '));
  }

  #content(name: string): void {
    if (name === 'p' || name === 'h') this.#text = '';
    else if (name === 's') this.#write(' ');
    else if (name === 'tab') this.#write('\t');
    else if (name === 'line-break') this.#write('\n');
  }

  #write(text: string): void {
    if (this.#text !== null) this.#text += text;
  }
}
