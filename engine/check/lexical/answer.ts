import type { Answer, ClaimedQuote } from '../../model/answer.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Candidate, sameTopic } from './candidates.ts';
import type { Failure } from './gates.ts';
import type { Estimated } from './learned/estimate.ts';
import type { ParsedRule } from './parsed-rule.ts';
import { comparable } from './rule-quantities.ts';
import { carries, fallsShort, nearMiss, notFound, probablySays, settling } from './wording.ts';

export type GatedCandidate = { candidate: Candidate; failures: Failure[] };

/** The evidence for one rule. */
export type RuleEvidence = {
  rule: Rule;
  parsedRule: ParsedRule;
  terms: readonly RuleTerm[];
  /** Sentences of input files, best first. */
  candidates: readonly Candidate[];
  /** The best of these, checked against the gates. */
  gated: readonly GatedCandidate[];
  /** Sentences of knowledge files, best first. */
  basis: readonly Candidate[];
  /** The estimate of the learned weights; null where they do not apply. */
  estimate: Estimated | null;
};

const mostQuotes = 3;
const mostNearest = 3;
const mostBasis = 2;
/** Further sentences are quoted when they score this share of the best one's score. */
const nearBest = 0.8;
/** Knowledge sentences are quoted as basis when they contain this share of the rule's words. */
const basisCoverage = 0.4;
/** An act found in a sentence with this share of the rule's words is likely the rule's act. */
const likelyAct = 0.6;
/** From this probability on, the material is more likely to say it than not. */
const likely = 0.5;

const anotherLimits: Failure = {
  gate: 'exception',
  says: 'another sentence may limit it (except, unless, subject to)',
  kind: 'missing',
};

/** Nothing in the input files bears on the rule; the nearest passages show why they do not. */
export function absentAnswer(ruleEvidence: RuleEvidence): Answer {
  return {
    quotes: [],
    basis: basisOf(ruleEvidence),
    statement: notFound(ruleEvidence.rule, ruleEvidence.terms),
    outcome: 'undetermined',
    support: 'unrelated',
    reasons: [],
    toSettle: [],
    values: [],
    nearest: nearestOf(ruleEvidence, []),
  };
}

/** One sentence says what the rule asks; the answer is supported unless another sentence contradicts or limits it. */
export function supportedAnswer(
  ruleEvidence: RuleEvidence,
  { candidate }: GatedCandidate,
  limits: readonly Candidate[],
): Answer {
  const { rule, parsedRule } = ruleEvidence;
  const against = ruleEvidence.gated.filter(
    ({ failures }) => failures.length > 0 && failures.every(({ kind }) => kind === 'conflict'),
  );
  const failures = [
    ...against.flatMap((other) => other.failures),
    ...(limits.length > 0 ? [anotherLimits] : []),
  ];
  const supported = failures.length === 0;
  return {
    quotes: [
      ...quotesOf(candidate, 'supports'),
      ...against.slice(0, 1).flatMap((other) => quotesOf(other.candidate, 'contradicts')),
      ...limits.slice(0, 1).flatMap((limit) => quotesOf(limit, 'qualifies')),
    ],
    basis: basisOf(ruleEvidence),
    statement: supported
      ? carries(rule, parsedRule, candidate)
      : fallsShort(rule, parsedRule, candidate, failures),
    outcome: against.length > 0 ? 'conflicting' : 'satisfied',
    support: supported ? 'entails' : 'partial',
    reasons: supported
      ? []
      : against.length > 0
        ? ['lexical_match', 'conflicting_evidence']
        : ['lexical_match'],
    toSettle: settling(failures),
    values: [],
    nearest: nearestOf(ruleEvidence, [candidate]),
  };
}

/** The material covers the rule's topic, but no sentence passes every gate. */
export function partialAnswer(ruleEvidence: RuleEvidence, top: GatedCandidate): Answer {
  const near = ruleEvidence.gated.filter(
    ({ candidate }) => candidate.score >= top.candidate.score * nearBest,
  );
  const best = near.find((one) => answersNumber(ruleEvidence.parsedRule, one)) ?? top;
  const shown = [best, ...near.filter((one) => one !== best)].slice(0, mostQuotes);
  const clash = clashes(ruleEvidence, best);
  const stanceOf = (one: GatedCandidate): ClaimedQuote['stance'] => {
    if (clash) return clashes(ruleEvidence, one) ? 'contradicts' : 'qualifies';
    return clashes(ruleEvidence, one) ? 'qualifies' : 'supports';
  };
  return {
    quotes: shown.flatMap((one) => quotesOf(one.candidate, stanceOf(one))),
    basis: basisOf(ruleEvidence),
    statement: isLikely(ruleEvidence, best)
      ? probablySays(
          ruleEvidence.rule,
          ruleEvidence.parsedRule,
          best.candidate,
          reportedFailures(ruleEvidence, best),
        )
      : fallsShort(
          ruleEvidence.rule,
          ruleEvidence.parsedRule,
          best.candidate,
          reportedFailures(ruleEvidence, best),
        ),
    outcome: likelyOutcome(ruleEvidence, best),
    support: 'partial',
    reasons: isInstruction(best) ? ['instruction_like_text', 'lexical_match'] : ['lexical_match'],
    toSettle: settling(reportedFailures(ruleEvidence, best)),
    values: [],
    nearest: nearestOf(
      ruleEvidence,
      shown.map(({ candidate }) => candidate),
    ),
  };
}

/** A rule that asks for a number is answered by a number of its kind. */
function answersNumber({ quantities }: ParsedRule, { candidate }: GatedCandidate): boolean {
  return (
    candidate.coverage >= sameTopic &&
    candidate.quantities.some((stated) => quantities.some((asked) => comparable(stated, asked)))
  );
}

/**
 * A conflict of numbers counts in a sentence on the rule's topic. A conflict of "only" with "any" also counts where
 * the material likely says the rule's words. A conflict of polarity counts only where the sentence contains all of
 * the rule's words (of the others, 2 of 36 were true on contracts).
 */
function clashes(ruleEvidence: RuleEvidence, { candidate, failures }: GatedCandidate): boolean {
  const all = !failures.some(({ gate }) => gate === 'words');
  const speaks = candidate.coverage >= sameTopic;
  if (isInstruction({ candidate, failures })) return false;
  return failures.some(({ gate, kind }) => {
    if (kind !== 'conflict') return false;
    if (gate === 'quantifier') return speaks || seemsTrue(ruleEvidence);
    return speaks && (gate === 'quantity' || all);
  });
}

function seemsTrue({ estimate }: RuleEvidence): boolean {
  return estimate !== null && estimate.chance >= likely;
}

function isInstruction({ failures }: GatedCandidate): boolean {
  return failures.some(({ gate }) => gate === 'instruction');
}

function reportedFailures(ruleEvidence: RuleEvidence, gated: GatedCandidate): Failure[] {
  return clashes(ruleEvidence, gated)
    ? gated.failures
    : gated.failures.map((failure) =>
        failure.kind === 'conflict' ? { ...failure, kind: 'missing' } : failure,
      );
}

/**
 * The outcome that the words suggest, never more than an estimate. A conflict of polarity is weaker evidence than a
 * conflict of numbers; a rule that says "only" is in doubt where the material leaves more open.
 */
function likelyOutcome(ruleEvidence: RuleEvidence, gated: GatedCandidate): Answer['outcome'] {
  const { parsedRule } = ruleEvidence;
  const { candidate, failures } = gated;
  const failed = new Set(failures.filter(({ kind }) => kind !== 'met').map(({ gate }) => gate));
  if (clashes(ruleEvidence, gated)) {
    const number = failures.some(({ gate, kind }) => gate === 'quantity' && kind === 'conflict');
    return number && parsedRule.quantities.length === 1 ? 'violated' : 'conflicting';
  }
  const measured = parsedRule.quantities.length > 0 && candidate.coverage >= sameTopic;
  const acts = !failed.has('act') && candidate.coverage >= likelyAct;
  const isOpen = failed.has('instruction') || failed.has('quantity') || failed.has('polarity');
  if (!isLikely(ruleEvidence, gated) && (isOpen || !(measured || acts))) return 'undetermined';
  return failures.some(({ kind }) => kind === 'weaker') ? 'partly_satisfied' : 'satisfied';
}

/**
 * Whether the rule is likely met, by learned weights. The weights do not cover numbers, "only", or text that
 * addresses the checker.
 */
function isLikely(ruleEvidence: RuleEvidence, gated: GatedCandidate): boolean {
  const beyond = gated.failures.some(
    ({ gate, kind }) =>
      gate === 'instruction' ||
      (gate === 'quantity' && kind !== 'met') ||
      (gate === 'quantifier' && ruleEvidence.parsedRule.exclusive),
  );
  return seemsTrue(ruleEvidence) && !beyond && !clashes(ruleEvidence, gated);
}

/** A list item is quoted with its lead-in: without it the item is not a statement. */
function quotesOf({ passage, text, leadIn }: Candidate, stance: ClaimedQuote['stance']): ClaimedQuote[] {
  const own = { passage: passage.id, quote: text, stance };
  return leadIn === null ? [own] : [own, { passage: passage.id, quote: leadIn, stance }];
}

function basisOf({ basis }: RuleEvidence): ClaimedQuote[] {
  return basis
    .filter(({ coverage }) => coverage >= basisCoverage)
    .slice(0, mostBasis)
    .map(({ passage, text }) => ({ passage: passage.id, quote: text, stance: 'defines' }));
}

/** The best sentence of each of the best passages that are not quoted. */
function nearestOf(
  { candidates, estimate, terms }: RuleEvidence,
  shown: readonly Candidate[],
): Answer['nearest'] {
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
