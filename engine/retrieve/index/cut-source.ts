import type { TextSplitter } from '@langchain/textsplitters';
import { passagesOf } from '../../chunk/passages.ts';
import { detectLanguage } from '../../language/detect.ts';
import type { Language } from '../../language/language.ts';
import type { Passage, Sentence } from '../../model/passage.ts';
import type { Source, Span } from '../../model/source.ts';
import { passageId } from './numbered-passages.ts';
import { SourceIndex } from './source-index.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** A source split into passages, indexed on first use of its index. */
export type CutSource = {
  source: Source;
  /** The number of passages of other sources that precede its own in the passage index. */
  before: number;
  language: Language;
  passages: readonly Passage[];
  /** A fragment of the first sentence that was too long to be read whole; null if no sentence was too long. */
  fragment: Span | null;
  index(): Promise<SourceIndex>;
};

export type Cutting = {
  splitter: TextSplitter | undefined;
  dictionary: TermDictionary;
  yieldToEventLoop: () => Promise<void>;
};

/** Splits a source into passages. */
export async function cutSource(
  source: Source,
  before: number,
  { splitter, dictionary, yieldToEventLoop }: Cutting,
): Promise<CutSource> {
  const language = detectLanguage(source.content.text);
  const table = new SentenceTable();
  const passages: Passage[] = [];
  for await (const passage of passagesOf(source, splitter)) {
    passages.push(new CutPassage(before + passages.length, passage, table));
    await yieldToEventLoop();
  }
  table.close();
  async function indexed(): Promise<SourceIndex> {
    const index = new SourceIndex(source, passages, { language, dictionary });
    for (const passage of passages) {
      index.add(passage);
      await yieldToEventLoop();
    }
    index.close();
    return index;
  }
  let index: Promise<SourceIndex> | null = null;
  return {
    source,
    before,
    language,
    passages,
    fragment: table.firstFragment(),
    index() {
      index ??= indexed();
      return index;
    },
  };
}

/**
 * The sentences of a source's passages, each identified by its index. They are stored as numbers, because objects would
 * need more memory than the text.
 */
class SentenceTable {
  /** Start and end of each sentence. */
  #spans = new Uint32Array(512);
  #size = 0;
  readonly #leadIns = new Map<number, Span>();
  readonly #fragments = new Set<number>();

  get size(): number {
    return this.#size;
  }

  add({ start, end, leadIn, fragment }: Sentence): void {
    if (2 * this.#size === this.#spans.length) this.#resize(2 * this.#spans.length);
    this.#spans[2 * this.#size] = start;
    this.#spans[2 * this.#size + 1] = end;
    if (leadIn) this.#leadIns.set(this.#size, leadIn);
    if (fragment) this.#fragments.add(this.#size);
    this.#size += 1;
  }

  /** Releases spare capacity after the last sentence. */
  close(): void {
    this.#resize(2 * this.#size);
  }

  sentences(first: number, count: number): Sentence[] {
    return Array.from({ length: count }, (_, at) => this.#sentence(first + at));
  }

  /** A fragment of the first sentence that was too long to be read whole; null if no sentence was too long. */
  firstFragment(): Sentence | null {
    const [first] = this.#fragments;
    return first === undefined ? null : this.#sentence(first);
  }

  #sentence(place: number): Sentence {
    const start = this.#spans[2 * place] ?? 0;
    const end = this.#spans[2 * place + 1] ?? 0;
    const leadIn = this.#leadIns.get(place);
    return {
      start,
      end,
      ...(leadIn && { leadIn }),
      ...(this.#fragments.has(place) && { fragment: true }),
    };
  }

  #resize(length: number): void {
    const spans = new Uint32Array(length);
    spans.set(this.#spans.subarray(0, 2 * this.#size));
    this.#spans = spans;
  }
}

/**
 * A passage of a source. Its id is its position in the passage index. Its sentences are stored in `table` and rebuilt
 * on demand.
 */
class CutPassage implements Passage {
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
    this.#first = table.size;
    this.#count = sentences.length;
    for (const sentence of sentences) table.add(sentence);
  }

  get id(): string {
    return passageId(this.#place);
  }

  get sentences(): Sentence[] {
    return this.#table.sentences(this.#first, this.#count);
  }
}
