import { detectLanguage } from '../../language/detect.ts';
import { english } from '../../language/english.ts';
import type { Language } from '../../language/language.ts';
import type { Source } from '../../model/source.ts';
import type { Answer, Checker, ClaimedQuote, Question } from '../checker.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type Demand, demandOf } from './demand.ts';
import { type Failure, failuresOf } from './gates.ts';
import { isFound } from './presence.ts';
import { carries, fallsShort, nearMiss, notFound, settling } from './wording.ts';

/** Sentences that are held against all gates. */
const judged = 8;
const mostQuotes = 3;
const mostNearest = 3;
/** Further sentences are quoted when they come this near to the best one. */
const nearBest = 0.8;
/** Knowledge passages are quoted as basis when they hold this share of the rule's words. */
const basisCoverage = 0.4;
const mostBasis = 2;
/** An exception is about the rule when its sentence holds this share of the rule's words. */
const exceptionCoverage = 0.45;

type Judged = { candidate: Candidate; failures: Failure[] };

/**
 * Checks rules without a model, by words alone. CONFIRMED is claimed only of a sentence that passes every gate; everything
 * else names the gate that failed, and a clash is a possible conflict and not more.
 */
export function createLexicalChecker(): Checker {
  const languages = new WeakMap<Source, Language>();
  const languageOf = (question: Question): Language => {
    const source = question.evidence.inputs[0]?.passage.source;
    if (!source) return english;
    const known = languages.get(source) ?? detectLanguage(source.content.text);
    languages.set(source, known);
    return known;
  };
  return {
    method: 'lexical',
    concurrency: 1,
    async check(question, signal) {
      signal.throwIfAborted();
      return { answer: answerTo(question, languageOf(question)), checker: { method: 'lexical' } };
    },
  };
}

function answerTo({ rule, evidence }: Question, language: Language): Answer {
  const { terms } = evidence;
  const demand = demandOf(rule, terms, language);
  const candidates = candidatesOf(evidence.inputs, demand, terms, language);
  const basis = basisOf(candidatesOf(evidence.authority, demand, terms, language));
  const best = candidates[0];
  if (!best || !isFound(evidence, best)) {
    return {
      quotes: [],
      basis,
      statement: notFound(rule, terms),
      outcome: 'undetermined',
      support: 'unrelated',
      reasons: [],
      toSettle: [],
      values: [],
      nearest: nearestOf(candidates, terms, []),
    };
  }
  const heard = candidates
    .slice(0, judged)
    .map((candidate): Judged => ({ candidate, failures: failuresOf(demand, candidate, language) }));
  const carrier = heard.find(({ failures }) => failures.length === 0);
  const exceptions = candidatesOf(evidence.exceptions, demand, terms, language).filter(
    (candidate) =>
      language.exceptions.test(candidate.text) &&
      candidate.coverage >= exceptionCoverage &&
      candidate.sentence.start !== carrier?.candidate.sentence.start,
  );
  if (carrier) return carried(carrier, heard, exceptions);
  return shortOf(heard);

  function carried({ candidate }: Judged, others: readonly Judged[], limits: readonly Candidate[]): Answer {
    const against = others.filter(
      ({ candidate: other, failures }) =>
        failures.some(({ conflict }) => conflict) && other.coverage >= candidate.coverage,
    );
    const failures: Failure[] = [
      ...(limits.length > 0
        ? [{ gate: 'exception', says: 'another sentence may limit it (except, unless, subject to)' } as const]
        : []),
      ...against.flatMap((other) => other.failures.filter(({ conflict }) => conflict)),
    ];
    const clear = failures.length === 0;
    return {
      quotes: [
        ...quotesOf(candidate, 'supports'),
        ...against.slice(0, 1).flatMap((other) => quotesOf(other.candidate, 'contradicts')),
        ...limits.slice(0, 1).flatMap((limit) => quotesOf(limit, 'qualifies')),
      ],
      basis,
      statement: clear ? carries(rule, demand, candidate) : fallsShort(rule, demand, candidate, failures),
      outcome: 'satisfied',
      support: clear ? 'entails' : 'partial',
      reasons: clear
        ? []
        : against.length > 0
          ? ['lexical_match', 'conflicting_evidence']
          : ['lexical_match'],
      toSettle: settling(failures),
      values: [],
      nearest: nearestOf(candidates, terms, [candidate]),
    };
  }

  function shortOf(all: readonly Judged[]): Answer {
    const [first] = all;
    if (!first) throw new Error('a found rule has a best sentence');
    const shown = all
      .filter(({ candidate }) => candidate.score >= first.candidate.score * nearBest)
      .slice(0, mostQuotes);
    return {
      quotes: shown.flatMap(({ candidate, failures }) =>
        quotesOf(candidate, failures.some(({ conflict }) => conflict) ? 'contradicts' : 'supports'),
      ),
      basis,
      statement: fallsShort(rule, demand, first.candidate, first.failures),
      outcome: outcomeOf(demand, first),
      support: 'partial',
      reasons: ['lexical_match'],
      toSettle: settling(first.failures),
      values: [],
      nearest: nearestOf(
        candidates,
        terms,
        shown.map(({ candidate }) => candidate),
      ),
    };
  }
}

/** What the words suggest when no sentence passes all gates. Never more than an estimate. */
function outcomeOf(demand: Demand, { candidate, failures }: Judged): Answer['outcome'] {
  const failed = new Set(failures.map(({ gate }) => gate));
  const conflict = failures.find((failure) => failure.conflict);
  if (conflict?.gate === 'quantity') return demand.quantities.length > 1 ? 'undetermined' : 'violated';
  if (conflict) return failed.has('words') ? 'undetermined' : 'conflicting';
  if (failed.has('quantity')) return 'undetermined';
  if (failed.has('force') && !failed.has('words')) return 'partly_satisfied';
  return candidate.coverage >= 0.6 ? 'satisfied' : 'undetermined';
}

/** A list item is quoted with its lead-in, without which it says nothing. */
function quotesOf({ passage, text, leadIn }: Candidate, stance: ClaimedQuote['stance']): ClaimedQuote[] {
  const own = { passage: passage.id, quote: text, stance };
  return leadIn === null ? [own] : [own, { passage: passage.id, quote: leadIn, stance }];
}

function basisOf(candidates: readonly Candidate[]): ClaimedQuote[] {
  return candidates
    .filter(({ coverage }) => coverage >= basisCoverage)
    .slice(0, mostBasis)
    .map(({ passage, text }) => ({ passage: passage.id, quote: text, stance: 'defines' }));
}

function nearestOf(
  candidates: readonly Candidate[],
  terms: Question['evidence']['terms'],
  shown: readonly Candidate[],
): Answer['nearest'] {
  const seen = new Set(shown.map(({ passage }) => passage.id));
  const nearest: Answer['nearest'] = [];
  for (const candidate of candidates) {
    if (nearest.length >= mostNearest) break;
    if (seen.has(candidate.passage.id)) continue;
    seen.add(candidate.passage.id);
    nearest.push({ passage: candidate.passage.id, why: nearMiss(terms, candidate) });
  }
  return nearest;
}
