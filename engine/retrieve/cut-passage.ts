import type { Passage, Sentence } from '../model/passage.ts';
import type { Source, Span } from '../model/source.ts';
import { passageId } from './numbered-passages.ts';

/** The sentences of a source's passages, each known by its place. As objects they would take more room than the text. */
export class SentenceTable {
  /** Start and end of each. */
  readonly #spans: Uint32Array;
  readonly #leadIns = new Map<number, Span>();

  constructor(sentences: readonly Sentence[]) {
    this.#spans = Uint32Array.from(sentences.flatMap(({ start, end }) => [start, end]));
    for (const [place, { leadIn }] of sentences.entries()) if (leadIn) this.#leadIns.set(place, leadIn);
  }

  sentences(first: number, count: number): Sentence[] {
    return Array.from({ length: count }, (_, at) => this.#sentence(first + at));
  }

  #sentence(place: number): Sentence {
    const [start = 0, end = 0] = this.#spans.subarray(place * 2, place * 2 + 2);
    const leadIn = this.#leadIns.get(place);
    return leadIn ? { start, end, leadIn } : { start, end };
  }
}

/**
 * A passage of a cut source, at a place among those of its library. It makes its sentences when it is asked for them;
 * `first`: the place of the first in the table.
 */
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
    { table, first }: { table: SentenceTable; first: number },
  ) {
    this.#place = place;
    this.source = source;
    this.start = start;
    this.end = end;
    this.headingPath = headingPath;
    this.#table = table;
    this.#first = first;
    this.#count = sentences.length;
  }

  get id(): string {
    return passageId(this.#place);
  }

  get sentences(): Sentence[] {
    return this.#table.sentences(this.#first, this.#count);
  }
}
