import type { Language } from '../../../language/language.ts';
import { capitalized } from '../../../language/letter-case.ts';
import { deniesDenial } from '../../../language/likely-words.ts';
import { isNegative } from '../../../language/numbers.ts';
import { lawWords, namesRole } from '../../../language/roles.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import type { Candidate } from '../candidates.ts';
import type { Row } from '../in-force/named-place.ts';
import { chosenLaw, likelyLaw } from '../parse/governing-law.ts';
import { parseStatement, plainStatement, type Statement } from '../parse/statement.ts';
import { withAntecedent } from './antecedent.ts';
import type { Asked } from './asked.ts';
import { type Comparison, compare } from './compare.ts';
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
  /**
   * The law that the clause chooses, if the rule asks for a law; null otherwise. `isWhole`: the clause says nothing else,
   * and chooses the law for the document that the rule names.
   */
  law: { place: string; isWhole: boolean } | null;
};

export type Subject = { passages: Passages; searched: readonly Source[] };

/** A sentence is compared with a rule if it has at least this share of the rule's words. */
export const leastCoverage = 0.25;

/** The best sentences are compared with a rule even if they have fewer of its words. */
const alwaysCompared = 4;

export function comparedWith(
  asked: Asked,
  candidates: readonly Candidate[],
  language: Language,
  subject: Subject | null,
  least: number = leastCoverage,
): Compared[] {
  return candidates
    .filter(({ coverage }, at) => coverage >= least || (least === leastCoverage && at < alwaysCompared))
    .map((candidate) => {
      const own = withAntecedent(
        compare(asked, statementOf(candidate, asked, language), language),
        candidate,
        asked,
        language,
      );
      const made = {
        candidate,
        comparison: own,
        identical: false,
        row: null,
        reworded: false,
        law: lawOf(candidate, own, asked, language),
      };
      if (isIdentical(asked.statement, candidate.text, language))
        return { ...made, identical: true, verdict: { outcome: 'satisfied', part: 'same' } };
      // Only a clause that chooses a law decides a rule that asks for one.
      if (asked.law) {
        const outcome = made.law && (made.law.place === asked.law.place ? 'satisfied' : 'violated');
        return { ...made, verdict: { outcome, part: 'law' } };
      }
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

/** The law that a clause chooses for the document of the rule; null if the rule asks for no law. */
function lawOf(
  { text }: Candidate,
  { statement }: Comparison,
  { law, known }: Asked,
  language: Language,
): Compared['law'] {
  if (!law) return null;
  const isPlain = !statement.quoted && statement.opening === null;
  const chosen = isPlain ? chosenLaw(text) : null;
  if (chosen !== null)
    return {
      place: chosen.place,
      isWhole: chosen.document === law.document || /^(?:agreement|contract)$/.test(chosen.document),
    };
  const plain = plainStatement(statement, language, known);
  const place = likelyLaw(text) ?? (plain && likelyLaw(plain.text));
  return place === null ? null : { place, isWhole: false };
}

/** The verdict on a clause. A different actor counts only if the document also names the rule's actor. */
export function verdictOn(comparison: Comparison, asked: Asked, candidate: Candidate): Verdict {
  // The lead-in of a list is not a whole sentence.
  if (/:\s*$/.test(candidate.text)) return { outcome: null, part: 'words' };
  // Only the plain wording of "no one may stop the tenant from" shows that the tenant may act.
  if (comparison.statement.wording !== 'plain' && deniesDenial.test(comparison.statement.text))
    return { outcome: null, part: 'force' };
  const verdict = verdictOf(comparison);
  // A clause that only mentions laws does not name another law than the rule.
  const isAboutLaw = asked.statement.tokens.some(({ word }) => lawWords.test(word));
  const isNumbered = comparison.missingNames.every((name) => /\d/.test(name));
  if (verdict.part === 'name' && !comparison.otherRecipient && !isAboutLaw && !isNumbered)
    return { outcome: null, part: 'name' };
  const isOther = verdict.outcome === 'violated' && verdict.part === 'actor';
  return isOther && !(isShort(comparison) && hasPartyName(comparison) && isNamed(asked, candidate))
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

/** Whether the actor of a clause is a party, and not a thing such as "the obligations under this Agreement". */
function hasPartyName({ statement: { tokens, actor, first } }: Comparison): boolean {
  if (!actor) return false;
  const own = tokens
    .slice(actor.from, actor.to + 1)
    .filter(({ word }) => !/^(?:the|an?|each|every)$/.test(word));
  const [head] = own;
  return namesRole(own.map(({ word }) => word)) || (head?.capital === true && tokens.indexOf(head) >= first);
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
  const inCapitals = `${named(capitalized)}|${named((word) => word.toUpperCase())}`;
  return (
    new RegExp(determined, 'iu').test(text) || new RegExp(String.raw`\b(?:${inCapitals})\b`, 'u').test(text)
  );
}

const must = /^(?:shall|must|will)$/;

/** Whether a clause is the rule word for word; "shall", "must" and "will" count as the same word. */
export function isIdentical(rule: Statement, text: string, language: Language): boolean {
  // Most sentences are much shorter or longer than the rule, and need not be parsed.
  const ruleSigns = rule.tokens.slice(rule.first).reduce((sum, { word }) => sum + word.length, 0);
  const signs = text.replace(/[^\p{L}\p{N}]+/gu, '').length;
  if (Math.abs(signs - ruleSigns) > 15 + 0.1 * ruleSigns) return false;
  const stated = parseStatement(text, language);
  const plain = (one: Statement): string =>
    one.tokens
      .map(({ word }, at) =>
        isNegative(one.tokens, at, one.text) ? `-${word}` : must.test(word) ? 'must' : word,
      )
      .slice(one.first)
      .join(' ');
  const isDoubtful = stated.limits.some(({ vague }) => vague === 'direction');
  return stated.opening === null && !stated.quoted && !isDoubtful && plain(rule) === plain(stated);
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
