import type { Token } from '../../language/tokens.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import type { Comparison } from './compare/compare.ts';
import type { Decision } from './compare/decide.ts';
import type { Force } from './parse/force.ts';
import type { Limit } from './parse/limits.ts';
import type { Statement } from './parse/statement.ts';

const mostWords = 4;

/** What a clause says of a duty and what the rule asks, in one sentence. */
export function stated(decision: Decision): string {
  const { compared, standing, decisive, outcome } = decision;
  if (!compared) return 'No clause states this duty in words that Proviso can compare with the rule.';
  const { row } = compared;
  const place = `${placeName(standing?.label ?? null)}${row ? `, with “${shortened(row.text)}”,` : ''}`;
  if (decision.against) {
    return `${place} and ${placeName(null).toLowerCase() === 'the text' ? 'another passage' : 'another clause'} contradict each other: ${difference(decision.against.comparison, decision, 'the latter')}`;
  }
  if (decisive) return `${place} states this duty, ${effectWords[outcome] ?? effectWords.undetermined}`;
  if (outcome === 'undetermined') return open(decision, place);
  return difference(compared.comparison, decision, place);
}

const effectWords: Partial<Record<Decision['outcome'], string>> & { undetermined: string } = {
  satisfied: 'and the passage that changes the clause still meets the rule.',
  violated: 'but another passage takes the clause out of force, or changes it so that the rule is not met.',
  partly_satisfied: 'but another passage excepts some cases.',
  undetermined: 'but another passage bears on the clause, and words alone do not show how.',
};

function difference(comparison: Comparison, { asked }: Decision, place: string): string {
  const { statement, limits, actor, force, missingNames, otherNames } = comparison;
  if (actor === 'other') {
    return `${place} says this of “${phrase(statement, statement.actor)}”; the rule says it of “${phrase(asked.statement, asked.statement.actor)}”.`;
  }
  if (missingNames.length > 0)
    return `${place} names ${listed(otherNames)}; the rule names ${listed(missingNames)}.`;
  if (force === 'against' || force === 'weaker')
    return `${place} ${forceWords[statement.binding.force] ?? 'says otherwise'}; the rule ${asks(asked.statement.binding.force)}.`;
  const broken = limits.find(({ verdict }) => verdict === 'broken');
  if (broken?.stated)
    return `${place} says ${limitWords(statement, broken.stated)}; the rule ${asked.statement.binding.force === 'right' ? 'allows' : 'requires'} ${limitWords(asked.statement, broken.asked)}.`;
  const limiting = statement.segments.find(({ kind }) => kind === 'limits');
  if (limiting)
    return `${place} says so, with an exception or a condition: “${phrase(statement, limiting)}”.`;
  const [met] = limits;
  if (met?.stated)
    return `${place} says ${limitWords(statement, met.stated)}; the rule ${asked.statement.binding.force === 'right' ? 'allows' : 'requires'} ${limitWords(asked.statement, met.asked)}, which this meets.`;
  const same = sameWords[asked.statement.binding.force] ?? 'says';
  return `${place} ${same} what the rule ${same}.`;
}

const forceWords: Partial<Record<Force, string>> = {
  duty: 'requires it',
  ban: 'forbids it',
  right: 'permits it and does not require it',
  exempt: 'says that it is not required',
  fact: 'says that it is done',
  'past fact': 'says that it was done',
  'denied fact': 'says that it is not done',
  advice: 'recommends it',
  'advice against': 'recommends not doing it',
  hope: 'says that it is a goal, a plan or a possibility',
  'hope against': 'says that not doing it is a goal, a plan or a possibility',
};

const sameWords: Partial<Record<Force, string>> = {
  duty: 'requires',
  ban: 'forbids',
  'denied fact': 'forbids',
  right: 'permits',
};

function asks(force: Force): string {
  if (force === 'ban' || force === 'denied fact') return 'forbids it';
  if (force === 'right') return 'permits it';
  if (force === 'past fact') return 'says that it was done';
  return force === 'fact' ? 'says that it is done' : 'requires it';
}

/** Why the clause that comes nearest to a duty does not decide it. */
function open({ compared }: Decision, place: string): string {
  if (!compared) return 'Words alone do not decide this rule.';
  const { comparison, verdict } = compared;
  const why = {
    actor: 'it does not name who acts as the rule does',
    force: 'words alone do not show how strongly it binds',
    limit: 'it has no number that can be compared with the rule’s',
    name: `it does not name ${listed(comparison.missingNames)}`,
    exception: 'it has an exception or a condition',
    words:
      comparison.operators.length > 0
        ? (comparison.operators[0] ?? '')
        : comparison.missing.length > 0
          ? `it lacks ${listed(comparison.missing)}`
          : `it says more: ${listed(comparison.extra)}`,
    act: 'it does not state the rule’s act',
    same: 'words alone do not decide it',
  }[verdict.part];
  return `${place} comes nearest, but ${why}: read it to decide.`;
}

/** What a reviewer should check next, most important first. */
export function settling(decision: Decision): string[] {
  const { compared, standing, decisive, outcome, asked } = decision;
  if (!compared) return ['Read the passages shown and decide whether they state the duty.'];
  const { comparison } = compared;
  const steps: string[] = [];
  if (decisive) steps.push(`Read the passage that bears on the clause: “${shortened(decisive.text)}”.`);
  for (const bearing of standing?.bearings ?? []) {
    if (bearing !== decisive) steps.push(`Read this passage too: “${shortened(bearing.text)}”.`);
  }
  if (outcome === 'undetermined')
    steps.push('Read the passages shown and decide whether they state the duty.');
  const [verb, own] = [asked.statement, comparison.statement].map(({ binding, tokens }) =>
    binding.verb === null ? undefined : tokens[binding.verb],
  );
  if (verb && own && verb.term !== own.term && comparison.act)
    steps.push(`Check that “${own.word}” means what the rule calls “${verb.word}”.`);
  if (comparison.missing.length > 0)
    steps.push(`Check that the clause covers ${listed(comparison.missing)}.`);
  if (comparison.extra.length > 0)
    steps.push(
      `Check whether ${listed(comparison.extra)} ${comparison.extra.length > 1 ? 'change' : 'changes'} the duty.`,
    );
  return steps.length > 0
    ? steps
    : ['Compare the clause with the rule: only some of their words are the same.'];
}

/** Why a passage that came close does not bear on the rule. */
export function nearMiss(terms: readonly RuleTerm[], candidate: Candidate): string {
  const has = terms.filter((term) => holdsTerm(candidate.row, term)).map(({ word }) => word);
  const lacks = terms.filter((term) => !holdsTerm(candidate.row, term)).map(({ word }) => word);
  if (has.length === 0) return 'It has none of the rule’s words.';
  if (lacks.length === 0)
    return 'It has the rule’s words, but another sentence matches the rule more closely.';
  return `It has ${listed(has)}, but not ${listed(lacks)}.`;
}

export function placeName(label: string | null): string {
  return label === null ? 'The text' : `Clause ${label}`;
}

function phrase({ text, tokens }: Statement, span: { from: number; to: number } | null): string {
  if (!span) return 'somebody else';
  const [from, to] = [tokens[span.from], tokens[span.to]];
  return from && to ? shortened(text.slice(from.start, to.end)) : 'somebody else';
}

/** A limit in the sentence's own words. */
function limitWords({ text, tokens }: Statement, { from, to, last }: Limit): string {
  const words = (place: number): Token | undefined => tokens[place];
  const [first, end] = [words(from), words(Math.max(to, last))];
  return first && end ? text.slice(first.start, end.end).replace(/\s+/g, ' ') : 'another limit';
}

export function listed(words: readonly string[]): string {
  const shown = [...new Set(words)].slice(0, mostWords).map((word) => `“${word}”`);
  if (words.length > mostWords) shown.push('more of its words');
  if (shown.length === 0) return 'the same words';
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 157)}…` : line;
}
