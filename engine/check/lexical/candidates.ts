import { readableText } from '../../chunk/readable-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import type { Passage, Sentence } from '../../model/passage.ts';
import type { RankedPassage, RuleTerm } from '../../retrieve/evidence.ts';
import type { Demand } from './demand.ts';
import { comparable, equal, type Quantity, quantitiesOf } from './quantities.ts';

/** A sentence that may bear on a rule, with the lead-in of its list before it. */
export type Candidate = {
  passage: Passage;
  sentence: Sentence;
  /** The sentence alone, as it stands in the source. */
  text: string;
  leadIn: string | null;
  /** Of lead-in and sentence together. */
  tokens: readonly Token[];
  /** Content terms in their order, of lead-in and sentence together. */
  row: readonly string[];
  /** Terms of the headings above it. */
  context: ReadonlySet<string>;
  quantities: Quantity[];
  /** Share of the rule's words, by weight, that it holds, 0 to 1; words of its headings count half. */
  coverage: number;
  score: number;
};

/** How many of the best passages are read sentence by sentence. */
const passagesRead = 14;
const headingShare = 0.5;
const topicShare = 0.5;
/** A quantity of the rule, found as it is or with another number, against the coverage of all words, which is 1. */
const equalQuantity = 0.25;
const comparableQuantity = 0.1;
/** A line without a verb's place, such as a heading or a table cell, says nothing by itself. */
const headingLine = 0.3;

/** The sentences of the best passages, those first that hold most of what the rule speaks of. */
export function candidatesOf(
  ranked: readonly RankedPassage[],
  demand: Demand,
  terms: readonly RuleTerm[],
  language: Language,
): Candidate[] {
  const topic = new Set(demand.topic.map(({ term }) => term));
  const found = ranked.slice(0, passagesRead).flatMap(({ passage }) => {
    const context = new Set(contentTerms(passage.headingPath.join('\n'), language));
    return passage.sentences.map((sentence): Candidate => {
      const text = readableText(passage.source.content, sentence);
      const leadIn = sentence.leadIn ? readableText(passage.source.content, sentence.leadIn) : null;
      const whole = leadIn === null ? text : `${leadIn}\n${text}`;
      const tokens = tokenize(whole, language);
      const row = contentTerms(whole, language);
      const quantities = quantitiesOf(tokens, language);
      const view = { row, context };
      const coverage = coverageOf(terms, view, (term) => (topic.has(term.term) ? topicShare : 1));
      const measured = demand.quantities.map((asked) =>
        quantities.some((one) => equal(one, asked))
          ? equalQuantity
          : quantities.some((one) => comparable(one, asked))
            ? comparableQuantity
            : 0,
      );
      const bonus = measured.reduce<number>((sum, one) => sum + one, 0) / Math.max(1, measured.length);
      const score = coverage + bonus - (isHeadingLine(text, passage) ? headingLine : 0);
      return { passage, sentence, text, leadIn, tokens, row, context, quantities, coverage, score };
    });
  });
  return found.sort(
    (one, other) =>
      other.score - one.score ||
      (one.passage.source.sha256 < other.passage.source.sha256 ? -1 : 0) ||
      one.sentence.start - other.sentence.start,
  );
}

/** Share of the terms, by weight, that a sentence holds; 1 when there are none. */
export function coverageOf(
  terms: readonly RuleTerm[],
  view: Pick<Candidate, 'row' | 'context'>,
  share: (term: RuleTerm) => number = () => 1,
): number {
  let total = 0;
  let held = 0;
  for (const term of terms) {
    const weight = term.weight * share(term);
    total += weight;
    if (holdsTerm(view.row, term)) held += weight;
    else if (view.context.has(term.term)) held += weight * headingShare;
  }
  return total === 0 ? 1 : held / total;
}

/** Whether a row of terms holds a rule's word, or what the sources call it by another name. */
export function holdsTerm(row: readonly string[], { alternatives }: RuleTerm): boolean {
  return alternatives.some((terms) =>
    row.some((_, at) => terms.every((term, offset) => row[at + offset] === term)),
  );
}

function isHeadingLine(text: string, passage: Passage): boolean {
  if (passage.headingPath.at(-1) === text.trim()) return true;
  return text.length < 90 && !/[.;:!?,]["”’)]*\s*$/.test(text);
}
