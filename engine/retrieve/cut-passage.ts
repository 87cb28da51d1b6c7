import type { Passage, Sentence } from '../model/passage.ts';
import type { Source, Span } from '../model/source.ts';
import { passageId } from './numbered-passages.ts';

/**
 * The sentences of a source's passages, one after the other, each known by its place. As objects they would take more room
 * than the text.
 */
export class SentenceTable {
  /** Start and end of each. */
  #spans = new Uint32Array(128);
  readonly #leadIns = new Map<number, Span>();
  #length = 0;

  /** Takes the sentences of the next passage, and gives the place of the first. */
  add(sentences: readonly Sentence[]): number {
    const first = this.#length;
    this.#length += sentences.length;
    if (this.#length * 2 > this.#spans.length) this.#resize(this.#length * 2);
    sentences.forEach(({ start, end, leadIn }, at) => {
      this.#spans.set([start, end], (first + at) * 2);
      if (leadIn) this.#leadIns.set(first + at, leadIn);
    });
    return first;
  }

  /** Gives back the room for more. */
  close(): void {
    this.#resize(this.#length);
  }

  sentences(first: number, count: number): Sentence[] {
    return Array.from({ length: count }, (_, at) => this.#sentence(first + at));
  }

  #sentence(place: number): Sentence {
    const [start = 0, end = 0] = this.#spans.subarray(place * 2, place * 2 + 2);
    const leadIn = this.#leadIns.get(place);
    return leadIn ? { start, end, leadIn } : { start, end };
  }

  #resize(sentences: number): void {
    const spans = new Uint32Array(sentences * 2);
    spans.set(this.#spans.subarray(0, spans.length));
    this.#spans = spans;
  }
}

/** A passage of a cut source, at a place among those of its library. It makes its sentences when it is asked for them. */
export class CutPassage implements Passage {
  readonly #place: number;
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly headingPath: string[];
  readonly #table: SentenceTable;
  readonly #first: number;
  readonly #count: number;

  constructor(
    place: number,
    { source, start, end, headingPath, sentences }: Omit<Passage, 'id'>,
    table: SentenceTable,
  ) {
    this.#place = place;
    this.source = source;
    this.start = start;
    this.end = end;
    this.headingPath = headingPath;
    this.#table = table;
    this.#first = table.add(sentences);
    this.#count = sentences.length;
  }

  get id(): string {
    return passageId(this.#place);
  }

  get sentences(): Sentence[] {
    return this.#table.sentences(this.#first, this.#count);
  }
}
