import type { Language } from '../../../language/language.ts';
import { certainModals } from '../../../language/modal-words.ts';
import type { Statement } from '../parse/statement.ts';
import { isAccounted } from './account.ts';
import type { Compared, Decision } from './decide.ts';

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

/**
 * Whether a decision can be CONFIRMED:
 * - The clause says what the rule says, and every word of both is accounted for.
 * - The clause has no introduction, and no other sentence limits the clause or names it.
 * - No other sentence about the same subject leads to another outcome.
 * A violation can be CONFIRMED if the clause differs from the rule only in its number, or denies what the rule
 * requires.
 */
export function isConfirmed(
  { asked, outcome, compared, standing, against, decisive }: Decision,
  all: readonly Compared[],
  language: Language,
): boolean {
  if (!compared || !standing?.alone || against || decisive || compared.row || compared.reworded) return false;
  if (outcome !== 'satisfied' && outcome !== 'violated') return false;
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
  if (!isAccounted(asked.statement, statement, language, actor === 'same')) return false;
  return !isContested(compared, all, outcome);
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
      other.candidate.sentence.start !== compared.candidate.sentence.start &&
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
