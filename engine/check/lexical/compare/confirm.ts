import { harmlessWords } from '../../../language/harmless-words.ts';
import { jurisdictionsIn } from '../../../language/jurisdictions.ts';
import type { Language } from '../../../language/language.ts';
import { certainModals } from '../../../language/modal-words.ts';
import { type Candidate, isSameSentence } from '../candidates.ts';
import type { Standing } from '../in-force/standing.ts';
import type { Statement } from '../parse/statement.ts';
import { isAccounted } from './account.ts';
import { type Asked, objectsIn } from './asked.ts';
import { type Compared, leastCoverage } from './compared.ts';
import type { Decision } from './decide.ts';

const recital =
  /^\W*(?:whereas|recitals?|background|example|e\.g\.|note|for example|for instance|history)\b/i;
/**
 * Forces that plainly contradict a duty, a ban or a right. If the clause is only a goal or advice, the answer is an
 * estimate.
 */
const opposites = new Set(['duty', 'ban', 'right', 'exempt', 'fact', 'denied fact']);
/**
 * Another sentence counts as being about the same subject as the clause if it has at least this share of the rule's
 * object words.
 */
const sameSubject = 0.7;
const mostExtra = 4;
/** Matches a question, and a sentence in square brackets, which in a draft is not agreed. */
const uncertain = /\?\W*$|^\s*\[[^\]]*\]\W*$/;

/**
 * Whether a decision can be CONFIRMED:
 * - The clause says what the rule says, and every word of both is accounted for.
 * - The clause has no introduction, and no other sentence limits the clause or names it.
 * - No other sentence about the same subject leads to another outcome.
 * A violation can be CONFIRMED if the clause differs from the rule only in its number or in the law that it chooses, or
 * denies what the rule requires.
 */
export function isConfirmed(
  { asked, outcome, compared, standing, against, decisive }: Decision,
  all: readonly Compared[],
  language: Language,
): boolean {
  if (!compared || !standing || against || decisive || compared.row || compared.reworded) return false;
  if (outcome !== 'satisfied' && outcome !== 'violated') return false;
  if (uncertain.test(compared.candidate.text)) return false;
  if (asked.law)
    return compared.law?.isWhole === true && isOnlyLaw(compared, compared.law.place, standing, all);
  if (!standing.alone || standing.differing.some(({ text }) => objectsIn(text, asked, language).length > 0))
    return false;
  if (compared.identical)
    return (
      !compared.candidate.hidden &&
      !compared.candidate.instructs &&
      !compared.candidate.sentence.fragment &&
      !recital.test(compared.candidate.text) &&
      !isContested(compared, all, outcome)
    );
  const { comparison, verdict, candidate } = compared;
  const { statement, limits, actor, force } = comparison;
  if (statement.opening !== null || statement.quoted || candidate.sentence.fragment || candidate.headingLine)
    return false;
  if (candidate.hidden || candidate.instructs || recital.test(candidate.text)) return false;
  if (comparison.missing.length > 0 || comparison.extra.length > 0 || !bindsPlainly(statement)) return false;
  // A violation of a ban by a different number is not certain, because a higher number can make a ban stricter or less
  // strict.
  if (outcome === 'violated' && verdict.part === 'limit' && asked.statement.binding.force === 'ban')
    return false;
  if (
    outcome === 'violated' &&
    verdict.part !== 'limit' &&
    !(verdict.part === 'force' && opposites.has(statement.binding.force))
  )
    return false;
  // A stricter limit meets the duty of one party but may harm another party, so only the same limit is certain.
  const parts =
    outcome === 'satisfied'
      ? force === 'same' &&
        statement.binding.force === asked.statement.binding.force &&
        limits.every(({ same }) => same)
      : limits.every(({ stated }) => stated !== null);
  if (!parts || !(actor === 'same' || actor === 'unasked')) return false;
  // A limit of the clause that the rule lacks can be about other cases: "employees over 18".
  if (statement.limits.length > asked.statement.limits.length) return false;
  if (actor === 'same' && !isWholeActor(asked, statement, language)) return false;
  if (!isAccounted(asked.statement, statement, language, actor === 'same')) return false;
  return !isContested(compared, all, outcome);
}

/** Whether the clause names the rule's actor and nothing else: "suppliers of software" are only some of the suppliers. */
function isWholeActor(asked: Asked, { actor, tokens }: Statement, language: Language): boolean {
  return tokens
    .slice(actor?.from, (actor?.to ?? -1) + 1)
    .every(
      ({ word, term }) =>
        asked.actor.includes(term) ||
        asked.known.has(term) ||
        language.determiners.has(word) ||
        harmlessWords.has(word),
    );
}

/**
 * Whether a clause is a whole sentence that chooses a law, no other passage limits it, and no other sentence about a law
 * names another place.
 */
function isOnlyLaw(
  { candidate }: Compared,
  place: string,
  { bearings, apart, beside }: Standing,
  all: readonly Compared[],
): boolean {
  if (!apart) return false;
  if (candidate.hidden || candidate.instructs || candidate.headingLine || candidate.sentence.fragment)
    return false;
  if (recital.test(candidate.text) || isInAttachment(candidate)) return false;
  if (!bearings.every(({ effect }) => effect === 'mentions' || effect === 'keeps')) return false;
  const others = [...beside, ...all.map((other) => other.candidate)].map(({ text }) => text);
  return others.every(
    (text) =>
      text === candidate.text ||
      !/\blaws?\b/i.test(text) ||
      jurisdictionsIn(text).every((one) => one === place),
  );
}

/** Matches a line with the title of an attachment, which can be another document with a law of its own. */
const attachment = /^[ \t]*(?:exhibit|schedule|annex|appendix|attachment|form of)\b[^\n]{0,80}$/gim;
/** The first lines of a file can be the title of the file itself: "Exhibit 10.2". */
const titleLength = 1_500;

function isInAttachment({ passage, sentence }: Candidate): boolean {
  if (
    passage.headingPath.some((heading) => /\b(?:exhibit|schedule|annex|appendix|attachment)\b/i.test(heading))
  )
    return true;
  const before = passage.source.content.text.slice(titleLength, sentence.start);
  return before.search(attachment) >= 0;
}

/** Whether the modals of a sentence leave no doubt about how the sentence binds. */
export function bindsPlainly({ binding, tokens }: Statement): boolean {
  if (binding.weakening.length > 0) return false;
  return binding.modals.every(({ from, to }) =>
    certainModals.has(
      tokens
        .slice(from, to + 1)
        .map(({ word }) => word)
        .join(' '),
    ),
  );
}

/**
 * Whether another sentence about the same subject leads to a different outcome, or comes close to the rule without
 * leading to an outcome.
 */
function isContested(compared: Compared, all: readonly Compared[], outcome: Decision['outcome']): boolean {
  return all.some(
    (other) =>
      other !== compared &&
      other.candidate.coverage >= leastCoverage &&
      !isSameSentence(other.candidate, compared.candidate) &&
      other.comparison.coverage >= sameSubject &&
      other.comparison.act &&
      other.verdict.outcome !== outcome &&
      (other.verdict.outcome !== null || isNear(other)),
  );
}

/**
 * Whether a sentence without an outcome comes close to the rule: it has few words that the rule lacks and does not name
 * a different actor.
 */
function isNear({ comparison: { actor, extra } }: Compared): boolean {
  return actor !== 'other' && extra.length <= mostExtra;
}
