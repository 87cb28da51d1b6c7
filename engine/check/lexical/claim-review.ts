import type { Verified } from '../../label/verify.ts';
import { namesRole } from '../../language/roles.ts';
import type { Answer } from '../../model/answer.ts';
import type { Question } from '../checker.ts';
import { askedFor } from './asked-for.ts';
import { candidatesOf } from './candidates.ts';
import type { Asked } from './compare/asked.ts';
import { bindsPlainly } from './compare/confirm.ts';
import { type Compared, comparedWith } from './compare/decide.ts';
import { verdictOf } from './compare/verdict.ts';
import { type Bearing, type Standing, standingOf } from './in-force/standing.ts';
import { parseRule } from './parsed-rule.ts';
import { languageOf } from './text-language.ts';
import { shortened } from './wording/phrases.ts';

/** A quote with less than this share of the rule's object words raises the doubt that it is about something else. */
const leastCoverage = 0.6;
/** A quote with more words that the rule lacks raises the doubt that they limit the act or its object. */
const mostExtra = 1;

/**
 * Where the words of a model's statement come from. If a statement repeats the rule, each word of the rule must be in
 * the quote, because the statement shows nothing about the document. If a statement repeats a quoted sentence, it
 * claims nothing beyond the quote.
 */
type Shown = 'rule' | 'quote' | 'own words';

/**
 * The doubts about a model's answer, each worded as a step for a reviewer; empty if there are none. A quote raises a
 * doubt:
 * - if its force, actor, number or name differs from that of the rule,
 * - if it has an exception, or
 * - if another passage may end or limit its clause.
 * Quotes are compared only if the word lists for their language are complete.
 */
export function doubtsOf(question: Question, answer: Answer, { citations }: Verified): string[] {
  const { rule, evidence, passages, searched } = question;
  const language = languageOf(evidence.inputs);
  if (!language.complete || citations.length === 0) return [];
  const parsedRule = parseRule(rule, evidence.terms, language);
  const quoted = citations
    .filter(({ source, stance }) => source.role === 'input' && stance !== 'qualifies')
    .flatMap(({ source, start, end }) => {
      const home = [...passages.values()].filter(
        (passage) =>
          passage.source.sha256 === source.sha256 &&
          passage.source.role === 'input' &&
          passage.start < end &&
          start < passage.end,
      );
      const ranked = home.map((passage) => ({ passage, score: 1 }));
      return candidatesOf(ranked, parsedRule, evidence.terms, language).filter(
        ({ sentence }) => sentence.start < end && start < sentence.end,
      );
    });
  if (quoted.length === 0) return [];
  const duties = askedFor(rule.description, language, evidence.terms, searched, quoted);
  const standings = (compared: Compared): Standing =>
    standingOf(compared.candidate, compared.comparison.statement, passages, searched);
  if (answer.outcome !== 'satisfied') {
    const first = duties[0] ? comparedWith(duties[0], quoted, language, null, 0) : [];
    return first.flatMap((one) => bearingDoubts(standings(one), mayTakeAway)).slice(0, 1);
  }
  const shown = shownBy(answer.statement, rule.description, quoted);
  return duties.flatMap((duty) => {
    const compared = comparedWith(duty, quoted, language, null, 0);
    return shown === 'quote'
      ? compared.flatMap((one) => conflictDoubts(one, standings(one)))
      : dutyDoubts(duty, compared, standings, shown);
  });
}

function shownBy(statement: string, description: string, quoted: readonly { text: string }[]): Shown {
  const stated = foldText(statement);
  if (stated.includes(foldText(description))) return 'rule';
  return quoted.some(({ text }) => foldText(text) === stated) ? 'quote' : 'own words';
}

function foldText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * The doubts about a statement that repeats its quote: a part of the quote contradicts the rule, or another passage
 * takes the quoted clause out of force.
 */
function conflictDoubts({ comparison }: Compared, standing: Standing): string[] {
  const { outcome } = verdictOf(comparison);
  const conflict =
    outcome === 'violated'
      ? ['Compare the quote with the rule: a part of the quote contradicts the rule.']
      : [];
  return [...conflict, ...bearingDoubts(standing, takesAway)];
}

/** The doubts about one duty: those of the quoted sentence with the fewest doubts. */
function dutyDoubts(
  duty: Asked,
  compared: readonly Compared[],
  standings: (compared: Compared) => Standing,
  shown: Exclude<Shown, 'quote'>,
): string[] {
  const isKnown = duty.statement.binding.force !== 'unclear';
  if (!isKnown && shown === 'own words') return [];
  const raises = shown === 'rule' ? saysMore : mayTakeAway;
  const doubts = compared.map((one) => [
    ...partDoubts(one, isKnown, shown),
    ...bearingDoubts(standings(one), raises),
    ...besideDoubts(one, standings(one), shown),
  ]);
  const fewest = [...doubts].sort((one, other) => one.length - other.length)[0];
  return fewest ?? [];
}

/**
 * A rule whose force is unclear, such as "The governing law is that of Portugal", can be met by a quote with one of
 * these forces.
 */
const stating = new Set(['duty', 'fact', 'past fact', 'unclear']);

function partDoubts(
  { comparison, identical }: Compared,
  isKnown: boolean,
  shown: Exclude<Shown, 'quote'>,
): string[] {
  if (identical) return [];
  const { force, actor, limits, missingNames, operators, coverage, act, missing, extra, otherNames } =
    comparison;
  const { statement } = comparison;
  const isRule = shown === 'rule';
  const doubts: string[] = [];
  const add = (isRaised: boolean, step: string): void => {
    if (isRaised) doubts.push(step);
  };
  const binds = isKnown
    ? force === 'same' && (!isRule || bindsPlainly(statement))
    : stating.has(statement.binding.force) && statement.binding.modals.every(({ kind }) => kind === 'must');
  add(
    !binds,
    'Check how strongly the quote binds: it does not state the duty in the way that the rule does.',
  );
  add(
    actor === 'other' || actor === 'unnamed',
    'Check who acts in the quote: the rule names a different actor.',
  );
  add(
    limits.some(({ verdict }) => verdict !== 'met'),
    'Compare the number in the quote with the number in the rule.',
  );
  const more = otherNames[0] ?? extra.find((word) => namesRole([word]));
  add(isRule && more !== undefined, `Check the names: the quote also has “${more ?? ''}”.`);
  // A word that the rule lacks can name a condition, or make the act or its object a different one.
  add(
    isRule && more === undefined && extra.length > mostExtra,
    `Check whether “${extra[0] ?? ''}” in the quote changes what the rule asks for.`,
  );
  add(missingNames.length > 0, `Check the names: the quote does not have “${missingNames[0] ?? ''}”.`);
  add(
    statement.segments.some(({ kind }) => kind === 'limits'),
    'Read the exception or condition in the quote.',
  );
  add(operators.length > 0, `Check the small words of the quote: ${operators[0] ?? ''}.`);
  // A word of the rule that the quote lacks can name an object, a recipient or a duty that the quote is not about.
  add(
    !act || (isRule ? missing.length > 0 : coverage < leastCoverage),
    'Check that the quote is about the rule’s act and object: it uses different words.',
  );
  return doubts;
}

function bearingDoubts({ bearings }: Standing, raises: (bearing: Bearing) => boolean): string[] {
  const other = bearings.find(raises);
  return other ? [`Read the passage that bears on the quote: “${shortened(other.text)}”.`] : [];
}

/**
 * The doubt about a statement that repeats the rule if a sentence beside the quote may limit it. The statement shows
 * nothing about such a sentence.
 */
function besideDoubts({ identical }: Compared, { alone, beside }: Standing, shown: Shown): string[] {
  return shown === 'rule' && !identical && !alone && beside.length > 0
    ? ['Read the quote with the sentences around it: they may limit it.']
    : [];
}

/** Whether a passage does more than name the quoted clause. */
function saysMore({ effect }: Bearing): boolean {
  return effect !== 'mentions';
}

/** Whether a passage may end, limit or change the quoted clause. */
function mayTakeAway({ effect }: Bearing): boolean {
  return effect !== 'keeps' && effect !== 'mentions';
}

/**
 * Matches words of a sentence that excepts a case. A sentence without such a word states a separate duty: "the session
 * shall be terminated where …".
 */
const excepting =
  /\b(?:not|no|never|none|except\w*|exempt\w*|waive\w*|suspen\w*|release\w*|reliev\w*|relief)\b/i;

function takesAway({ effect, text }: Bearing): boolean {
  return effect === 'ends' || effect === 'changes' || (effect === 'limits' && excepting.test(text));
}
