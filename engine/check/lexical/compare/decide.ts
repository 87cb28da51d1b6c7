import type { Language } from '../../../language/language.ts';
import type { Outcome } from '../../../model/finding.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import type { Candidate } from '../candidates.ts';
import type { Row } from '../in-force/named-place.ts';
import { type Bearing, type Standing, standingOf } from '../in-force/standing.ts';
import { parseStatement, plainStatement, type Statement } from '../parse/statement.ts';
import { withAntecedent } from './antecedent.ts';
import type { Asked } from './asked.ts';
import { type Comparison, compare } from './compare.ts';
import { isChange, newerOutcome } from './newer-text.ts';
import { valueElsewhere } from './value-elsewhere.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export type Compared = {
  candidate: Candidate;
  comparison: Comparison;
  verdict: Verdict;
  /** Whether the clause is the rule word for word, apart from the number of the clause. */
  identical: boolean;
  /**
   * The row of a table that contains the value, if the clause refers to the table; null if the clause itself states the
   * value.
   */
  row: Row | null;
  /** Whether the clause was compared in the plain wording of its frame, and not in its own words. */
  reworded: boolean;
};

/** The outcome of the tests for one duty of a rule, with the clauses that lead to the outcome. */
export type Decision = {
  asked: Asked;
  outcome: Exclude<Outcome, 'not_applicable'>;
  compared: Compared | null;
  standing: Standing | null;
  /** The passage that decides the outcome because it bears on the clause; null if the clause itself decides. */
  decisive: Bearing | null;
  /** Another clause about the same duty that leads to a different outcome; null if there is none. */
  against: Compared | null;
};

export type Subject = { passages: Passages; searched: readonly Source[] };

/** A sentence is compared with a rule if it has at least this share of the rule's words. */
const leastCoverage = 0.25;

export function comparedWith(
  asked: Asked,
  candidates: readonly Candidate[],
  language: Language,
  subject: Subject | null,
  least: number = leastCoverage,
): Compared[] {
  return candidates
    .filter(({ coverage }) => coverage >= least)
    .map((candidate) => {
      const own = withAntecedent(
        compare(asked, statementOf(candidate, asked, language), language),
        candidate,
        asked,
        language,
      );
      const made = { candidate, comparison: own, identical: false, row: null, reworded: false };
      if (isIdentical(asked.statement, candidate.text, language))
        return { ...made, identical: true, verdict: { outcome: 'satisfied', part: 'same' } };
      const isOpen = own.limits.length === 1 && own.limits[0]?.verdict === 'absent';
      const elsewhere = isOpen && subject ? valueElsewhere(candidate, asked, subject, language) : null;
      const comparison = elsewhere ? compare(asked, elsewhere.statement, language) : own;
      const verdict = verdictOn(comparison, asked, candidate);
      return {
        ...made,
        ...(inPlainWords(comparison, verdict, asked, candidate, language) ?? { comparison, verdict }),
        row: elsewhere?.row ?? null,
      };
    });
}

/** The verdict on a clause. A different actor counts only if the document also names the rule's actor. */
function verdictOn(comparison: Comparison, asked: Asked, candidate: Candidate): Verdict {
  const verdict = verdictOf(comparison);
  const isOther = verdict.outcome === 'violated' && verdict.part === 'actor';
  return isOther && !(isShort(comparison) && isNamed(asked, candidate))
    ? { ...verdict, outcome: null }
    : verdict;
}

/**
 * The comparison of a clause in its plain wording; null if its own words are plain or already show the same. If the two
 * wordings lead to different outcomes, the plain one counts, because its frame accounts for each word around the act.
 */
function inPlainWords(
  { statement }: Comparison,
  verdict: Verdict,
  asked: Asked,
  candidate: Candidate,
  language: Language,
): Pick<Compared, 'comparison' | 'verdict' | 'reworded'> | null {
  const plain = plainStatement(statement, language, asked.known);
  if (!plain) return null;
  const comparison = withAntecedent(compare(asked, plain, language), candidate, asked, language);
  const other = verdictOn(comparison, asked, candidate);
  return other.outcome === null || other.outcome === verdict.outcome
    ? null
    : { comparison, verdict: other, reworded: true };
}

/** Maximum number of words in the name of a party. */
const longestName = 5;

function isShort({ statement: { actor } }: Comparison): boolean {
  return actor !== null && actor.to - actor.from < longestName;
}

/**
 * Whether the document of the clause contains the party of the rule under the name that the rule uses. Only then does a
 * different name in the clause mean a different party.
 */
function isNamed({ statement: { tokens, actor } }: Asked, { passage }: Candidate): boolean {
  if (!actor) return false;
  const [from, to] = [tokens[actor.from], tokens[actor.to]];
  const words = tokens
    .slice(actor.from, actor.to + 1)
    .filter(({ word }) => !/^(?:the|a|an|each|every|any|all)$/.test(word));
  if (!from || !to || words.length === 0) return false;
  const { text } = passage.source.content;
  const named = (change: (word: string) => string): string =>
    words.map(({ word }) => change(word)).join(String.raw`[\s\W]+`);
  // "Supplier lists" mentions suppliers but names no party: a party has a determiner or a capital letter.
  const determined = String.raw`\b(?:the|an?|each|every|any|no|such|all|our|its)\s+${named((word) => word)}\b`;
  const capitalized = `${named(capitalizedWord)}|${named((word) => word.toUpperCase())}`;
  return (
    new RegExp(determined, 'iu').test(text) || new RegExp(String.raw`\b(?:${capitalized})\b`, 'u').test(text)
  );
}

function capitalizedWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const must = /^(?:shall|must|will)$/;

/** Whether a clause is the rule word for word; "shall", "must" and "will" count as the same word. */
export function isIdentical(rule: Statement, text: string, language: Language): boolean {
  // Most sentences are much shorter or longer than the rule, and need not be parsed.
  const ruleSigns = rule.tokens.slice(rule.first).reduce((sum, { word }) => sum + word.length, 0);
  const signs = text.replace(/[^\p{L}\p{N}]+/gu, '').length;
  if (Math.abs(signs - ruleSigns) > 15 + 0.1 * ruleSigns) return false;
  const stated = parseStatement(text, language);
  const plain = ({ tokens, first }: Statement): string =>
    tokens
      .slice(first)
      .map(({ word }) => (must.test(word) ? 'must' : word))
      .join(' ');
  return stated.opening === null && !stated.quoted && plain(rule) === plain(stated);
}

/** Parses a sentence. A list item that is not a statement by itself is parsed with the lead-in of its list. */
function statementOf({ text, whole, leadIn }: Candidate, asked: Asked, language: Language): Statement {
  const own = parseStatement(text, language, asked.known);
  if (leadIn === null || (own.binding.force !== 'unclear' && own.actor !== null)) return own;
  const joined = parseStatement(
    `${withoutConjunction(whole)}.`.replace(/:\s*\n\s*(?:\(?\w{1,4}[.)]|[•▪–—*-])?\s*/u, ' '),
    language,
    asked.known,
  );
  return joined.binding.force === 'unclear' ? own : joined;
}

/** The text of a list item without the "and" or "or" that leads to the next item. */
function withoutConjunction(text: string): string {
  const words = text.trimEnd().replace(/\b(?:or|and)$/, '');
  return words.trimEnd().replace(/[;,]$/, '');
}

/** Decides one duty by the clause that says most about the duty, and by the passages that bear on that clause. */
export function decide(
  asked: Asked,
  all: readonly Compared[],
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
  const ranked = [...all].sort((one, other) => rank(other) - rank(one));
  const best = ranked.find(({ verdict }) => verdict.outcome !== null);
  if (!best) return { ...nothing, compared: ranked[0] ?? null };
  const standing = standingOf(best.candidate, best.comparison.statement, subject.passages, subject.searched);
  const decided = { ...nothing, compared: best, standing };
  if (best.candidate.hidden || best.candidate.instructs) return decided;
  const ruled = ruledBy(best, standing, asked, language);
  const against = ranked.find(
    (other) =>
      other !== best &&
      other.verdict.outcome !== null &&
      other.verdict.outcome !== best.verdict.outcome &&
      isSameSubject(other) &&
      other.candidate.sentence.start !== best.candidate.sentence.start,
  );
  if (against && ruled.decisive === null) {
    const clash = best.verdict.outcome === 'satisfied' || against.verdict.outcome === 'satisfied';
    return { ...decided, outcome: clash ? 'conflicting' : 'undetermined', against };
  }
  return { ...decided, ...ruled };
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
  { bearings }: Standing,
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
      outcome: /fact/.test(asked.statement.binding.force) ? 'undetermined' : 'violated',
      decisive: ended,
    };
  if (limited) return { outcome: 'partly_satisfied', decisive: limited };
  return { outcome, decisive: null };
}
