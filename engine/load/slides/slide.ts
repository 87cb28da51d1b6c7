import type { Attributes, XmlHandler } from '../docx/xml.ts';

/** A paragraph or table row of a slide. `body` is also what a speaker's notes are made of. */
export type SlideBlock = { kind: 'title' | 'body' | 'furniture' | 'comment'; text: string };

const titles = new Set(['title', 'ctrTitle']);
/** Placeholders that repeat on every slide: date, footer, header and the slide's own number. */
const furniture = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);

/** Collects the words of a slide in the order in which its shapes are listed. */
export class SlideReader implements XmlHandler {
  readonly blocks: SlideBlock[] = [];
  hidden = false;
  pictures = 0;
  #kind: SlideBlock['kind'] = 'body';
  #paragraph = '';
  #cells: string[] | null = null;
  #cell: string[] = [];
  #inText = false;

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'sld':
        this.hidden = attributes.show === '0';
        break;
      case 'sp':
      case 'graphicFrame':
        this.#kind = 'body';
        break;
      case 'ph':
        if (titles.has(attributes.type ?? '')) this.#kind = 'title';
        if (furniture.has(attributes.type ?? '')) this.#kind = 'furniture';
        break;
      case 'pic':
        this.pictures += 1;
        break;
      case 'tr':
        this.#cells = [];
        break;
      case 'tc':
        this.#cell = [];
        break;
      case 'p':
        this.#paragraph = '';
        break;
      case 'br':
        this.#paragraph += ' ';
        break;
    }
    this.#inText = name === 't';
  }

  close(name: string): void {
    this.#inText = false;
    if (name === 'p') this.#endParagraph();
    if (name === 'tc') this.#cells?.push(this.#cell.join(' '));
    if (name !== 'tr') return;
    const row = (this.#cells ?? []).join(' | ');
    this.#cells = null;
    if (/[^\s|]/.test(row)) this.blocks.push({ kind: 'body', text: row });
  }

  text(text: string): void {
    if (this.#inText) this.#paragraph += text;
  }

  #endParagraph(): void {
    const text = this.#paragraph.replace(/\s+/g, ' ').trim();
    this.#paragraph = '';
    if (text === '' || this.#kind === 'furniture') return;
    if (this.#cells === null) this.blocks.push({ kind: this.#kind, text });
    else this.#cell.push(text);
  }
}
