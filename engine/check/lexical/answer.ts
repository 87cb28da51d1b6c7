import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import type { Answer, ClaimedQuote } from '../checker.ts';
import { type Candidate, sameMatter } from './candidates.ts';
import type { Demand } from './demand.ts';
import type { Failure } from './gates.ts';
import type { Estimated } from './learned/estimate.ts';
import { comparable } from './quantities.ts';
import { carries, fallsShort, nearMiss, notFound, seemsSaid, settling } from './wording.ts';

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
  /** What learned weights make of it; null where they are of no use. */
  estimate: Estimated | null;
};

const mostQuotes = 3;
const mostNearest = 3;
const mostBasis = 2;
/** Further sentences are quoted when they come this near to the best one. */
const nearBest = 0.8;
/** Knowledge sentences are quoted as basis when they hold this share of the rule's words. */
const basisCoverage = 0.4;
/** An act that is there among this share of the rule's words is likely the rule's. */
const likelyAct = 0.6;
/** From this chance on it is more likely said than not. */
const likely = 0.5;

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
  const clash = clashes(heard, best);
  const stanceOf = (one: Judged): ClaimedQuote['stance'] => {
    if (clash) return clashes(heard, one) ? 'contradicts' : 'qualifies';
    return clashes(heard, one) ? 'qualifies' : 'supports';
  };
  return {
    quotes: shown.flatMap((one) => quotesOf(one.candidate, stanceOf(one))),
    basis: basisOf(heard),
    statement: isLikely(heard, best)
      ? seemsSaid(heard.rule, heard.demand, best.candidate, told(heard, best))
      : fallsShort(heard.rule, heard.demand, best.candidate, told(heard, best)),
    outcome: likelyOutcome(heard, best),
    support: 'partial',
    reasons: isInstruction(best) ? ['instruction_like_text', 'lexical_match'] : ['lexical_match'],
    toSettle: settling(told(heard, best)),
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
 * A clash of numbers counts in a sentence that speaks of the rule's matter, one of "only" with "any" also where the rule's
 * words are likely said; one of polarity only where all of the rule's words are (of the others, 2 of 36 were true on contracts).
 */
function clashes(heard: Heard, { candidate, failures }: Judged): boolean {
  const all = !failures.some(({ gate }) => gate === 'words');
  const speaks = candidate.coverage >= sameMatter;
  if (isInstruction({ candidate, failures })) return false;
  return failures.some(({ gate, kind }) => {
    if (kind !== 'conflict') return false;
    if (gate === 'quantifier') return speaks || seemsTrue(heard);
    return speaks && (gate === 'quantity' || all);
  });
}

function seemsTrue({ estimate }: Heard): boolean {
  return estimate !== null && estimate.chance >= likely;
}

function isInstruction({ failures }: Judged): boolean {
  return failures.some(({ gate }) => gate === 'instruction');
}

function told(heard: Heard, judged: Judged): Failure[] {
  return clashes(heard, judged)
    ? judged.failures
    : judged.failures.map((failure) =>
        failure.kind === 'conflict' ? { ...failure, kind: 'missing' } : failure,
      );
}

/**
 * What the words suggest, never more than an estimate. A clash of polarity is less telling than one of numbers; a rule that
 * says "only" is in doubt where the material leaves more open.
 */
function likelyOutcome(heard: Heard, judged: Judged): Answer['outcome'] {
  const { demand } = heard;
  const { candidate, failures } = judged;
  const failed = new Set(failures.filter(({ kind }) => kind !== 'met').map(({ gate }) => gate));
  if (clashes(heard, judged)) {
    const number = failures.some(({ gate, kind }) => gate === 'quantity' && kind === 'conflict');
    return number && demand.quantities.length === 1 ? 'violated' : 'conflicting';
  }
  const measured = demand.quantities.length > 0 && candidate.coverage >= sameMatter;
  const acts = !failed.has('act') && candidate.coverage >= likelyAct;
  const isOpen = failed.has('instruction') || failed.has('quantity') || failed.has('polarity');
  if (!isLikely(heard, judged) && (isOpen || !(measured || acts))) return 'undetermined';
  return failures.some(({ kind }) => kind === 'weaker') ? 'partly_satisfied' : 'satisfied';
}

/** Whether the rule is likely met, by learned weights; they tell nothing of a number, of "only" and of who is talking. */
function isLikely(heard: Heard, judged: Judged): boolean {
  const beyond = judged.failures.some(
    ({ gate, kind }) =>
      gate === 'instruction' ||
      (gate === 'quantity' && kind !== 'met') ||
      (gate === 'quantifier' && heard.demand.exclusive),
  );
  return seemsTrue(heard) && !beyond && !clashes(heard, judged);
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
function nearestOf({ candidates, estimate, terms }: Heard, shown: readonly Candidate[]): Answer['nearest'] {
  const seen = new Set(shown.map(({ passage }) => passage.id));
  const nearest: Answer['nearest'] = [];
  for (const candidate of estimate?.bearing ?? candidates) {
    if (nearest.length >= mostNearest) break;
    if (seen.has(candidate.passage.id)) continue;
    seen.add(candidate.passage.id);
    const { start, end } = candidate.sentence;
    nearest.push({ passage: candidate.passage.id, span: { start, end }, why: nearMiss(terms, candidate) });
  }
  return nearest;
}
