import { readableText } from '../chunk/readable-text.ts';
import { contentTerms } from '../language/content.ts';
import type { Language } from '../language/language.ts';
import type { Passage } from '../model/passage.ts';
import type { Source } from '../model/source.ts';
import { type Equivalence, findEquivalences } from './equivalences.ts';
import { explainedBy, type GlossaryEntry, isGlossary } from './glossary.ts';
import { PageIndex } from './page-index.ts';
import { noPostings, type Postings } from './postings.ts';

/**
 * A heading names what its passages are about: its words count half. Weights 0.5 to 0.6 were the best on long filings and
 * made no difference on contracts.
 */
const headingWeight = 0.5;

/** The words of one source by passage. Built once; the answers for a source don't depend on the other sources. */
export class SourceIndex {
  readonly source: Source;
  readonly language: Language;
  readonly passages: Passage[] = [];
  /** Length of each passage in content words. */
  readonly lengths: number[] = [];
  totalLength = 0;
  readonly pages: PageIndex;
  /** What a knowledge file says that its words mean. */
  readonly glossary: GlossaryEntry[] = [];
  readonly #equivalences = new Map<string, Equivalence>();
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #rows: string[][] = [];
  readonly #phrases = new Map<string, Postings>();

  constructor(source: Source, language: Language) {
    this.source = source;
    this.language = language;
    this.pages = new PageIndex(source, this.language);
  }

  /** What the source itself calls by two names. */
  get equivalences(): Equivalence[] {
    return [...this.#equivalences.values()];
  }

  /** Takes in the words of the source's next passage. */
  add(passage: Passage): void {
    const place = this.passages.push(passage) - 1;
    const text = readableText(passage.source.content, passage);
    for (const one of findEquivalences(text, this.language)) {
      this.#equivalences.set(`${one.terms.join(' ')}=${one.means.join(' ')}`, one);
    }
    if (this.source.role === 'authority') this.#explain(passage);
    const row = contentTerms(text, this.language);
    this.#rows.push(row);
    this.lengths.push(row.length);
    this.totalLength += row.length;
    this.pages.add(passage, row.length);
    for (const term of row) this.#count(term, place, 1);
    const headings = contentTerms(passage.headingPath.join('\n'), this.language);
    for (const term of new Set(headings)) this.#count(term, place, headingWeight);
  }

  /** Postings of one term, or of a row of terms that stand beside each other. */
  postings(terms: readonly string[]): Postings {
    const [first, ...others] = terms;
    if (first === undefined) return noPostings;
    if (others.length === 0) return this.#postings.get(first) ?? noPostings;
    const key = terms.join(' ');
    let known = this.#phrases.get(key);
    if (!known) {
      known = this.#phrase(terms);
      this.#phrases.set(key, known);
    }
    return known;
  }

  #explain({ source, headingPath, sentences }: Passage): void {
    const inGlossary = [source.name, ...headingPath].some(isGlossary);
    for (const sentence of sentences) {
      const text = readableText(source.content, sentence);
      this.glossary.push(...explainedBy(text, this.language, inGlossary));
    }
  }

  #phrase(terms: readonly string[]): Postings {
    const rarest = terms
      .map((term) => this.#postings.get(term) ?? noPostings)
      .reduce((best, postings) => (postings.size < best.size ? postings : best));
    const found = new Map<number, number>();
    for (const place of rarest.keys()) {
      const row = this.#rows[place] ?? [];
      let count = 0;
      for (let at = row.indexOf(terms[0] ?? ''); at >= 0; at = row.indexOf(terms[0] ?? '', at + 1)) {
        if (terms.every((term, offset) => row[at + offset] === term)) count += 1;
      }
      if (count > 0) found.set(place, count);
    }
    return found;
  }

  #count(term: string, place: number, weight: number): void {
    const postings = this.#postings.get(term);
    if (postings) postings.set(place, (postings.get(place) ?? 0) + weight);
    else this.#postings.set(term, new Map([[place, weight]]));
  }
}
