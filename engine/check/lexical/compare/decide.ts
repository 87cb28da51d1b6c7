import type { Language } from '../../../language/language.ts';
import type { Outcome } from '../../../model/finding.ts';
import { isSameSentence } from '../candidates.ts';
import type { Bearing } from '../in-force/bearing.ts';
import { changes, replaces } from '../in-force/effect.ts';
import { type Standing, standingOf } from '../in-force/standing.ts';
import { rewordedStatements } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import { compare } from './compare.ts';
import { compareLimits } from './compare-limits.ts';
import { type Compared, type Subject, verdictOn } from './compared.ts';
import { likelyVerdict } from './likely-verdict.ts';
import { isChange, likelyNewer, newerOutcome } from './newer-text.ts';
import { valueInTable } from './value-elsewhere.ts';

/** Matches a sentence after an open check box: it was not chosen. */
export const unticked = /^[^\p{L}\p{N}]*☐/u;

/** The outcome of the tests for one duty of a rule, with the clauses that lead to the outcome. */
export type Decision = {
  asked: Asked;
  outcome: Exclude<Outcome, 'not_applicable' | 'answered'>;
  compared: Compared | null;
  standing: Standing | null;
  /** The passage that decides the outcome because it bears on the clause; null if the clause itself decides. */
  decisive: Bearing | null;
  /** Another clause about the same duty that leads to a different outcome; null if there is none. */
  against: Compared | null;
};

/** Decides one duty by the clause that says most about the duty, and by the passages that bear on that clause. */
export function decide(
  asked: Asked,
  given: readonly Compared[],
  subject: Subject,
  language: Language,
): Decision {
  const nothing: Decision = {
    asked,
    outcome: 'undetermined',
    compared: null,
    standing: null,
    decisive: null,
    against: null,
  };
  // Struck-out words are apart from the text, so the rest of the text is read without them.
  const isApart = ({ candidate }: Compared) => candidate.struck && candidate.hidden;
  const inText = given.filter((one) => !isApart(one));
  const all = inText.length > 0 ? inText : given;
  const ranked = [...all].sort((one, other) => rank(other) - rank(one));
  const first = ranked.find(({ verdict }) => verdict.outcome !== null);
  const best =
    (first?.verdict.part === 'exception' ? inOtherWords(asked, [first], language) : null) ??
    first ??
    likely(asked, ranked.find(isSentence), language) ??
    inOtherWords(asked, ranked, language) ??
    inTable(asked, ranked, subject, language);
  if (!best) return { ...nothing, compared: ranked[0] ?? null };
  const standing = standingOf(best.candidate, best.comparison.statement, subject.passages, subject.searched);
  const decided = { ...nothing, compared: best, standing };
  const { hidden, instructs, struck, text } = best.candidate;
  if (hidden || instructs || struck || unticked.test(text)) return decided;
  const strict = ruledBy(best, standing.bearings, asked, language);
  const ruled =
    strict.outcome === 'undetermined' && strict.decisive !== null
      ? likelyRuled(best, standing.bearings, asked, language)
      : strict;
  const against = ranked.find(
    (other) =>
      other !== best &&
      other.verdict.outcome !== null &&
      other.verdict.outcome !== best.verdict.outcome &&
      isSameSubject(other) &&
      !isSameSentence(other.candidate, best.candidate),
  );
  if (against && ruled.decisive === null) {
    const clash = best.verdict.outcome === 'satisfied' || against.verdict.outcome === 'satisfied';
    return { ...decided, outcome: clash ? 'conflicting' : 'undetermined', against };
  }
  return { ...decided, ...ruled };
}

/** The outcome by what the passages that bear on a clause probably say. */
function likelyRuled(
  best: Compared,
  bearings: readonly Bearing[],
  asked: Asked,
  language: Language,
): Pick<Decision, 'outcome' | 'decisive'> {
  const newer = bearings.flatMap((bearing) => {
    const outcome = likelyNewer(bearing, best.comparison, asked, language);
    return outcome === null ? [] : [{ outcome, decisive: bearing }];
  });
  const [one] = newer;
  if (one && newer.length === 1) return one;
  const probable = bearings.map(
    (bearing): Bearing => ({ ...bearing, effect: replacesText(bearing) ? 'unclear' : bearing.likely }),
  );
  return ruledInForce(best.verdict.outcome ?? 'undetermined', probable, asked);
}

/** Whether a passage replaces words of a clause by words that the tests do not understand. */
function replacesText({ effect, text, where, likely }: Bearing): boolean {
  if (effect !== 'changes') return where === 'elsewhere' && likely === 'keeps' && changes(text);
  return replaces(text) || /["“:]/.test(text);
}

/** Whether a candidate is more than a heading: "Return or Destruction of Information" states nothing. */
function isSentence({ candidate, comparison }: Compared): boolean {
  return (
    !candidate.headingLine ||
    comparison.statement.binding.modals.length > 0 ||
    finiteVerb.test(candidate.text)
  );
}

const finiteVerb = /\b(?:is|are|was|were|has|have|had|does|did)\b/;

/** The clause with its probable verdict, if it has one. */
function likely(asked: Asked, nearest: Compared | undefined, language: Language): Compared | null {
  if (!nearest || asked.isFurther || asked.law) return null;
  const verdict = likelyVerdict(nearest.comparison, asked, language);
  return verdict.outcome === null ? null : { ...nearest, verdict };
}

/** How many of the best clauses are compared in other constructions. */
const mostReworded = 4;
/** A clause with a smaller share of the rule's words or objects is not about the rule in other constructions either. */
const leastReworded = 0.4;

/**
 * The first clause that has an outcome in other constructions with the same meaning; null if there is none, or if its
 * constructions lead to different outcomes.
 */
function inOtherWords(asked: Asked, ranked: readonly Compared[], language: Language): Compared | null {
  if (asked.isFurther || asked.law) return null;
  const isNear = ({ candidate, comparison }: Compared): boolean =>
    Math.max(candidate.coverage, comparison.coverage) >= leastReworded;
  for (const near of ranked.filter(isSentence).slice(0, mostReworded).filter(isNear)) {
    const { statement } = near.comparison;
    const found = rewordedStatements(statement, language, asked.statement, asked.known).flatMap(
      (other): Compared[] => {
        const comparison = compare(asked, other, language);
        const strict = verdictOn(comparison, asked, near.candidate);
        const verdict = strict.outcome === null ? likelyVerdict(comparison, asked, language) : strict;
        return verdict.outcome === null || isReceiverOf(verdict, comparison)
          ? []
          : [{ ...near, comparison, verdict, reworded: true }];
      },
    );
    const [one] = found;
    if (one) return found.every(({ verdict }) => verdict.outcome === one.verdict.outcome) ? one : null;
  }
  return null;
}

/** Whether a clause is about the party that gets what the rule's party must give: "each employee is entitled to paid leave". */
function isReceiverOf(
  { part }: Compared['verdict'],
  { statement: { tokens, binding } }: Compared['comparison'],
) {
  return (
    part === 'actor' && binding.verb !== null && /^(?:get|receive)s?$/.test(tokens[binding.verb]?.word ?? '')
  );
}

/** The best clause with the value that a row of a table states for the rule; null if there is no such row. */
function inTable(
  asked: Asked,
  ranked: readonly Compared[],
  subject: Subject,
  language: Language,
): Compared | null {
  if (asked.isFurther || asked.law) return null;
  const value = valueInTable(asked, subject, language);
  const isRow = ({ candidate }: Compared): boolean =>
    candidate.passage === value?.row.line.passage &&
    candidate.sentence.start === value.row.line.sentence.start;
  const near = ranked.find(isRow) ?? ranked[0];
  if (!value || !near) return null;
  const limits = compareLimits(asked.statement.limits, [value.limit], asked.statement.binding.force);
  const [limit] = limits;
  if (limit?.verdict !== 'met' && limit?.verdict !== 'broken') return null;
  return {
    ...near,
    comparison: { ...near.comparison, limits },
    verdict: { outcome: limit.verdict === 'met' ? 'satisfied' : 'violated', part: 'limit' },
    row: value.row,
  };
}

/** Whether a clause is wholly about the rule's duty, so that a different outcome is a contradiction. */
function isSameSubject({ comparison }: Compared): boolean {
  const { act, coverage, extra, actor, statement } = comparison;
  return act && coverage >= 0.9 && extra.length <= 3 && actor !== 'other' && statement.segments.length === 0;
}

/** The rank of a clause; higher is better. An outcome counts most, then what the clause shares with the rule. */
function rank({ comparison, verdict, candidate }: Compared): number {
  const decided = verdict.outcome === null ? 0 : verdict.outcome === 'satisfied' ? 2.2 : 2;
  return (
    decided +
    comparison.coverage +
    (comparison.act ? 0.5 : 0) +
    (comparison.actor === 'same' ? 0.3 : 0) +
    (comparison.limits.some(({ stated }) => stated !== null) ? 1 : 0) +
    candidate.score / 100
  );
}

function ruledBy(
  { verdict, comparison }: Compared,
  bearings: readonly Bearing[],
  asked: Asked,
  language: Language,
): Pick<Decision, 'outcome' | 'decisive'> {
  const outcome = verdict.outcome ?? 'undetermined';
  const changed = bearings.filter((bearing) => isChange(bearing, comparison, asked, language));
  if (
    changed.length === 1 &&
    bearings.every(
      (bearing) => changed.includes(bearing) || bearing.effect === 'keeps' || bearing.effect === 'mentions',
    )
  ) {
    const [one] = changed;
    return one
      ? { outcome: newerOutcome(one, comparison, asked, language), decisive: one }
      : { outcome, decisive: null };
  }
  if (changed.length > 0) return { outcome: 'undetermined', decisive: changed[0] ?? null };
  return ruledInForce(outcome, bearings, asked);
}

/** The outcome of a clause whose words do not change, by the passages that say whether it is in force. */
function ruledInForce(
  outcome: Decision['outcome'],
  bearings: readonly Bearing[],
  asked: Asked,
): Pick<Decision, 'outcome' | 'decisive'> {
  const unclear = bearings.find(({ effect }) => effect === 'unclear');
  const ended = bearings.find(({ effect }) => effect === 'ends');
  const limited = bearings.find(({ effect }) => effect === 'limits');
  const kept = bearings.find(({ effect, where }) => effect === 'keeps' && where !== 'elsewhere');
  if (unclear) return { outcome: 'undetermined', decisive: unclear };
  if (ended && kept) return { outcome: 'undetermined', decisive: ended };
  if (outcome === 'violated' && (ended || limited))
    return { outcome: 'undetermined', decisive: ended ?? limited ?? null };
  if (ended)
    return {
      outcome:
        ended.where === 'elsewhere' && /fact/.test(asked.statement.binding.force)
          ? 'undetermined'
          : 'violated',
      decisive: ended,
    };
  if (limited) return { outcome: 'partly_satisfied', decisive: limited };
  return { outcome, decisive: null };
}
