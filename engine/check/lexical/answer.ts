import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import type { Answer, ClaimedQuote } from '../checker.ts';
import { type Candidate, sameMatter } from './candidates.ts';
import type { Demand } from './demand.ts';
import type { Failure } from './gates.ts';
import { comparable } from './quantities.ts';
import { carries, fallsShort, nearMiss, notFound, settling } from './wording.ts';

export type Judged = { candidate: Candidate; failures: Failure[] };

/** All that was heard on one rule. */
export type Heard = {
  rule: Rule;
  demand: Demand;
  terms: readonly RuleTerm[];
  /** Sentences of input files, best first. */
  candidates: readonly Candidate[];
  /** The best of them, held against the gates. */
  judged: readonly Judged[];
  /** Sentences of knowledge files, best first. */
  basis: readonly Candidate[];
};

const mostQuotes = 3;
const mostNearest = 3;
const mostBasis = 2;
/** Further sentences are quoted when they come this near to the best one. */
const nearBest = 0.8;
/** Knowledge sentences are quoted as basis when they hold this share of the rule's words. */
const basisCoverage = 0.4;
/** An act that is there among this share of the rule's words is likely the rule's. */
const likely = 0.6;

const anotherLimits: Failure = {
  gate: 'exception',
  says: 'another sentence may limit it (except, unless, subject to)',
  kind: 'missing',
};

/** Nothing in the input files bears on the rule; the nearest passages say why they don't. */
export function absentAnswer(heard: Heard): Answer {
  return {
    quotes: [],
    basis: basisOf(heard),
    statement: notFound(heard.rule, heard.terms),
    outcome: 'undetermined',
    support: 'unrelated',
    reasons: [],
    toSettle: [],
    values: [],
    nearest: nearestOf(heard, []),
  };
}

/** One sentence says what the rule asks; it stands unless another clashes with it or limits it. */
export function carriedAnswer(heard: Heard, { candidate }: Judged, limits: readonly Candidate[]): Answer {
  const { rule, demand } = heard;
  const against = heard.judged.filter(
    ({ failures }) => failures.length > 0 && failures.every(({ kind }) => kind === 'conflict'),
  );
  const failures = [
    ...against.flatMap((other) => other.failures),
    ...(limits.length > 0 ? [anotherLimits] : []),
  ];
  const stands = failures.length === 0;
  return {
    quotes: [
      ...quotesOf(candidate, 'supports'),
      ...against.slice(0, 1).flatMap((other) => quotesOf(other.candidate, 'contradicts')),
      ...limits.slice(0, 1).flatMap((limit) => quotesOf(limit, 'qualifies')),
    ],
    basis: basisOf(heard),
    statement: stands ? carries(rule, demand, candidate) : fallsShort(rule, demand, candidate, failures),
    outcome: against.length > 0 ? 'conflicting' : 'satisfied',
    support: stands ? 'entails' : 'partial',
    reasons: stands ? [] : against.length > 0 ? ['lexical_match', 'conflicting_evidence'] : ['lexical_match'],
    toSettle: settling(failures),
    values: [],
    nearest: nearestOf(heard, [candidate]),
  };
}

/** The material speaks of the rule's matter, but no sentence passes every gate. */
export function shortAnswer(heard: Heard, top: Judged): Answer {
  const near = heard.judged.filter(({ candidate }) => candidate.score >= top.candidate.score * nearBest);
  const best = near.find((one) => answersNumber(heard.demand, one)) ?? top;
  const shown = [best, ...near.filter((one) => one !== best)].slice(0, mostQuotes);
  const clash = clashes(best);
  const stanceOf = (one: Judged): ClaimedQuote['stance'] => {
    if (clash) return clashes(one) ? 'contradicts' : 'qualifies';
    return clashes(one) ? 'qualifies' : 'supports';
  };
  return {
    quotes: shown.flatMap((one) => quotesOf(one.candidate, stanceOf(one))),
    basis: basisOf(heard),
    statement: fallsShort(heard.rule, heard.demand, best.candidate, told(best)),
    outcome: likelyOutcome(heard.demand, best),
    support: 'partial',
    reasons: isInstruction(best) ? ['instruction_like_text', 'lexical_match'] : ['lexical_match'],
    toSettle: settling(told(best)),
    values: [],
    nearest: nearestOf(
      heard,
      shown.map(({ candidate }) => candidate),
    ),
  };
}

/** A rule that asks for a number is answered by a number of its kind. */
function answersNumber({ quantities }: Demand, { candidate }: Judged): boolean {
  return (
    candidate.coverage >= sameMatter &&
    candidate.quantities.some((said) => quantities.some((asked) => comparable(said, asked)))
  );
}

/**
 * A clash of numbers counts in a sentence that speaks of the rule's matter; one of polarity only where all of the
 * rule's words are (of the others, 2 of 36 were true on contracts).
 */
function clashes({ candidate, failures }: Judged): boolean {
  const all = !failures.some(({ gate }) => gate === 'words');
  return (
    !isInstruction({ candidate, failures }) &&
    candidate.coverage >= sameMatter &&
    failures.some(({ gate, kind }) => kind === 'conflict' && (gate === 'quantity' || all))
  );
}

function isInstruction({ failures }: Judged): boolean {
  return failures.some(({ gate }) => gate === 'instruction');
}

function told(judged: Judged): Failure[] {
  return clashes(judged)
    ? judged.failures
    : judged.failures.map((failure) =>
        failure.kind === 'conflict' ? { ...failure, kind: 'missing' } : failure,
      );
}

/** What the words suggest, never more than an estimate. A clash of polarity is less telling than one of numbers. */
function likelyOutcome(demand: Demand, judged: Judged): Answer['outcome'] {
  const { candidate, failures } = judged;
  const failed = new Set(failures.map(({ gate }) => gate));
  if (clashes(judged)) {
    const number = failures.some(({ gate, kind }) => gate === 'quantity' && kind === 'conflict');
    return number && demand.quantities.length === 1 ? 'violated' : 'conflicting';
  }
  if (failed.has('instruction') || failed.has('quantity') || failed.has('polarity')) return 'undetermined';
  const measured = demand.quantities.length > 0 && candidate.coverage >= sameMatter;
  if (!measured && (failed.has('act') || candidate.coverage < likely)) return 'undetermined';
  return failures.some(({ kind }) => kind === 'weaker') ? 'partly_satisfied' : 'satisfied';
}

/** A list item is quoted with its lead-in, without which it says nothing. */
function quotesOf({ passage, text, leadIn }: Candidate, stance: ClaimedQuote['stance']): ClaimedQuote[] {
  const own = { passage: passage.id, quote: text, stance };
  return leadIn === null ? [own] : [own, { passage: passage.id, quote: leadIn, stance }];
}

function basisOf({ basis }: Heard): ClaimedQuote[] {
  return basis
    .filter(({ coverage }) => coverage >= basisCoverage)
    .slice(0, mostBasis)
    .map(({ passage, text }) => ({ passage: passage.id, quote: text, stance: 'defines' }));
}

/** The best sentence of each of the best passages that are not quoted. */
function nearestOf({ candidates, terms }: Heard, shown: readonly Candidate[]): Answer['nearest'] {
  const seen = new Set(shown.map(({ passage }) => passage.id));
  const nearest: Answer['nearest'] = [];
  for (const candidate of candidates) {
    if (nearest.length >= mostNearest) break;
    if (seen.has(candidate.passage.id)) continue;
    seen.add(candidate.passage.id);
    const { start, end } = candidate.sentence;
    nearest.push({ passage: candidate.passage.id, span: { start, end }, why: nearMiss(terms, candidate) });
  }
  return nearest;
}
