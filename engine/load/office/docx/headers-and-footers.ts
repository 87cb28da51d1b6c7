import type { Archive } from '../../zip/archive.ts';
import type { Block } from '../block.ts';
import { type Drawing, Drawings, drawingsIn } from '../drawings.ts';
import { isOn } from '../looks/run-look.ts';
import { relationshipsOf } from '../relationships.ts';
import { type Attributes, attributesOf, parseXml, type XmlHandler } from '../xml.ts';
import { BodyReader, type Typography } from './body.ts';

/** The XML of each header and footer that appears on a page, without duplicates. Throws a `ReadFailure`. */
export async function shownBoilerplate(archive: Archive, part: string, document: Buffer): Promise<Buffer[]> {
  const settings = await archive.read(part.replace(/[^/]+$/, 'settings.xml'));
  const evenPages = attributesOf(settings, 'evenAndOddHeaders');
  const sections = parseXml(document, new SectionReader(evenPages !== null && isOn(evenPages.val ?? '')));
  const targets = new Map((await relationshipsOf(archive, part)).map(({ id, target }) => [id, target]));
  const shown: Buffer[] = [];
  for (const id of sections.shown) {
    const target = targets.get(id);
    const bytes = target === undefined ? null : await archive.read(target);
    if (bytes !== null) shown.push(bytes);
  }
  return shown;
}

/**
 * The paragraphs of a header or footer. `ofText` are the drawings in the document's body: a large drawing can be behind
 * the header or footer on some pages. Throws a `ReadFailure`.
 */
export function readBoilerplate(bytes: Buffer, typography: Typography, ofText: readonly Drawing[]): Block[] {
  const look = { ...typography.look, drawings: new Drawings(drawingsIn(bytes), ofText) };
  const reader = parseXml(bytes, new BodyReader({ ...typography, look }));
  return reader.blocks();
}

/**
 * Collects the ids of the headers and footers that appear on pages. Headers and footers for first pages or for even
 * pages count only if the document distinguishes such pages.
 */
class SectionReader implements XmlHandler {
  readonly shown = new Set<string>();
  readonly #evenPages: boolean;
  /**
   * The references to headers and footers that apply to the current section. A section inherits from the section before
   * it the references that it does not set itself.
   */
  readonly #named = new Map<string, { type: string; id: string }>();
  #titlePage = false;
  #former = 0;

  constructor(evenPages: boolean) {
    this.#evenPages = evenPages;
  }

  open(name: string, { type = 'default', id = '', val = '1' }: Attributes): void {
    if (name === 'sectPrChange' || this.#former > 0) this.#former += 1;
    else if (name === 'sectPr') this.#titlePage = false;
    else if (name === 'headerReference' || name === 'footerReference') {
      this.#named.set(`${name} ${type}`, { type, id });
    } else if (name === 'titlePg') this.#titlePage = isOn(val);
  }

  close(name: string): void {
    if (this.#former > 0) this.#former -= 1;
    else if (name === 'sectPr') {
      for (const { type, id } of this.#named.values()) {
        if (type === 'default' || (type === 'first' ? this.#titlePage : this.#evenPages)) this.shown.add(id);
      }
    }
  }
}
