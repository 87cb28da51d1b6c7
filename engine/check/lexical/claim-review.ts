import type { Verified } from '../../label/verify.ts';
import type { Language } from '../../language/language.ts';
import { rewordingsOf } from '../../language/rewordings.ts';
import { namesRole } from '../../language/roles.ts';
import type { Answer } from '../../model/answer.ts';
import type { Question } from '../checker.ts';
import { askedFor } from './asked-for.ts';
import { candidatesOf } from './candidates.ts';
import type { Asked } from './compare/asked.ts';
import { type Comparison, compare } from './compare/compare.ts';
import { type Compared, comparedWith } from './compare/compared.ts';
import { bindsPlainly } from './compare/confirm.ts';
import { verdictOf } from './compare/verdict.ts';
import type { Bearing } from './in-force/bearing.ts';
import { type Standing, standingOf } from './in-force/standing.ts';
import { withoutLabel } from './parse/opening.ts';
import { parseStatement } from './parse/statement.ts';
import { parseRule } from './parsed-rule.ts';
import { languageOf } from './text-language.ts';
import { shortened } from './wording/phrases.ts';

/** A quote with less than this share of the rule's object words raises the doubt that it is about something else. */
const leastCoverage = 0.6;

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
  const dutiesIn = (description: string): Asked[] =>
    askedFor(description, language, evidence.terms, searched, quoted);
  const duties = dutiesIn(rule.description);
  const standings = (compared: Compared): Standing =>
    standingOf(compared.candidate, compared.comparison.statement, passages, searched);
  if (answer.outcome !== 'satisfied') {
    const first = duties[0] ? comparedWith(duties[0], quoted, language, null, 0) : [];
    return first.flatMap((one) => bearingDoubts(standings(one), mayTakeAway)).slice(0, 1);
  }
  const shown = shownBy(answer.statement, rule.description, quoted);
  const comparedTo = (duty: Asked): Compared[] => comparedWith(duty, quoted, language, null, 0);
  if (shown === 'quote')
    return duties.flatMap(comparedTo).flatMap((one) => conflictDoubts(one, standings(one)));
  const doubtsAbout = (all: readonly Asked[]): string[] =>
    all.flatMap((duty) => dutyDoubts(duty, comparedTo(duty), { standings, shown, language }));
  const doubts = doubtsAbout(duties);
  if (doubts.length === 0) return [];
  // No other wording of the rule makes a quote right that says the opposite of the rule's own words.
  const opposes = ({ comparison: { act, force } }: Compared): boolean => act && force === 'against';
  if (duties.some((duty) => comparedTo(duty).some(opposes))) return doubts;
  const isMet = rewordingsOf(rule.description).some((text) => doubtsAbout(dutiesIn(text)).length === 0);
  return isMet ? [] : doubts;
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

type Review = {
  standings: (compared: Compared) => Standing;
  shown: Exclude<Shown, 'quote'>;
  language: Language;
};

/** The doubts about one duty: those of the quoted sentence with the fewest doubts. */
function dutyDoubts(
  duty: Asked,
  compared: readonly Compared[],
  { standings, shown, language }: Review,
): string[] {
  const isKnown = duty.statement.binding.force !== 'unclear';
  if (!isKnown && shown === 'own words') return [];
  const raises = shown === 'rule' ? saysMore : mayTakeAway;
  const doubts = compared.map((one) => [
    ...(isReworded(duty, one, { isKnown, shown, language }) ? [] : partDoubts(one, isKnown, shown)),
    ...bearingDoubts(standings(one), raises),
    ...besideDoubts(standings(one), shown),
  ]);
  const fewest = [...doubts].sort((one, other) => one.length - other.length)[0];
  return fewest ?? [];
}

/** Whether a sentence states the duty in another construction, such as "shall give notice of" for "shall notify". */
function isReworded(
  duty: Asked,
  one: Compared,
  { isKnown, shown, language }: Omit<Review, 'standings'> & { isKnown: boolean },
): boolean {
  const { text, leadIn } = one.candidate;
  if (leadIn !== null || one.identical) return false;
  return rewordingsOf(withoutLabel(text)).some((wording) => {
    const comparison = compare(duty, parseStatement(wording, language, duty.known), language);
    return partDoubts({ ...one, comparison }, isKnown, shown).length === 0;
  });
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
  const { force, actor, limits, missingNames, operators, coverage, act, missing, otherNames } = comparison;
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
    actor === 'other' || actor === 'unnamed' || actor === 'qualified',
    'Check who acts in the quote: the rule names a different actor.',
  );
  add(
    limits.some(({ verdict }) => verdict !== 'met'),
    'Compare the number in the quote with the number in the rule.',
  );
  const unknown = unaccounted(comparison);
  const more = otherNames[0] ?? unknown.find((word) => namesRole([word]));
  add(isRule && more !== undefined, `Check the names: the quote also has “${more ?? ''}”.`);
  // A word that the rule lacks can name a goal or a condition, or make the act or its object a different one.
  add(
    isRule && more === undefined && unknown.length > 0,
    `Check whether “${unknown[0] ?? ''}” in the quote changes what the rule asks for.`,
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

/** Matches the words before a part or an event of something that the sentence already names. */
const ownPart = /^(?:of|after|from|since|following|before) (?:its|their)$/;
/** Matches words that only say that a number follows. */
const measures = /^(?:amounts?|totals?|sums?|values?|levels?|figures?|exactly|precisely)$/;

/**
 * The words of a quote that the rule lacks. Not among them is a verb that completes the rule's act, as "give" in "give
 * notice" and "make" in "make good", a word such as "amount" in a sentence with a number, and a word of something that
 * the sentence already names: "after their receipt", "of its start".
 */
function unaccounted({ act, extra, statement: { tokens, binding, limits } }: Comparison): string[] {
  const verb = binding.verb === null ? undefined : tokens[binding.verb]?.word;
  const isOwn = (word: string): boolean => {
    const at = tokens.findIndex((token) => token.word === word);
    return ownPart.test(`${tokens[at - 2]?.word ?? ''} ${tokens[at - 1]?.word ?? ''}`);
  };
  return extra.filter(
    (word) => !(act && word === verb) && !(limits.length > 0 && measures.test(word)) && !isOwn(word),
  );
}

function bearingDoubts({ bearings }: Standing, raises: (bearing: Bearing) => boolean): string[] {
  const other = bearings.find(raises);
  return other ? [`Read the passage that bears on the quote: “${shortened(other.text)}”.`] : [];
}

/**
 * The doubt about a statement that repeats the rule if a sentence beside the quote may limit it. The statement shows
 * nothing about such a sentence.
 */
function besideDoubts({ alone, beside }: Standing, shown: Shown): string[] {
  return shown === 'rule' && !alone && beside.length > 0
    ? ['Read the quote with the sentences around it: they may limit it.']
    : [];
}

/** Whether a passage elsewhere names the quoted clause, or a passage beside the quote does more than name it. */
function saysMore({ effect, where }: Bearing): boolean {
  return effect !== 'mentions' || where === 'elsewhere';
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
