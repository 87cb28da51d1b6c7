import type { Verified } from '../../label/verify.ts';
import { namesRole } from '../../language/roles.ts';
import type { Answer } from '../../model/answer.ts';
import type { Question } from '../checker.ts';
import { askedFor } from './asked-for.ts';
import { candidatesOf } from './candidates.ts';
import type { Asked } from './compare/asked.ts';
import { bindsPlainly } from './compare/confirm.ts';
import { type Compared, comparedWith } from './compare/decide.ts';
import { type Standing, standingOf } from './in-force/standing.ts';
import { parseRule } from './parsed-rule.ts';
import { languageOf } from './text-language.ts';

/**
 * What speaks against an answer that somebody else made, by the parts of its quotes and by what bears on their clauses:
 * a force, an actor, a number or a name that is not the rule's, an exception, a place that ends or limits the clause.
 * One step for a reviewer each; an empty list raises nothing. Only quotes in a language with complete cues are compared.
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
  const subject = { passages, searched };
  const duties = askedFor(rule.description, language, evidence.terms, searched, quoted);
  const standings = (compared: Compared): Standing =>
    standingOf(compared.candidate, compared.comparison.statement, subject.passages, subject.searched);
  if (answer.outcome !== 'satisfied') {
    const first = duties[0] ? comparedWith(duties[0], quoted, language, 0) : [];
    return first.flatMap((one) => bearingDoubts(standings(one))).slice(0, 1);
  }
  return duties.flatMap((duty) => dutyDoubts(duty, comparedWith(duty, quoted, language, 0), standings));
}

/** The doubts about the quoted sentence that says most of a duty; none where one sentence leaves none. */
function dutyDoubts(
  duty: Asked,
  compared: readonly Compared[],
  standings: (compared: Compared) => Standing,
): string[] {
  const isKnown = duty.statement.binding.force !== 'unclear';
  const doubts = compared.map((one) => [...partDoubts(one, isKnown), ...bearingDoubts(standings(one))]);
  const fewest = [...doubts].sort((one, other) => one.length - other.length)[0];
  return fewest ?? [];
}

/** How a quote binds that can meet a rule which does not say how it binds: "The governing law is that of Portugal". */
const stating = new Set(['duty', 'fact', 'past fact', 'unclear']);

function partDoubts({ comparison, identical }: Compared, isKnown: boolean): string[] {
  if (identical) return [];
  const { force, actor, limits, missingNames, operators, act, missing, extra, otherNames, statement } =
    comparison;
  const doubts: string[] = [];
  const add = (isRaised: boolean, step: string): void => {
    if (isRaised) doubts.push(step);
  };
  const binds = isKnown
    ? force === 'same' && bindsPlainly(statement)
    : stating.has(statement.binding.force) && statement.binding.modals.every(({ kind }) => kind === 'must');
  add(!binds, 'Read how strongly the quote binds: it does not put the duty as the rule does.');
  add(actor === 'other' || actor === 'unnamed', 'Read who acts in the quote: it is not who the rule names.');
  add(
    limits.some(({ verdict }) => verdict !== 'met'),
    'Compare the number of the quote with the rule’s.',
  );
  const more = otherNames[0] ?? extra.find((word) => namesRole([word]));
  add(more !== undefined, `Check the names: the quote also has “${more ?? ''}”.`);
  add(missingNames.length > 0, `Check the names: the quote does not have “${missingNames[0] ?? ''}”.`);
  add(
    statement.segments.some(({ kind }) => kind === 'limits'),
    'Read the exception or condition in the quote.',
  );
  add(operators.length > 0, `Read the small words of the quote: ${operators[0] ?? ''}.`);
  // A word of the rule that the quote lacks may be another object, another recipient or a second duty.
  add(
    !act || missing.length > 0,
    'Check that the quote is about the rule’s act and object: it uses other words.',
  );
  return doubts;
}

/** Nothing that introduces, follows or names the clause of a quote may say more of it than that it exists. */
function bearingDoubts({ bearings }: Standing): string[] {
  const other = bearings.find(({ effect }) => effect !== 'mentions');
  if (!other) return [];
  const text = other.text.replace(/\s+/g, ' ').trim();
  return [
    `Read the place that bears on the quote: “${text.length > 160 ? `${text.slice(0, 157)}…` : text}”.`,
  ];
}
