import { isStruck } from '../../cite/locator-at.ts';
import { quoteText } from '../../cite/quote-text.ts';
import { continuesLeadIn, listsRisks, unasserted } from '../../language/clause-words.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { normalForm } from '../../language/normal-form.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import type { Passage, Sentence } from '../../model/passage.ts';
import { hiddenFrom, type Source, type Span } from '../../model/source.ts';
import type { RankedPassage, RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { asksForNumber, titleWeight } from '../../retrieve/query/query.ts';
import { detachString } from '../../runtime/detach-string.ts';
import { isInstructionLike } from '../model/instruction-like.ts';
import { type Modality, modalityOf } from './clause.ts';
import type { ParsedRule } from './parsed-rule.ts';
import { comparable, equal, type Quantity, quantitiesOf } from './rule-quantities.ts';

/** A sentence as it is compared with a rule; a list item includes the lead-in of its list. */
type SentenceRead = {
  passage: Passage;
  sentence: Sentence;
  /** The sentence alone, as it is in the source. */
  text: string;
  leadIn: string | null;
  /** Lead-in and sentence together, in NFKC. The offsets of `tokens` refer to this text. */
  whole: string;
  /** Whether the sentence is hidden from a reader of the source. */
  hidden: boolean;
  /** Whether words of the sentence are struck out. Such a sentence is shown, but decides nothing. */
  struck: boolean;
  /** Tokens of lead-in and sentence together. */
  tokens: readonly Token[];
  /** Content terms of lead-in and sentence together, in text order. */
  row: readonly string[];
  /** Terms of the headings above the sentence. */
  context: ReadonlySet<string>;
  /** Content terms of the sentence before and the sentence after this one, in the same passage. */
  beside: readonly string[];
  quantities: readonly Quantity[];
  forces: ReadonlySet<Modality | null>;
  headingLine: boolean;
  /**
   * Whether the sentence, or the sentence before it, addresses the checker. Such a sentence is not evidence about the
   * subject.
   */
  instructs: boolean;
  /**
   * Whether the sentence can be read as a statement by itself. False for a sentence that names a risk or a possibility,
   * and for a list item that only completes the sentence of its lead-in.
   */
  states: boolean;
};

/** A sentence that may bear on a rule. */
export type Candidate = SentenceRead & {
  /**
   * Share of the rule's words, by weight, that the sentence contains, 0 to 1; words in headings and in neighbouring
   * sentences count in part.
   */
  coverage: number;
  score: number;
};

/** Whether two candidates are one sentence: sentences of two files can begin at the same offset. */
export function isSameSentence(one: Candidate, other: Candidate): boolean {
  return one.passage.source === other.passage.source && one.sentence.start === other.sentence.start;
}

/** How many of the best passages are split into sentences. */
const passagesRead = 14;
const headingShare = 0.5;
/** A sentence is on the rule's topic if it contains at least this share of the rule's words. */
export const sameTopic = 0.5;
/**
 * Factors of a sentence's score for a rule with a number. The sentence has, in this order: the same quantity; the same
 * number with a comparable unit; only a comparable unit; none of these.
 */
const equalQuantity = 1.25;
const sameNumber = 1.2;
const comparableQuantity = 1.1;
const noQuantity = 0.8;
/** Factor of the score of a sentence with the rule's modality (must, should or may). */
const sameForce = 1.05;
/** Factors of the score of a sentence with and without a number, for a rule that asks for a number and names none. */
const statesNumber = 1.3;
const noNumber = 0.8;
/**
 * A word of the rule in the sentence before or after a sentence counts by this share, because "this" or "it" can refer
 * to it.
 */
const neighbourShare = 0.3;
/** Factor of the score of a line that is not a statement by itself, such as a heading or a table cell. */
const headingLine = 0.7;

/** The sentences of the best passages; those that cover most of the rule come first. */
export function candidatesOf(
  ranked: readonly RankedPassage[],
  parsedRule: ParsedRule,
  terms: readonly RuleTerm[],
  language: Language,
): Candidate[] {
  const topic = new Set(parsedRule.topic.map(({ term }) => term));
  const spoken = terms.filter(({ term }) => !isNumber(term));
  const counts = parsedRule.quantities.length === 0 && asksForNumber(parsedRule.tokens);
  const found = ranked.slice(0, passagesRead).flatMap(({ passage }) =>
    sentencesRead(passage, language).map((read): Candidate => {
      const coverage = coverageOf(spoken, read, (term) => (topic.has(term.term) ? titleWeight : 1));
      const score =
        coverage *
        measureFactor(parsedRule.quantities, read.quantities, coverage) *
        (!counts ? 1 : read.tokens.some(isCount) ? statesNumber : noNumber) *
        (parsedRule.modality !== null && read.forces.has(parsedRule.modality) ? sameForce : 1) *
        (read.headingLine ? headingLine : 1);
      return { ...read, coverage, score };
    }),
  );
  return found.sort(
    (one, other) =>
      other.score - one.score ||
      compare(one.passage.source.sha256, other.passage.source.sha256) ||
      one.sentence.start - other.sentence.start,
  );
}

/** Whether a token is a number, but not a year. */
function isCount({ kind, word }: Token): boolean {
  return kind === 'number' && !/^(?:19|20)\d\d$/.test(word);
}

/** Matches a sentence that Markdown strikes out, with the number of its clause. */
const struckInText = /^\s*(?:[\w.()]{1,8}\s+)?~~[^~]+~~[^\p{L}\p{N}]*$/u;

const passagesKnown = new WeakMap<Source, Map<Passage, SentenceRead[]>>();

/** Releases the cached sentences of a source; they are computed again on demand. */
export function forgetSentences(source: Source): void {
  passagesKnown.delete(source);
}

/** The parsed sentences of a passage. They are cached, because many rules use the same passages. */
function sentencesRead(passage: Passage, language: Language): SentenceRead[] {
  const { content } = passage.source;
  const ofSource = passagesKnown.get(passage.source) ?? new Map<Passage, SentenceRead[]>();
  passagesKnown.set(passage.source, ofSource);
  const known = ofSource.get(passage);
  if (known) return known;
  const hidden = hiddenFrom(content);
  const context = new Set(contentTerms(passage.headingPath.join('\n'), language));
  const textOf = (span: Span) => detachString(quoteText(content, span));
  const texts = passage.sentences.map(textOf);
  const talks = texts.map(isInstructionLike);
  const rows = texts.map((text) => contentTerms(text, language));
  const read = passage.sentences.map((sentence, place): SentenceRead => {
    const text = texts[place] ?? '';
    const leadIn = sentence.leadIn ? textOf(sentence.leadIn) : null;
    const whole = normalForm(leadIn === null ? text : `${leadIn}\n${text}`);
    const tokens = tokenize(whole, language);
    return {
      passage,
      sentence,
      text,
      leadIn,
      whole,
      hidden: sentence.end > hidden,
      struck: struckInText.test(text) || (sentence.end > hidden && isStruck(content, sentence)),
      tokens,
      row: leadIn === null ? (rows[place] ?? []) : contentTerms(whole, language),
      context,
      beside: [...(rows[place - 1] ?? []), ...(rows[place + 1] ?? [])],
      quantities: quantitiesOf(tokens, whole, language),
      forces: new Set(tokens.map(({ word }) => modalityOf(word, language))),
      headingLine: isHeadingLine(text, passage),
      states: isStatement(text, leadIn),
      instructs: talks[place] === true || talks[place - 1] === true,
    };
  });
  ofSource.set(passage, read);
  return read;
}

function isStatement(text: string, leadIn: string | null): boolean {
  if (unasserted.test(text) || /\?["”’)\]]*\s*$/.test(text)) return false;
  return leadIn === null || !(listsRisks.test(leadIn) || continuesLeadIn.test(text));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Share of the terms, by weight, that a sentence contains; 1 when there are no terms. */
export function coverageOf(
  terms: readonly RuleTerm[],
  view: Pick<SentenceRead, 'row' | 'context' | 'quantities' | 'beside'>,
  share: (term: RuleTerm) => number = () => 1,
): number {
  let total = 0;
  let covered = 0;
  for (const term of terms) {
    const weight = term.weight * share(term);
    total += weight;
    if (holdsTerm(view.row, term) || limits(view.quantities, term)) covered += weight;
    else if (view.context.has(term.term)) covered += weight * headingShare;
    else if (holdsTerm(view.beside, term)) covered += weight * neighbourShare;
  }
  return total === 0 ? 1 : covered / total;
}

/** Whether a row of terms contains a word of the rule, or another name that the sources use for the word. */
export function holdsTerm(row: readonly string[], { alternatives }: RuleTerm): boolean {
  return alternatives.some((terms) =>
    row.some((_, at) => terms.every((term, offset) => row[at + offset] === term)),
  );
}

function measureFactor(asked: readonly Quantity[], stated: readonly Quantity[], coverage: number): number {
  const factors = asked.map((one) => {
    if (stated.some((other) => equal(other, one))) return equalQuantity;
    const alike = stated.filter((other) => comparable(other, one));
    if (alike.some(({ value }) => value === one.value)) return sameNumber;
    return alike.length > 0 && coverage >= sameTopic ? comparableQuantity : noQuantity;
  });
  return factors.length === 0 ? 1 : factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
}

/** Whether a quantity expresses the rule's word "minimum" or "maximum", as "at least 8" expresses "minimum". */
function limits(quantities: readonly Quantity[], { word }: RuleTerm): boolean {
  if (word === 'minimum') return quantities.some(({ comparison }) => comparison === 'min');
  if (word === 'maximum') return quantities.some(({ comparison }) => comparison === 'max');
  return false;
}

function isHeadingLine(text: string, passage: Passage): boolean {
  return passage.headingPath.at(-1) === text.trim() || looksLikeHeading(text);
}

/**
 * Whether a text is a short line that does not end like a sentence, or a few capitalised words, also after a number:
 * "7.2 Governing Law."
 */
export function looksLikeHeading(text: string): boolean {
  const line = text.trim();
  if (line.length >= longestHeading) return false;
  return !/[.;:!?,]["”’)]*$/.test(line) || isTitle(line);
}

const longestHeading = 90;
const mostTitleWords = 8;
const clauseNumber = /^(?:\(?[\dA-Za-z]{1,4}[.)]|[\d.]{1,8}|section|article|clause)$/;
const titleWord = /^(?:\p{Lu}.*|&|and|or|of|the|to|for|in|by|on|a)$/u;

/** Whether every word of a line except its number and small words such as "of" begins with a capital. */
function isTitle(line: string): boolean {
  const words = line.replace(/[.:]$/, '').split(/[\s,/]+/);
  const first = words.findIndex((word) => !clauseNumber.test(word));
  const title = first < 0 ? [] : words.slice(first);
  return title.length > 0 && title.length <= mostTitleWords && title.every((word) => titleWord.test(word));
}
