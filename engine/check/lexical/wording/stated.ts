import { denial } from '../../../language/clause-words.ts';
import { capitalized } from '../../../language/letter-case.ts';
import { normalForm } from '../../../language/normal-form.ts';
import { countriesBeside, regionIn } from '../../../language/regions.ts';
import { namesRole } from '../../../language/roles.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Comparison } from '../compare/compare.ts';
import type { Compared } from '../compare/compared.ts';
import { type Decision, unticked } from '../compare/decide.ts';
import type { Bearing } from '../in-force/bearing.ts';
import type { Force } from '../parse/force.ts';
import { withoutEscapes } from '../parse/opening.ts';
import type { Statement } from '../parse/statement.ts';
import {
  actorWords,
  askedActor,
  bearingName,
  clauseName,
  forceWords,
  furtherWords,
  isAbout,
  isAnyParty,
  lackedNames,
  lawOf,
  limitWords,
  listed,
  namesIn,
  phrase,
  sameSubject,
  shortened,
  withoutNumber,
} from './phrases.ts';

const undecided = 'words alone do not show whether it meets the rule';
/** The statement if no passage is clearly about the rule. */
export const nothingAbout =
  'Words alone do not show which passage answers this rule. Read those shown first; the answer may also be elsewhere.';

/** What the deciding clause says about a duty and what the rule asks for, as one or two sentences. */
export function stated(decision: Decision, passages: Passages): string {
  const { asked, compared, decisive, against, outcome } = decision;
  if (!compared) return nothingAbout;
  const clause = clauseName(compared.candidate, passages);
  const { row } = compared;
  const withRow = row === null ? '' : `, with “${shortened(row.text)}”,`;
  const place = `${capitalized(clause ?? 'the document')}${withRow}`;
  if (against) {
    const other = clauseName(against.candidate, passages);
    const isNamed = other !== null && other !== clause;
    const elsewhere = isNamed ? capitalized(other) : 'Another passage';
    return `${difference(compared.comparison, asked, place)} ${difference(against.comparison, asked, elsewhere)}`;
  }
  if (decisive) return limited(decision, compared, decisive, passages);
  const inRow = rowDifference(compared, asked);
  if (inRow !== null && outcome !== 'undetermined') return inRow;
  if (outcome === 'undetermined') return open(compared, asked, clause);
  return compared.verdict.part === 'law'
    ? lawDifference(compared, asked, place)
    : difference(compared.comparison, asked, place);
}

/** What a row of a table says and what the rule asks for; null if the value is in the clause or belongs to its sentence. */
function rowDifference({ comparison, row }: Compared, asked: Decision['asked']): string | null {
  const own = comparison.limits.find(({ stated }) => stated && !comparison.statement.limits.includes(stated));
  if (!row || !own) return null;
  const [name = '', value = '', ...others] = row.cells.map(withoutEscapes);
  const heading = row.headings?.[1] ?? '';
  const says =
    others.length > 0 || value === ''
      ? `A row of a table says “${shortened(row.text)}”`
      : `A table says “${shortened(value)}” for “${shortened(name)}”${heading === '' ? '' : ` under “${shortened(heading)}”`}`;
  const asks = limitWords(asked.statement, own.asked);
  if (own.verdict === 'broken') return `${says}; the rule ${limitVerb(asked.statement)} ${asks}.`;
  return `${says}, which meets the rule: it ${limitVerb(asked.statement)} ${asks}.`;
}

/** Which law a clause chooses, and which law the rule asks for. */
function lawDifference({ law }: Compared, { law: rule }: Decision['asked'], place: string): string {
  const [own, asks] = [law, rule].map((one) => titled(one?.place ?? ''));
  return own === asks
    ? `${place} chooses the law of ${own}, as the rule requires.`
    : `${place} chooses the law of ${own}; the rule names the law of ${asks}.`;
}

/** A name with capitals: "new york" is New York. */
function titled(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => (word === 'of' ? word : capitalized(word)));
}

/** What a clause says and which other passage bears on the clause. */
function limited(
  { asked, outcome }: Decision,
  { candidate, comparison, verdict }: Compared,
  decisive: Bearing,
  passages: Passages,
): string {
  const place = capitalized(clauseName(candidate, passages) ?? 'the quoted sentence');
  const own = {
    satisfied: 'by itself meets the rule',
    violated: 'by itself does not meet the rule',
    partly_satisfied: 'by itself meets a part of the rule',
  }[verdict.outcome ?? 'satisfied'];
  const { text, where, line, effect } = decisive;
  const words = `“${shortened(withoutNumber(text))}”`;
  if (where === 'opening') {
    if (line !== null && line.text === text && line.sentence.start === candidate.sentence.start)
      return `${place} ${own}, but it is in quotation marks, and no passage says whether it binds.`;
    const before = normalForm(candidate.text).includes(text) ? 'it begins with' : 'its heading is';
    return `${place} ${own}, but ${before} ${words}.`;
  }
  const other = bearingName(decisive, passages);
  if (outcome === 'undetermined' && verdict.part === 'limit')
    return `${difference(comparison, asked, place)} But ${other} may change this: ${words}.`;
  if (outcome === 'undetermined' && verdict.outcome === 'violated')
    return `${place} comes nearest, but ${other} may affect it: ${words}.`;
  if (outcome === 'undetermined') return `${place} ${own}, but ${other} may change that: ${words}.`;
  if (outcome === 'partly_satisfied') return `${place} ${own}, but ${other} limits it: ${words}.`;
  if (outcome === 'violated' && effect === 'ends')
    return `${place} ${own}, but ${other} takes it out of force: ${words}.`;
  const result = outcome === 'satisfied' ? 'meets the rule' : 'does not meet the rule';
  const joined = verdict.outcome === outcome ? 'and' : 'but';
  return `${place} ${own}, ${joined} ${other} changes it to a value that ${result}: ${words}.`;
}

/** A sentence that compares the part of a clause that decides the outcome with the same part of the rule. */
function difference(comparison: Comparison, decided: Decision['asked'], place: string): string {
  const { statement, limits, actor, force, missingNames } = comparison;
  const rule = decided.statement;
  if (actor === 'other') return otherActor(comparison, decided, place);
  const isReversed = force === 'against' && regionIn(rule.text) !== null;
  if (missingNames.length > 0 && !isReversed) return otherName(comparison, rule, place);
  if (force === 'against' || force === 'weaker') return otherForce(statement, rule, place);
  const broken = limits.find(({ verdict }) => verdict === 'broken');
  if (broken?.stated)
    return `${place} says ${limitWords(statement, broken.stated)}; the rule ${limitVerb(rule)} ${limitWords(rule, broken.asked)}.`;
  const limiting = statement.segments.find(({ kind }) => kind === 'limits');
  const words = limiting ? phrase(statement, limiting) : null;
  const asks = sameWords[rule.binding.force] ?? 'says';
  // A report that something was done requires nothing.
  const own = /^(?:past fact|fact|denied fact)$/.test(statement.binding.force) ? 'states' : asks;
  const says = `${place} ${own} what the rule ${asks}`;
  if (words !== null) return `${says}, but with ${segmentKind(words)}: “${words}”.`;
  const met = limits.flatMap(({ asked: limit, stated: other, same }) =>
    other ? [{ says: limitWords(statement, other), asks: limitWords(rule, limit), same }] : [],
  );
  if (met.length === 0) return `${says}.`;
  const stated = met.map((one) => one.says).join(' and ');
  const asked = met.map((one) => one.asks).join(' and ');
  return met.every(({ same }) => same)
    ? `${place} says ${stated}, as the rule ${limitVerb(rule)}.`
    : `${place} says ${stated}, which meets the rule: it ${limitVerb(rule)} ${asked}.`;
}

function otherActor({ statement }: Comparison, asked: Decision['asked'], place: string) {
  const rule = asked.statement;
  const does = actorVerbs[statement.binding.force] ?? ['says this of', 'says it of'];
  const asks = actorVerbs[rule.binding.force] ?? ['says this of', 'says it of'];
  return `${place} ${does[0]} “${actorWords(statement) ?? 'another actor'}”; the rule ${asks[1]} “${actorWords(rule) ?? askedActor(asked)}”.`;
}

const actorVerbs: Partial<Record<Force, readonly [string, string]>> = {
  duty: ['requires this of', 'requires it of'],
  right: ['grants this to', 'grants it to'],
};

function otherName(
  { statement, missingNames, otherNames }: Comparison,
  rule: Statement,
  place: string,
): string {
  const inRegion = regionDifference(statement, rule, place);
  if (inRegion !== null) return inRegion;
  const [named, asks] = [lawOf(statement), lawOf(rule)];
  if (named !== null && asks !== null && named !== asks)
    return `${place} names the laws of “${named}”; the rule names the laws of “${asks}”.`;
  const numbered = otherNames.filter((name) => /\d/.test(name));
  const others = missingNames.some((name) => /\d/.test(name)) && numbered.length > 0 ? numbered : otherNames;
  const found = named === null ? namesIn(statement, others) : [named];
  // Where every word is in capitals, capitals do not show which words are names.
  const isInCapitals = !/\p{Ll}/u.test(statement.text);
  const own = isInCapitals ? [] : found.filter((name) => !namesRole([name.toLowerCase()]));
  const wanted = listed(namesIn(rule, missingNames));
  return own.length > 0
    ? `${place} names ${listed(own)}; the rule names ${wanted}.`
    : `${place} does not name ${wanted}.`;
}

/** Which countries or which region a clause names, if the rule names a region; null if it names none. */
function regionDifference({ text }: Statement, rule: Statement, place: string): string | null {
  const [region, own] = [regionIn(rule.text), regionIn(text)];
  if (region === null) return null;
  const { inside, outside } = countriesBeside(text, region);
  const asks = `the rule names the ${region}`;
  if (outside.length > 0) return `${place} names ${listed(outside.map(titled))}; ${asks}.`;
  if (own !== null) return `${place} names the ${own}; ${asks}.`;
  if (inside.length === 0) return null;
  return `${place} names ${listed(inside.map(titled))}; ${asks}, which includes ${inside.length > 1 ? 'them' : 'it'}.`;
}

function otherForce(statement: Statement, rule: Statement, place: string): string {
  const [own, asks] = [statement.binding.force, rule.binding.force];
  const isRequired = asks !== 'ban' && asks !== 'denied fact';
  const says =
    own === 'right' && isRequired
      ? 'permits this but does not require it'
      : (forceVerbs[own] ?? 'says otherwise');
  return `${place} ${says}${inBrackets(statement)}; the rule ${askVerbs[asks] ?? 'requires it'}${inBrackets(rule)}.`;
}

function inBrackets(statement: Statement): string {
  const words = forceWords(statement);
  return words === null ? '' : ` (“${words}”)`;
}

const forceVerbs: Partial<Record<Force, string>> = {
  duty: 'requires this',
  ban: 'forbids this',
  right: 'permits this',
  exempt: 'says that this is not required',
  fact: 'says that this is done',
  'past fact': 'says that this was done',
  'denied fact': 'says that this is not done',
  advice: 'only recommends this',
  'advice against': 'only recommends not to do this',
  hope: 'names this only as a goal, a plan or a possibility',
  'hope against': 'names not doing this only as a goal, a plan or a possibility',
};

const askVerbs: Partial<Record<Force, string>> = {
  ban: 'forbids it',
  'denied fact': 'says that it is not done',
  right: 'permits it',
  fact: 'says that it is done',
  'past fact': 'says that it was done',
};

const sameWords: Partial<Record<Force, string>> = {
  duty: 'requires',
  ban: 'forbids',
  right: 'permits',
};

function limitVerb({ binding: { force } }: Statement): string {
  return force === 'right' ? 'allows' : force === 'duty' ? 'requires' : 'says';
}

function segmentKind(words: string): string {
  if (/^\W*(?:except|save|unless|other than|excluding|exclusive|but n|apart|barring)/i.test(words))
    return 'an exception';
  return /^\W*(?:if|where|when|provided|subject|so long|as long|only|in the event|in case|on (?:the )?condition|to the extent)\b/i.test(
    words,
  )
    ? 'a condition'
    : 'a limit';
}

/** Why the clause that is nearest to a duty does not decide it. */
function open(compared: Compared, asked: Decision['asked'], clause: string | null): string {
  const { candidate } = compared;
  const place = capitalized(clause ?? 'the first passage quoted');
  if (candidate.struck) return `${place} comes nearest, but it is struck out.`;
  if (unticked.test(candidate.text)) return `${place} comes nearest, but its box is not ticked.`;
  if (candidate.hidden) return `${place} comes nearest, but the readers of the document do not see it.`;
  if (candidate.instructs)
    return `${place} comes nearest, but it contains text that reads like an instruction to the reader.`;
  const compares = comparedLimits(compared, asked, place);
  if (compares !== null) return compares;
  return `${place} comes nearest, but ${gap(compared, asked)}.`;
}

/**
 * A sentence that compares the limits of a clause and of the rule, if the clause may be about the rule; null otherwise.
 */
function comparedLimits(
  { comparison, verdict }: Compared,
  { statement: rule }: Decision['asked'],
  place: string,
): string | null {
  const { limits, act, coverage, statement, missing, missingNames, actor } = comparison;
  const differs = limits.find(({ stated: other, same }) => other !== null && !same);
  const isNear =
    (act || verdict.part === 'force') &&
    coverage >= sameSubject &&
    missing.length <= 1 &&
    missingNames.length === 0;
  if (!differs?.stated || !isNear || actor === 'other' || !/^(?:force|limit|words)$/.test(verdict.part))
    return null;
  const further = furtherWords(comparison);
  const doubt =
    verdict.part === 'limit'
      ? 'It is not certain how the two compare.'
      : verdict.part === 'words' && missing.length === 0 && further !== null
        ? `It also says “${further}”.`
        : 'Words alone do not show whether both are about the same thing.';
  return `${place} says ${limitWords(statement, differs.stated)}; the rule ${limitVerb(rule)} ${limitWords(rule, differs.asked)}. ${doubt}`;
}

function gap({ comparison, verdict, candidate }: Compared, asked: Decision['asked']): string {
  const { statement, missing, operators, limits } = comparison;
  const rule = asked.statement;
  switch (verdict.part) {
    case 'actor': {
      const [acts, should] = [actorWords(statement), actorWords(rule) ?? askedActor(asked)];
      const subject = comparison.actor === 'qualified' ? subjectWords(statement) : null;
      if (subject !== null) return `it says this of “${subject}”, and the rule names “${should}”`;
      if (isAnyParty(asked)) return undecided;
      if (namesActor(asked, candidate)) return 'words alone do not show who acts there';
      const isSubject = statement.actor !== null && statement.actor.from <= statement.first + 1;
      return comparison.actor === 'other' && acts !== null && isSubject && isAbout(comparison)
        ? `“${acts}” acts there, and the rule names “${should}”`
        : `it does not name “${should}”`;
    }
    case 'force':
      return rule.binding.force === 'unclear'
        ? undecided
        : `it does not clearly ${clearVerbs[rule.binding.force] ?? 'say'} this`;
    case 'limit': {
      const absent = limits.find(({ stated: other }) => other === null);
      if (!absent) return 'its number cannot be compared with the rule’s';
      const { asked: limit } = absent;
      const money = limit.dimension.startsWith('money')
        ? statement.limits.find(({ dimension }) => dimension.startsWith('money'))
        : undefined;
      return money
        ? `it says ${limitWords(statement, money)}, in another currency than the rule’s ${limitWords(rule, limit)}`
        : `the quoted sentence has no number to compare with the rule’s “${limitWords(rule, limit)}”`;
    }
    case 'law':
    case 'name': {
      const lacked = lackedNames(comparison, asked);
      return lacked.length > 0 ? `it does not name ${listed(lacked, 'or')}` : undecided;
    }
    case 'act':
      if (!comparison.actElsewhere) return lacksAct(rule);
      return denial.test(candidate.text) ? 'words alone do not show what it denies' : undecided;
    default: {
      if (/\|/.test(candidate.text)) return 'it is a row of a table, whose headings must be read with it';
      const condition = /“(\w+)”$/.exec(operators[0] ?? '')?.[1];
      if (condition !== undefined && new RegExp(String.raw`\b${condition}\b`, 'i').test(candidate.text))
        return undecided;
      if (operators[0] !== undefined) return operators[0].replace(/\bthe clause\b/g, 'it');
      if (missing.length > 0) return `it does not mention ${listed(missing, 'or')}`;
      if (!comparison.act && !comparison.actElsewhere) return lacksAct(rule);
      const further = furtherWords(comparison);
      return further === null ? undecided : `it also says “${further}”`;
    }
  }
}

const mostSubjectWords = 8;

/** The words from the beginning of a sentence to its modal, if the actor is among them; null otherwise. */
function subjectWords(statement: Statement): string | null {
  const { actor, binding, first } = statement;
  const modal = binding.modals.find(({ kind }) => kind !== 'deny');
  if (!actor || !modal || actor.to >= modal.from) return null;
  const words = phrase(statement, { from: Math.max(first, actor.from - 1), to: modal.from - 1 });
  return words === null || /[\d,;:()]/.test(words) || words.split(' ').length > mostSubjectWords
    ? null
    : words;
}

/** Whether a sentence contains the name of the rule's actor, in whatever role. */
function namesActor({ actor }: Decision['asked'], { row }: Compared['candidate']): boolean {
  return actor.length > 0 && actor.every((term) => row.includes(term));
}

function lacksAct({ tokens, binding: { verb } }: Statement): string {
  const word = verb === null ? undefined : tokens[verb]?.word;
  // A document that must name or state something need not have these words.
  return word === undefined || stating.test(word) ? undecided : `it does not say “${word}”`;
}

const stating =
  /^(?:name|state|disclose|describe|list|mention|contain|include|specify|show|say|give|provide|identify|explain|have|be)$/;

const clearVerbs: Partial<Record<Force, string>> = {
  duty: 'require',
  ban: 'forbid',
  right: 'permit',
};
