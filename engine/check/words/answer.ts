import { quoteText } from '../../cite/quote-text.ts';
import type { Answer, ClaimedQuote } from '../../model/answer.ts';
import type { Stance } from '../../model/citation.ts';
import { type Absence, isSoonRead, type Subject } from './absence.ts';
import type { Decision } from './decide.ts';
import type { Contest } from './effects.ts';
import { hasTerm, type Place } from './places.ts';
import type { ReadRule } from './read-rule.ts';
import { continues, type ReadSentence } from './read-sentences.ts';
import { nextSteps, statementOf } from './statement.ts';

/** An answer quotes at most this many places. */
const mostPlaces = 3;
const mostNearest = 3;
const mostBasis = 2;
/** A sentence of a knowledge file is quoted as a basis if it has at least this share of the rule's words. */
const basisShare = 0.4;
/** A place is shown if its relevance is at least this share of the best one's. */
const nearBest = 0.4;
/** A text of fewer words does not state anything. */
const leastOfStatement = 3;
/** A quote of fewer words can stand in many places, so that it does not show which one is meant. */
const leastQuoted = 5;
/** A lead-in is quoted together with the items after it if all have at most this many characters. */
const longestList = 1_000;

const readShort = 'Read the document: it is short, and can say the same in other words.';

/** What the answer to a rule is made of. `basis` are places of knowledge files. */
export type Found = { rule: ReadRule; places: readonly Place[]; basis: readonly Place[]; subject: Subject };

/** The answer if nothing bears on the rule: the nearest sentences, each with what it lacks. */
export function absentAnswer({ rule, places, basis, subject }: Found, absence: Absence): Answer {
  const { name } = rule.rule;
  return {
    quotes: [],
    basis: basisOf(basis),
    statement: `No passage bears on ${/\d/.test(name) ? 'this rule' : `“${name}”`}: none has more than a small part of its words or of their synonyms.`,
    outcome: 'undetermined',
    support: 'unrelated',
    reasons: [],
    ...(absence === 'mostly'
      ? {
          mayBear: true as const,
          toSettle: [
            'Read the nearest passages: a passage has a word of the rule, perhaps in another sense.',
          ],
        }
      : { toSettle: isSoonRead(subject) ? [readShort] : [] }),
    values: [],
    nearest: nearestOf(rule, places, []),
  };
}

/** The answer of a decision: the sentences that decide, those that contest them, else the best places to read. */
export function decidedAnswer(decision: Decision, found: Found, isQuestion: boolean): Answer {
  const { rule, places, basis } = found;
  const { outcome, isConfirmed, judged, contests } = decision;
  const deciding = outcome !== 'undetermined';
  const shown = deciding
    ? []
    : placesToRead(
        judged.map(({ place }) => place),
        places,
      );
  // Sentences that would decide the rule are all shown, and at least one that contests them.
  const most = contests.length > 0 ? Math.min(Math.max(judged.length, 1), mostPlaces - 1) : mostPlaces;
  const quotes = deciding
    ? [
        ...judged
          .slice(0, most)
          .flatMap(({ place, outcome: own }) =>
            quotesOf(place.read, own === 'satisfied' ? 'supports' : 'contradicts'),
          ),
        ...contests.slice(0, 1).map(contestQuote),
      ]
    : [
        ...shown.slice(0, most).flatMap(({ read }) => quotesOf(read, 'qualifies')),
        ...contests.slice(0, mostPlaces - most).map(contestQuote),
      ];
  const instructs = shown.some(({ read }) => read.instructs);
  return {
    quotes,
    basis: basisOf(basis),
    statement: isQuestion ? unanswered : statementOf(decision, shown, found.subject),
    composed: true,
    outcome,
    support: isConfirmed ? 'entails' : 'partial',
    reasons: isConfirmed
      ? []
      : [
          ...(outcome === 'conflicting' ? (['conflicting_evidence'] as const) : []),
          'lexical_match' as const,
          ...(instructs ? (['instruction_like_text'] as const) : []),
        ],
    toSettle: isQuestion ? [readForAnswer] : nextSteps(decision, shown, found.subject),
    values: [],
    nearest: nearestOf(rule, places, deciding ? judged.map(({ place }) => place) : shown),
  };
}

const unanswered =
  'Words alone do not answer a question. Read the passages shown first; the answer may also be elsewhere.';
const readForAnswer = 'Read the passages shown, and write the answer into a review.';

/** The sentences that a reviewer should read first, each text once, and those that are clearly about the rule first. */
function placesToRead(first: readonly Place[], places: readonly Place[]): Place[] {
  const best = places[0]?.relevance ?? 0;
  const near = places.filter(
    ({ read, relevance, isAbout }) =>
      isAbout || (relevance >= best * nearBest && !read.isHeading && wordsOf(read.text) >= leastOfStatement),
  );
  const start = first.length === 0 && near.length === 0 ? places.slice(0, 1) : near;
  const byText = new Map<string, Place>();
  for (const place of [...first, ...start])
    if (!byText.has(place.read.text)) byText.set(place.read.text, place);
  const shown = [...byText.values()];
  const long = shown.filter(({ read }) => read.leadIn !== null || wordsOf(read.text) >= leastQuoted);
  return (long.length > 0 ? long : shown).slice(0, mostPlaces);
}

/**
 * Quotes a sentence. An item of a list is quoted with the lead-in of its list: together if the lead-in has a few words
 * only, which can be in many places.
 */
function quotesOf({ passage, sentence, text, leadIn }: ReadSentence, stance: Stance): ClaimedQuote[] {
  const quote = (start: number, end: number): ClaimedQuote => ({
    passage: passage.id,
    quote: quoteText(passage.source.content, { start, end }),
    stance,
    at: { start, end },
  });
  const own = { ...quote(sentence.start, sentence.end), quote: text };
  if (leadIn === null || !sentence.leadIn || !continues(leadIn, text)) return [own];
  const { start, end } = sentence.leadIn;
  return wordsOf(leadIn) < leastQuoted && sentence.end - start <= longestList
    ? [quote(start, sentence.end)]
    : [own, quote(start, end)];
}

function contestQuote({ passage, start, end, text }: Contest): ClaimedQuote {
  return { passage, quote: text, stance: 'qualifies', at: { start, end } };
}

export function wordsOf(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function basisOf(basis: readonly Place[]): ClaimedQuote[] {
  return basis
    .filter(({ share }) => share >= basisShare)
    .slice(0, mostBasis)
    .map(({ read: { passage, sentence, text } }) => ({
      passage: passage.id,
      quote: text,
      stance: 'defines',
      at: { start: sentence.start, end: sentence.end },
    }));
}

/** The best sentence of each of the best passages from which nothing is quoted. */
function nearestOf(rule: ReadRule, places: readonly Place[], shown: readonly Place[]): Answer['nearest'] {
  const seen = new Set(shown.map(({ read }) => read.passage.id));
  const nearest: Answer['nearest'] = [];
  for (const { read } of places) {
    if (nearest.length >= mostNearest) break;
    if (seen.has(read.passage.id)) continue;
    seen.add(read.passage.id);
    const { start, end } = read.sentence;
    nearest.push({ passage: read.passage.id, span: { start, end }, why: lackOf(rule, read) });
  }
  return nearest;
}

const mostLacking = 4;

/** What a sentence lacks of the words of the rule. */
function lackOf({ terms, described }: ReadRule, { terms: row, headings }: ReadSentence): string {
  const lacking = terms
    .filter((term) => described.has(term.term) && !hasTerm(row, term) && !headings.has(term.term))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostLacking)
    .map(({ word }) => `“${word}”`);
  return lacking.length === 0
    ? 'It has the words of the rule, but not in one statement.'
    : `It does not mention ${lacking.join(', ')}.`;
}
