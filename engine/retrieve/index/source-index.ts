import { readableText } from '../../chunk/readable-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import type { Passage } from '../../model/passage.ts';
import type { Source } from '../../model/source.ts';
import { type Equivalence, findEquivalences } from '../query/equivalences.ts';
import { explainedBy, type GlossaryEntry, isGlossary } from '../query/glossary.ts';
import { PageIndex } from './page-index.ts';
import { PositionalIndex, type Postings } from './positional-index.ts';
import type { TermDictionary } from './term-dictionary.ts';

/**
 * The weight of the words of a heading, which names the topic of its passages. Weights of 0.5 to 0.6 were the best on
 * long filings and made no difference on contracts.
 */
const headingWeight = 0.5;

/** The words of one source by passage. The index is built only once, because it does not depend on other sources. */
export class SourceIndex {
  readonly source: Source;
  readonly language: Language;
  readonly passages: readonly Passage[];
  /** Length of each passage in content words. */
  readonly lengths: number[] = [];
  totalLength = 0;
  readonly pages: PageIndex;
  /** The definitions in a knowledge file. */
  readonly glossary: GlossaryEntry[] = [];
  readonly #equivalences = new Map<string, Equivalence>();
  readonly #words: PositionalIndex;
  readonly #headings: PositionalIndex;

  /** `passages` are all passages of the source, in order. Their words are added afterwards with `add`. */
  constructor(
    source: Source,
    passages: readonly Passage[],
    { language, dictionary }: { language: Language; dictionary: TermDictionary },
  ) {
    this.source = source;
    this.passages = passages;
    this.language = language;
    this.pages = new PageIndex(source, language, dictionary);
    this.#words = new PositionalIndex(dictionary);
    this.#headings = new PositionalIndex(dictionary);
  }

  /** Pairs of names that the source itself uses for the same thing. */
  get equivalences(): Equivalence[] {
    return [...this.#equivalences.values()];
  }

  /** Adds the words of the source's next passage. */
  add(passage: Passage): void {
    const text = readableText(passage.source.content, passage);
    for (const one of findEquivalences(text, this.language)) {
      this.#equivalences.set(`${one.terms.join(' ')}=${one.means.join(' ')}`, one);
    }
    if (this.source.role === 'authority') this.#explain(passage);
    const row = contentTerms(text, this.language);
    this.#words.add(row);
    this.lengths.push(row.length);
    this.totalLength += row.length;
    this.pages.add(passage, row.length);
    this.#headings.add([...new Set(contentTerms(passage.headingPath.join('\n'), this.language))]);
  }

  /** Releases spare capacity after the last passage. */
  close(): void {
    for (const part of [this.#words, this.#headings, this.pages]) part.close();
  }

  /** Postings of one term, or of a row of adjacent terms. */
  postings(terms: readonly string[]): Postings {
    const postings = this.#words.count(terms);
    if (terms.length > 1) return postings;
    for (const [place, times] of this.#headings.count(terms))
      postings.set(place, (postings.get(place) ?? 0) + times * headingWeight);
    return postings;
  }

  #explain({ source, headingPath, sentences }: Passage): void {
    const inGlossary = [source.name, ...headingPath].some(isGlossary);
    for (const sentence of sentences) {
      const text = readableText(source.content, sentence);
      this.glossary.push(...explainedBy(text, this.language, inGlossary));
    }
  }
}
