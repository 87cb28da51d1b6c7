import { contentTerms, contentTokens } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { relatedTo } from '../../language/related-words.ts';
import type { Equivalence } from './equivalences.ts';
import type { GlossaryEntry } from './glossary.ts';

/** A term of a query, its weight, and the rows of terms that count as this term. */
export type QueryTerm = {
  term: string;
  alternatives: (readonly string[])[];
  weight: number;
  /** Words that are searched in place of the term if the sources do not contain it; English only. */
  substitutes: readonly string[];
};

export type Query = {
  terms: QueryTerm[];
  /** Numbers with the adjacent word ("90 day"). Passages that contain both next to each other get a bonus. */
  quantities: (readonly string[])[];
  /**
   * The words that, according to the knowledge files, documents use for the query's terms: each word by itself, and
   * each wording as a phrase. Their matches only add a bonus, because the query does not ask for these words.
   */
  related: (readonly string[])[];
};

/** The weight of words that occur only in the title of a rule, which need not name the topic. */
export const titleWeight = 0.5;
/** Words that only instruct or ask are left out of queries with more words than this. */
const longQuery = 24;

/**
 * Matches the words with which a rule says that a document must contain something: "The annual report must state". They
 * say nothing about the place that answers, and "states" is also the noun in "United States".
 */
const reporting =
  /^(?:(?:the|this|each|every|an?|our) )?(?:\p{L}{1,30} )?(?:report|document|filing|form|10-K|10-Q|policy|contract|agreement|lease|minutes|statement|standard|plan|text|file)s? (?:must|shall|should|has to|have to|needs? to) (?:also |clearly |expressly |explicitly )?(?:state|name|describe|disclose|contain|mention|list|set out|set forth|specify|identify|include|give|show|report|indicate|say|explain|provide)s?(?: (?:that|whether|how|what|which|who|when|where))?\b/giu;

/** Matches the same with the thing first: "The number of employees must be stated". */
const reported =
  /^((?:the )?(?:\p{L}{1,30} )?(?:number|amount|total|rate|percentage|name|date|value|share)s? (?:of|on) .{1,200}?) (?:(?:must|shall|should|has to|have to) be|is|are) (?:clearly |expressly )?(?:stated|disclosed|named|described|mentioned|listed|specified|identified|given|shown|reported|indicated)(?=[.;]?$)/giu;

/**
 * Matches words with which a rule asks for a number. The place that answers has a number, and seldom these words: "we
 * employ 5,000 people".
 */
const counting =
  /\b(?:the )?(?:(?:total|exact|current|average) )?(?:number|amount|count) of\b|\bhow (?:many|much|long|often|soon|fast|quickly|late|early|short|big|large|high|low|old|far)\b/gi;

/**
 * The query for a rule's words. Each content word counts once. If the sources use two names for the same thing, a word
 * of one name also matches the other name.
 */
export function queryOf(
  text: string,
  language: Language,
  equivalences: readonly Equivalence[],
  glossary: readonly GlossaryEntry[] = [],
): Query {
  const tokens = contentTokens(contentOfReport(text), language);
  const asks = text.includes('?') || tokens.length > longQuery;
  const kept = asks ? tokens.filter(({ word }) => !language.metaWords.has(word)) : tokens;
  const row = kept.map(({ term }) => term);
  const terms = [...new Set(row)];
  const [title = '', ...body] = text.split('\n');
  const asked = new Set(contentTerms(body.length > 0 ? body.join('\n') : title, language));
  const quantities = kept.flatMap(({ kind }, at) => {
    const [number, unit] = [row[at], row[at + 1]];
    return kind === 'number' && number !== undefined && unit !== undefined ? [[number, unit]] : [];
  });
  return {
    terms: terms.map((term) => ({
      term,
      alternatives: alternativesOf(term, row, equivalences),
      weight: asked.has(term) ? 1 : titleWeight,
      substitutes: language.code === 'en' ? relatedTo(term) : [],
    })),
    quantities,
    related: relatedInGlossary(row, glossary),
  };
}

/** Whether a rule asks for a number, an amount, a rate or a time, and does not say which. */
export function asksForNumber(text: string): boolean {
  return asked.test(text) || text.search(counting) >= 0;
}

const asked =
  /\b(?:number|amount|total|rate|percentage|count|headcount|revenues?)\b|(?:^|[.?!]\s+|\b(?:by|until|since|from) )when\b/i;

/** A rule without the words that only say that a document must contain something; the rule itself if nothing is left. */
function contentOfReport(text: string): string {
  const lines = text.split('\n').map((line) => {
    const rest = line.replace(reporting, '').replace(reported, '$1').replace(counting, '');
    return /\p{L}{3}/u.test(rest) ? rest : line;
  });
  return lines.join('\n');
}

/**
 * The glossary entries for the names in a row of terms. If one name contains another, as "fixed asset turnover"
 * contains "asset turnover", only the longer name counts.
 */
function relatedInGlossary(
  row: readonly string[],
  glossary: readonly GlossaryEntry[],
): (readonly string[])[] {
  const named = glossary.flatMap(({ names, wordings }) =>
    names.filter((name) => contains(row, name)).map((name) => ({ name, says: [...names, ...wordings] })),
  );
  const longest = named.filter(
    ({ name }) => !named.some((other) => other.name.length > name.length && contains(other.name, name)),
  );
  const wordings = longest.flatMap(({ says }) => says);
  const words = new Set(wordings.flat().filter((term) => !row.includes(term)));
  const pieces = new Map(wordings.filter(({ length }) => length > 1).map((one) => [one.join(' '), one]));
  return [...[...words].map((term) => [term]), ...pieces.values()];
}

function alternativesOf(
  term: string,
  row: readonly string[],
  equivalences: readonly Equivalence[],
): (readonly string[])[] {
  const others = equivalences.filter(({ terms }) => terms.includes(term) && contains(row, terms));
  const means = new Map(
    others
      .filter((other) => !other.means.includes(term))
      .map((other) => [other.means.join(' '), other.means]),
  );
  return [[term], ...means.values()];
}

function contains(row: readonly string[], terms: readonly string[]): boolean {
  return row.some((_, at) => terms.every((term, offset) => row[at + offset] === term));
}
