import type { Language } from '../../../language/language.ts';
import { certainModals } from '../../../language/modal-words.ts';
import type { Statement } from '../parse/statement.ts';
import { isAccounted } from './account.ts';
import type { Compared, Decision } from './decide.ts';

const recital =
  /^\W*(?:whereas|recitals?|background|example|e\.g\.|note|for example|for instance|history)\b/i;
/** What plainly contradicts a duty, a ban or a right; a goal or advice is an estimate. */
const opposites = new Set(['duty', 'ban', 'right', 'exempt', 'fact', 'denied fact']);
/** Another sentence that has this share of the rule's words may say more of it. */
const sameSubject = 0.7;
const mostExtra = 4;

/**
 * Whether a decision is CONFIRMED: the clause says what the rule says with every word of both accounted for, nothing
 * introduces it, limits it or names it elsewhere, and no other sentence on the same has another answer. The clause may
 * differ in the one part that breaks the rule: its number, or that it denies what the rule requires.
 */
export function isConfirmed(
  { asked, outcome, compared, standing, against, decisive }: Decision,
  all: readonly Compared[],
  language: Language,
): boolean {
  if (!compared || !standing?.alone || against || decisive) return false;
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
  if (
    outcome === 'violated' &&
    verdict.part !== 'limit' &&
    !(verdict.part === 'force' && opposites.has(statement.binding.force))
  )
    return false;
  // A stricter limit meets the duty of the one who bears it, and may harm somebody else: only the same is certain.
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

/** Whether the modals of a sentence leave no doubt how it binds. */
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

/** Whether another sentence on the same has another answer, or none that a test can tell. */
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

/** A sentence that no test decides is about the same when it says little else, of the one who acts in the rule. */
function isNear({ comparison: { actor, extra } }: Compared): boolean {
  return actor !== 'other' && extra.length <= mostExtra;
}
