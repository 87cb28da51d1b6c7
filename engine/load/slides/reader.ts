import { ReadFailure } from '../../model/errors.ts';
import { commentsRead } from '../docx/comments.ts';
import { type Attributes, parseXml, type XmlHandler } from '../docx/xml.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import type { ReadingBudget } from '../reading-budget.ts';
import { Archive } from '../zip/archive.ts';
import { type Relationship, relationshipsOf } from '../zip/relationships.ts';
import { commentsOn } from './comments.ts';
import { slidePart } from './part.ts';
import { type SlideBlock, SlideReader } from './slide.ts';

const presentationName = 'ppt/presentation.xml';

/** Opens a presentation; each part is a slide with its speaker's notes. Throws `ReadFailure`. */
export async function openPresentation(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const bytes = await archive.read(presentationName);
    if (bytes === null) throw new ReadFailure('damaged', 'The presentation lists no slides. Save it again.');
    const order = new SlideOrder();
    parseXml(bytes, order);
    const related = new Map(
      (await relationshipsOf(archive, presentationName)).map(({ id, target }) => [id, target]),
    );
    return new PresentationReading(
      archive,
      order.ids.map((id) => related.get(id) ?? ''),
    );
  } catch (error) {
    archive.close();
    throw error;
  }
}

class PresentationReading implements Reading {
  readonly countedAs = 'slides';
  readonly pageCount = null;
  readonly #archive: Archive;
  readonly #slides: string[];
  readonly #hidden: number[] = [];
  #comments = 0;

  constructor(archive: Archive, slides: string[]) {
    this.#archive = archive;
    this.#slides = slides;
  }

  async *parts(): AsyncGenerator<Part> {
    for (const [index, name] of this.#slides.entries()) yield await this.#readSlide(index + 1, name);
  }

  warnings(): ReadingWarning[] {
    const commented = commentsRead(this.#comments);
    if (this.#hidden.length === 0) return commented;
    const message = `Read as well were its hidden slides: ${this.#hidden.join(', ')}.`;
    return [{ code: 'hidden_slides', message }, ...commented];
  }

  unread(): { where: string; reason: string }[] {
    return [];
  }

  async close(): Promise<void> {
    this.#archive.close();
  }

  async #readSlide(number: number, name: string): Promise<Part> {
    const bytes = await this.#archive.read(name);
    if (bytes === null) return slidePart(number, [], 'the file does not hold it');
    const slide = new SlideReader();
    parseXml(bytes, slide);
    if (slide.hidden) this.#hidden.push(number);
    const related = await relationshipsOf(this.#archive, name);
    const notes = await this.#notesOf(related);
    const comments = await commentsOn(this.#archive, related);
    this.#comments += comments.length;
    const pictured = slide.blocks.length === 0 && slide.pictures > 0;
    return slidePart(
      number,
      [...slide.blocks, ...notes, ...comments],
      pictured ? 'a slide whose words are a picture' : null,
    );
  }

  async #notesOf(related: Relationship[]): Promise<SlideBlock[]> {
    const target = related.find(({ type }) => type === 'notesSlide')?.target;
    const bytes = target === undefined ? null : await this.#archive.read(target);
    if (bytes === null) return [];
    const notes = new SlideReader();
    parseXml(bytes, notes);
    return notes.blocks.filter(({ kind }) => kind === 'body');
  }
}

class SlideOrder implements XmlHandler {
  readonly ids: string[] = [];
  #listing = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'sldIdLst') this.#listing = true;
    else if (name === 'sldId' && this.#listing) this.ids.push(attributes.id ?? '');
  }

  close(name: string): void {
    if (name === 'sldIdLst') this.#listing = false;
  }

  text(): void {}
}
