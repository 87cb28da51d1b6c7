import { namesRole } from '../../language/roles.ts';
import type { Token } from '../../language/tokens.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import type { Comparison } from './compare/compare.ts';
import type { Compared, Decision } from './compare/decide.ts';
import type { Force } from './parse/force.ts';
import type { Limit } from './parse/limits.ts';
import type { Statement } from './parse/statement.ts';

const mostWords = 4;
/**
 * If more than this number of words are only in the clause, they are not listed, because a reviewer cannot check them
 * one by one.
 */
const mostExtra = 3;
/** A clause is described only if it has at least this share of the rule's object words; otherwise it is only shown. */
const mostOfDuty = 0.6;

/** What a clause says about a duty and what the rule asks for, in one or two sentences. */
export function stated(decision: Decision): string {
  const { compared, standing, decisive, outcome } = decision;
  if (!compared) return nothingStated;
  const { row } = compared;
  const place = `${placeName(standing?.label ?? null)}${row ? `, with “${shortened(row.text)}”,` : ''}`;
  if (decision.against) {
    return `${place} and ${placeName(null).toLowerCase() === 'the text' ? 'another passage' : 'another clause'} contradict each other: ${difference(decision.against.comparison, decision, 'the latter')}`;
  }
  if (decisive) return decidedElsewhere(decision, compared, place);
  if (outcome === 'undetermined') return open(decision, compared, place);
  return difference(compared.comparison, decision, place);
}

const nothingStated =
  'No sentence was found that states this in words that Proviso can compare with the rule: read the places shown to decide.';

/** What a clause says about a duty and how another passage changes the outcome. */
function decidedElsewhere(decision: Decision, { comparison, verdict }: Compared, place: string): string {
  const effect = effectWords[decision.outcome] ?? effectWords.undetermined;
  if (verdict.outcome === 'satisfied') return `${place} states this duty, ${effect}`;
  return `${difference(comparison, decision, place).replace(/\.$/, '')}, ${effect.replace(/^and /, 'but ')}`;
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
  if (missingNames.length > 0) {
    const stated = named(otherNames, statement).filter((name) => !namesRole([name.toLowerCase()]));
    const wanted = listed(named(missingNames, asked.statement));
    return stated.length > 0
      ? `${place} names ${listed(stated)}; the rule names ${wanted}.`
      : `${place} does not name ${wanted}.`;
  }
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
function open({ asked }: Decision, { comparison, verdict }: Compared, place: string): string {
  if (!isOnDuty(comparison)) return nothingStated;
  const { actor, statement, missing, missingNames, operators, extra } = comparison;
  const [limit] = asked.statement.limits;
  const words =
    operators[0] ??
    (missing.length > 0
      ? `it lacks ${listed(missing)}`
      : extra.length > mostExtra || extra.length === 0
        ? 'it says other things too'
        : `it also says ${listed(extra)}`);
  const why = {
    actor:
      actor === 'other'
        ? `it says this of “${phrase(statement, statement.actor)}”, and the rule says it of “${phrase(asked.statement, asked.statement.actor)}”`
        : 'it does not name who acts as the rule does',
    force: 'words alone do not show how strongly it binds',
    limit: `it has no number that can be compared with ${limit ? `“${limitWords(asked.statement, limit)}”` : 'the rule’s'}`,
    name: `it does not name ${listed(named(missingNames, asked.statement))}`,
    exception: 'it has an exception or a condition',
    words,
    act: 'it does not state the rule’s act',
    same: 'words alone do not decide it',
  }[verdict.part];
  return `${place === placeName(null) ? 'The first place shown' : place} comes nearest, but ${why}: read it to decide.`;
}

/** Whether a clause shares so much with the duty that a difference between the two is worth describing. */
function isOnDuty({ act, coverage, limits }: Comparison): boolean {
  return coverage >= mostOfDuty && (act || limits.some(({ stated }) => stated !== null) || coverage === 1);
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
  if (comparison.missing.length > 0 && isOnDuty(comparison))
    steps.push(`Check that the clause covers ${listed(comparison.missing)}.`);
  if (comparison.extra.length > 0 && (outcome !== 'undetermined' || comparison.extra.length <= mostExtra))
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

/**
 * Names as the sentence writes them: "State of New York" for its parts "new" and "york". If some of several names follow
 * "of", "in" or "the", only these are named, because the others are capitalised for another reason.
 */
function named(words: readonly string[], { text, tokens, first }: Statement): string[] {
  const isName = (at: number): boolean => at > first && tokens[at]?.capital === true;
  const found = new Map<string, boolean>();
  for (let at = 0; at < tokens.length; at += 1) {
    const start = at;
    if (!isName(at)) continue;
    while (isName(at + 1) || (/^of$/.test(tokens[at + 1]?.word ?? '') && isName(at + 2))) at += 1;
    const own = tokens.slice(start, at + 1);
    const [from, to] = [own[0], own.at(-1)];
    if (!from || !to || !own.some(({ word }) => words.includes(word))) continue;
    found.set(
      text.slice(from.start, to.end).replace(/\s+/g, ' '),
      places.test(tokens[start - 1]?.word ?? ''),
    );
  }
  const placed = [...found].filter(([, isPlaced]) => isPlaced).map(([name]) => name);
  if (placed.length > 0) return placed;
  return found.size > 0 ? [...found.keys()] : [...words];
}

const places = /^(?:of|in|the|by|under)$/;

/** A limit in the words of the sentence. */
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
