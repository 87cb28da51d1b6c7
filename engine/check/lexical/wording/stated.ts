import { namesRole } from '../../../language/roles.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Comparison } from '../compare/compare.ts';
import type { Compared, Decision } from '../compare/decide.ts';
import type { Bearing } from '../in-force/standing.ts';
import type { Force } from '../parse/force.ts';
import type { Statement } from '../parse/statement.ts';
import {
  actorWords,
  bearingName,
  capitalized,
  clauseName,
  forceWords,
  furtherWords,
  isAbout,
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

/** What the deciding clause says about a duty and what the rule asks for, as one or two sentences. */
export function stated(decision: Decision, passages: Passages): string {
  const { asked, compared, decisive, against, outcome } = decision;
  if (!compared) return 'Words alone do not show whether the documents meet this. Read the passages shown.';
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
  if (outcome === 'undetermined') return open(compared, asked, clause);
  return difference(compared.comparison, asked, place);
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
    const before = candidate.text.normalize('NFKC').includes(text) ? 'it begins with' : 'its heading is';
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
function difference(comparison: Comparison, asked: Decision['asked'], place: string): string {
  const { statement, limits, actor, force, missingNames } = comparison;
  const rule = asked.statement;
  if (actor === 'other') return otherActor(comparison, asked, place);
  if (missingNames.length > 0) return otherName(comparison, rule, place);
  if (force === 'against' || force === 'weaker') return otherForce(statement, rule, place);
  const broken = limits.find(({ verdict }) => verdict === 'broken');
  if (broken?.stated)
    return `${place} says ${limitWords(statement, broken.stated)}; the rule ${limitVerb(rule)} ${limitWords(rule, broken.asked)}.`;
  const limiting = statement.segments.find(({ kind }) => kind === 'limits');
  const words = limiting ? phrase(statement, limiting) : null;
  const own = sameWords[rule.binding.force] ?? 'says';
  if (words !== null)
    return `${place} ${own} what the rule ${own}, but with ${segmentKind(words)}: “${words}”.`;
  const met = limits.flatMap(({ asked: limit, stated: other, same }) =>
    other ? [{ says: limitWords(statement, other), asks: limitWords(rule, limit), same }] : [],
  );
  if (met.length === 0) return `${place} ${own} what the rule ${own}.`;
  const says = met.map((one) => one.says).join(' and ');
  const asks = met.map((one) => one.asks).join(' and ');
  return met.every(({ same }) => same)
    ? `${place} says ${says}, as the rule ${limitVerb(rule)}.`
    : `${place} says ${says}, which meets the rule: it ${limitVerb(rule)} ${asks}.`;
}

function otherActor({ statement }: Comparison, { statement: rule, actor }: Decision['asked'], place: string) {
  const does = actorVerbs[statement.binding.force] ?? ['says this of', 'says it of'];
  const asks = actorVerbs[rule.binding.force] ?? ['says this of', 'says it of'];
  return `${place} ${does[0]} “${actorWords(statement) ?? 'another actor'}”; the rule ${asks[1]} “${actorWords(rule) ?? actor.join(' ')}”.`;
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
      const [acts, should] = [actorWords(statement), actorWords(rule) ?? asked.actor.join(' ')];
      return comparison.actor === 'other' && acts !== null && isAbout(comparison)
        ? `“${acts}” acts there, and the rule names “${should}”`
        : `it does not name “${should}” as the one who acts`;
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
        : `it has no number to compare with the rule’s “${limitWords(rule, limit)}”`;
    }
    case 'name': {
      const lacked = lackedNames(comparison, asked);
      return lacked.length > 0 ? `it does not name ${listed(lacked, 'or')}` : undecided;
    }
    case 'act':
      return comparison.actElsewhere ? 'words alone do not show what it denies' : lacksAct(rule);
    default: {
      if (/\|/.test(candidate.text)) return 'it is a row of a table, whose headings must be read with it';
      if (operators[0] !== undefined) return operators[0].replace(/\bthe clause\b/g, 'it');
      if (missing.length > 0) return `it does not mention ${listed(missing, 'or')}`;
      if (!comparison.act && !comparison.actElsewhere) return lacksAct(rule);
      const further = furtherWords(comparison);
      return further === null ? undecided : `it also says “${further}”`;
    }
  }
}

function lacksAct({ tokens, binding: { verb } }: Statement): string {
  const word = verb === null ? undefined : tokens[verb]?.word;
  return word === undefined ? undecided : `it does not say “${word}”`;
}

const clearVerbs: Partial<Record<Force, string>> = {
  duty: 'require',
  ban: 'forbid',
  right: 'permit',
};
