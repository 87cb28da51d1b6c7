import type { Language } from '../../language/language.ts';
import type { Answer, ClaimedQuote } from '../../model/answer.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import type { Candidate } from './candidates.ts';
import { isConfirmed } from './compare/confirm.ts';
import type { Compared, Decision } from './compare/decide.ts';
import type { Bearing } from './in-force/standing.ts';
import { nearMiss, settling, stated } from './wording.ts';

/** The evidence for one rule. */
export type RuleEvidence = {
  rule: Rule;
  terms: readonly RuleTerm[];
  /** One for each duty that the rule asks for. */
  decisions: readonly Decision[];
  /** What was compared with each duty. */
  compared: readonly (readonly Compared[])[];
  /** Whether nothing bears on each duty. */
  absent: readonly boolean[];
  /** Sentences of input files, best first. */
  places: readonly Candidate[];
  /** Sentences of knowledge files, best first. */
  basis: readonly Candidate[];
  language: Language;
};

const mostPlaces = 3;
const mostBearings = 3;
/** Further places are shown when they have this share of the best one's words. */
const nearBest = 0.5;
const mostNearest = 3;
const mostBasis = 2;
/** Knowledge sentences are quoted as basis when they contain this share of the rule's words. */
const basisCoverage = 0.4;

/** Nothing in the input files bears on the rule; the nearest passages show why they do not. */
export function absentAnswer(ruleEvidence: RuleEvidence): Answer {
  const { rule } = ruleEvidence;
  return {
    quotes: [],
    basis: basisOf(ruleEvidence),
    statement: `No place bears on ${/\d/.test(rule.name) ? 'this rule' : `“${rule.name}”`}: none has more than a small part of its words, in these or other words.`,
    outcome: 'undetermined',
    support: 'unrelated',
    reasons: [],
    toSettle: [],
    values: [],
    nearest: nearestOf(ruleEvidence, []),
  };
}

/** The answer that the decisions make: an outcome where tests decide it, else the places to read. */
export function decidedAnswer(ruleEvidence: RuleEvidence): Answer {
  const { decisions, compared, language } = ruleEvidence;
  const outcome = outcomeOf(ruleEvidence);
  const confirmed =
    outcome !== 'undetermined' &&
    decisions.every((decision, at) => isConfirmed(decision, compared[at] ?? [], language)) &&
    new Set(decisions.map((one) => one.outcome)).size === 1;
  const shown = decisions.filter((decision) => decision.compared !== null);
  const stance = (quote: ClaimedQuote): ClaimedQuote =>
    outcome === 'partly_satisfied' && quote.stance === 'contradicts'
      ? { ...quote, stance: 'qualifies' }
      : quote;
  const quotes =
    outcome === 'undetermined'
      ? openQuotes(ruleEvidence)
      : shown
          .flatMap((one) =>
            quotesOf(one, outcome === 'partly_satisfied' && ruleEvidence.absent.includes(true)),
          )
          .map(stance);
  const instructs =
    shown.some((decision) => decision.compared?.candidate.instructs) ||
    (outcome === 'undetermined' && ruleEvidence.places.slice(0, mostPlaces).some((place) => place.instructs));
  const telling =
    decisions.find((one) => one.outcome === outcome && one.outcome !== 'satisfied') ??
    decisions.find((one) => one.outcome !== 'satisfied') ??
    decisions[0];
  return {
    quotes,
    basis: basisOf(ruleEvidence),
    statement:
      outcome === 'partly_satisfied' && decisions.length > 1
        ? partlyStated(ruleEvidence)
        : telling
          ? stated(telling)
          : '',
    composed: true,
    outcome,
    support: confirmed ? 'entails' : 'partial',
    reasons: confirmed
      ? []
      : [
          ...(outcome === 'conflicting' ? (['conflicting_evidence'] as const) : []),
          'lexical_match' as const,
          ...(instructs ? (['instruction_like_text'] as const) : []),
        ],
    toSettle: confirmed
      ? []
      : [
          ...new Set(
            decisions
              .filter((one) => one.outcome !== 'satisfied' || decisions.length === 1)
              .flatMap(settling),
          ),
        ],
    values: [],
    nearest: nearestOf(
      ruleEvidence,
      shown.flatMap((decision) => decision.compared?.candidate ?? []),
    ),
  };
}

/** Of several duties: partly satisfied where one is met and another is denied, limited or not there. */
function outcomeOf({ decisions, absent }: RuleEvidence): Decision['outcome'] {
  const outcomes = decisions.map((decision) => decision.outcome);
  const [first] = outcomes;
  if (outcomes.every((one) => one === first)) return first ?? 'undetermined';
  if (outcomes.includes('conflicting')) return 'conflicting';
  const isOpen = outcomes.some((one, at) => one === 'undetermined' && !absent[at]);
  if (isOpen) return 'undetermined';
  return outcomes.some((one) => one === 'satisfied' || one === 'partly_satisfied')
    ? 'partly_satisfied'
    : outcomes.includes('violated')
      ? 'violated'
      : 'undetermined';
}

function partlyStated({ decisions, absent }: RuleEvidence): string {
  const met = decisions.find(({ outcome }) => outcome === 'satisfied');
  const at = decisions.findIndex((one) => one !== met);
  const other = decisions[at];
  const rest = absent[at] ? 'No place states the other duty of the rule.' : other ? stated(other) : '';
  return met ? `One duty of the rule is met. ${rest}` : rest;
}

function quotesOf(
  { compared, standing, decisive, against, outcome }: Decision,
  isPart: boolean,
): ClaimedQuote[] {
  if (!compared) return [];
  const isAgainst = outcome === 'violated';
  const own =
    decisive && (outcome === 'violated' || decisive.effect === 'changes')
      ? 'qualifies'
      : isAgainst
        ? 'contradicts'
        : 'supports';
  const violates = compared.verdict.outcome === 'violated';
  const main = quoted(
    compared.candidate,
    outcome === 'conflicting' ? (violates ? 'contradicts' : 'supports') : own,
  );
  // Where a duty is missing beside one that is met, the rest of the clause shows it.
  const rest = isPart
    ? (standing?.beside ?? [])
        .slice(0, mostBearings)
        .map(({ passage, text }): ClaimedQuote => ({ passage: passage.id, quote: text, stance: 'qualifies' }))
    : [];
  const bearings = (standing?.bearings ?? [])
    .filter((one) => one.line !== null && one !== decisive)
    .slice(0, mostBearings);
  return [
    ...(decisive
      ? bearingQuote(
          decisive,
          decisive.effect === 'limits'
            ? 'qualifies'
            : isAgainst
              ? 'contradicts'
              : outcome === 'satisfied'
                ? 'supports'
                : 'qualifies',
        )
      : []),
    ...main,
    ...rest,
    ...(against
      ? quoted(
          against.candidate,
          against.verdict.outcome === 'violated'
            ? 'contradicts'
            : outcome === 'conflicting' && violates
              ? 'supports'
              : 'qualifies',
        )
      : []),
    ...bearings.flatMap((bearing) => bearingQuote(bearing, 'qualifies')),
  ];
}

function bearingQuote({ line }: Bearing, stance: ClaimedQuote['stance']): ClaimedQuote[] {
  return line ? [{ passage: line.passage.id, quote: line.text, stance }] : [];
}

/** The places to read, with what bears on the first. */
function openQuotes({ decisions, places }: RuleEvidence): ClaimedQuote[] {
  const first = decisions.flatMap(({ compared }) => compared?.candidate ?? []);
  const bearings = decisions.flatMap(({ standing }) => standing?.bearings ?? []).slice(0, mostBearings);
  const best = Math.max(0, ...[...first, ...places].map(({ coverage }) => coverage));
  const near = places.filter(({ coverage, headingLine }) => coverage >= best * nearBest && !headingLine);
  const shown = [...new Set([...first, ...near, ...(first.length === 0 ? places.slice(0, 1) : [])])].slice(
    0,
    Math.max(mostPlaces, first.length),
  );
  return [
    ...shown.flatMap((candidate) => quoted(candidate, 'qualifies')),
    ...bearings.flatMap((bearing) => bearingQuote(bearing, 'qualifies')),
  ];
}

/** A list item is quoted with its lead-in: without it the item is not a statement. */
function quoted({ passage, text, leadIn }: Candidate, stance: ClaimedQuote['stance']): ClaimedQuote[] {
  const own = { passage: passage.id, quote: text, stance };
  const introduces = leadIn !== null && /[:—–,;]\s*$/.test(leadIn);
  return introduces ? [own, { passage: passage.id, quote: leadIn, stance }] : [own];
}

function basisOf({ basis }: RuleEvidence): ClaimedQuote[] {
  return basis
    .filter(({ coverage }) => coverage >= basisCoverage)
    .slice(0, mostBasis)
    .map(({ passage, text }) => ({ passage: passage.id, quote: text, stance: 'defines' }));
}

/** The best sentence of each of the best passages that are not quoted. */
function nearestOf({ places, terms }: RuleEvidence, shown: readonly Candidate[]): Answer['nearest'] {
  const seen = new Set(shown.map(({ passage }) => passage.id));
  const nearest: Answer['nearest'] = [];
  for (const candidate of places) {
    if (nearest.length >= mostNearest) break;
    if (seen.has(candidate.passage.id)) continue;
    seen.add(candidate.passage.id);
    const { start, end } = candidate.sentence;
    nearest.push({ passage: candidate.passage.id, span: { start, end }, why: nearMiss(terms, candidate) });
  }
  return nearest;
}
