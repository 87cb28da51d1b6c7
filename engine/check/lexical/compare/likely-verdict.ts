import { isKindredAct } from '../../../language/act-families.ts';
import type { Language } from '../../../language/language.ts';
import {
  denying,
  disputed,
  forbidding,
  hedging,
  namelessSubject,
  proposedOnly,
} from '../../../language/likely-words.ts';
import { lightVerb } from '../../../language/modal-words.ts';
import { countriesBeside, isTownOf, regionIn } from '../../../language/regions.ts';
import { circle, namesRole } from '../../../language/roles.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import type { Comparison } from './compare.ts';
import { doing } from './compare-act.ts';
import { isWeakVerb, open, type Verdict, worst } from './verdict.ts';

/** A clause probably states the duty if it has the rule's act and at least this share of the rule's object words. */
const leastWithAct = 0.5;
/** The same for a clause whose verb is not known to mean the rule's act. */
const leastWithoutAct = 0.75;
const mostMissing = 2;
const mostExtra = 5;
/** The same for a clause that lacks a word of the rule: the clause can have another thing in its place. */
const mostExtraIfMissing = 2;
/** A clause with more names of its own can be about something else than the rule. */
const mostOtherNames = 1;
/** A clause that denies the act with more words of its own may deny something else. */
const mostExtraOfDenial = 3;
/** A clause may lack a thing that does not come first only if the rule is about at least this number of things. */
const manyObjects = 3;
/** Forces of a clause that leave the act to the actor, whichever verb names the act. */
const waiving = /^(?:exempt|right|hope)$/;

/**
 * What a clause probably says about a duty, for a clause with a form or a verb that `verdictOf` does not know. The clause
 * must name the rule's things and parties, and each limit and name that it shares with the rule is compared. The outcome
 * is an estimate: `docs/measurements.md` says how often it is right.
 */
export function likelyVerdict(comparison: Comparison, asked: Asked, language: Language): Verdict {
  const { act, coverage, actor, limits, missing, missingNames, otherNames, extra, plain, statement } =
    comparison;
  const force = likelyForce(comparison, asked);
  if (isNoStatement(statement.text) || force === 'unclear') return open('force');
  const names = namesActor(asked, statement);
  if (actor === 'qualified' || (actor === 'other' && (isParty(statement, language) || !names)))
    return open('actor');
  if (coverage < (act ? leastWithAct : leastWithoutAct) || missing.length > mostMissing) return open('words');
  if (!hasHead(asked, comparison)) return open('words');
  if (!(act || isKindred(asked, statement))) return open('words');
  if (actor !== 'same' && actor !== 'unasked' && !mayAct(comparison, names)) return open('actor');
  const region = placesInRegion(comparison, asked);
  if (region === 'outside')
    return force === 'same' && plain ? { outcome: 'violated', part: 'name' } : open('name');
  if ((missingNames.length > 0 && region === null) || comparison.otherRecipient)
    return likelyName(comparison, asked, force);
  if (comparison.operators.length > 0 || replacesObject(asked, comparison, language)) return open('words');
  const limit = worst(limits.map(({ likely }) => likely));
  if (force === 'against') {
    const isClear =
      plain &&
      !secondDuty.test(statement.text) &&
      !isWeakVerb(comparison) &&
      extra.length <= mostExtraOfDenial &&
      (act || waiving.test(statement.binding.force));
    return isClear ? { outcome: 'violated', part: 'force' } : open('words');
  }
  if (limit === 'broken') return { outcome: 'violated', part: 'limit' };
  if (limit === 'unclear' || limit === 'absent') return open('limit');
  if (force === 'weaker')
    return secondDuty.test(statement.text) ? open('force') : { outcome: 'partly_satisfied', part: 'force' };
  if (!plain)
    return coverage < leastWithoutAct ? open('words') : { outcome: 'partly_satisfied', part: 'exception' };
  const hasFurtherWords =
    extra.length > (missing.length > 0 ? mostExtraIfMissing : mostExtra) ||
    otherNames.length > mostOtherNames;
  return region === null && hasFurtherWords ? open('words') : { outcome: 'satisfied', part: 'same' };
}

/** Matches a second main clause with a duty: "may be sent back, and the vendor shall accept such returns". */
const secondDuty =
  /,? (?:and|but|which|whom) (?:the |each |any )?\p{L}{2,30}(?: \p{L}{2,30})? (?:shall|must|will) /iu;

/** Whether a text is a table or a lead-in, disputes what it says, or only reports what somebody proposed. */
function isNoStatement(text: string): boolean {
  return /\||:\s*$/.test(text) || disputed.test(text) || proposedOnly.test(text);
}

/** Matches the words of the names of regions, and their terms. */
const regionWord = /^(?:eu|eea|europ\p{L}*|union|econom\p{L}*|area)$/u;

/**
 * Whether the countries that a clause names are in the region that a rule names; null if the clause lacks something else than
 * the region, or if the clause has a name that may be another place.
 */
function placesInRegion(
  { missingNames, otherNames, statement }: Comparison,
  { statement: rule }: Asked,
): 'inside' | 'outside' | null {
  const region = regionIn(rule.text);
  if (region === null || !missingNames.every((name) => regionWord.test(name))) return null;
  const { inside, outside } = countriesBeside(statement.text, region);
  if (outside.length > 0) return 'outside';
  const own = regionIn(statement.text);
  if (own === region || own === 'European Union') return 'inside';
  if (missingNames.length === 0) return null;
  const isKnown = (name: string): boolean =>
    namesRole([name]) || inside.includes(name) || isTownOf(name, statement.text, inside);
  return inside.length > 0 && otherNames.every(isKnown) ? 'inside' : null;
}

/**
 * A clause that lacks a number or a party of the rule violates the rule if it has another one in the same place: "of the
 * agent" for "of the buyer". A defined term or a place that differs need not contradict the rule.
 */
function likelyName(comparison: Comparison, asked: Asked, force: Comparison['force']): Verdict {
  const { statement, extra, missingNames, otherNames, actor, missing, plain, operators } = comparison;
  if (force !== 'same' || !plain || missing.length > 0 || operators.length > 0) return open('name');
  // "Representatives" can include the employees that the rule names.
  if ([...missingNames, ...otherNames].some((name) => circle.test(name))) return open('name');
  if (missingNames.length > 0 && missingNames.every((name) => /\d/.test(name)))
    return otherNames.some((name) => /\d/.test(name)) ? { outcome: 'violated', part: 'name' } : open('name');
  const governors = (tokens: readonly Token[], isOwn: (token: Token) => boolean): string[] =>
    tokens.flatMap((token, at) => (isOwn(token) && namesRole([token.word]) ? governorOf(tokens, at) : []));
  const asks = governors(asked.statement.tokens, ({ word }) => missingNames.includes(word));
  const states = governors(statement.tokens, ({ word }) => extra.includes(word));
  return actor === 'same' && asks.some((word) => states.includes(word))
    ? { outcome: 'violated', part: 'name' }
    : open('name');
}

/** The preposition that governs the noun phrase of a token, at most three words before it. */
function governorOf(tokens: readonly Token[], at: number): string[] {
  const before = tokens
    .slice(Math.max(0, at - 3), at)
    .findLast(({ word }) => /^(?:to|of|for|by|with|from)$/.test(word));
  return before ? [before.word] : [];
}

/**
 * How a clause probably binds whose modal is not known. A clause that denies something says nothing certain. A clause
 * with a word such as "would" or "normally" is weaker than a duty. Any other clause states what it describes.
 */
function likelyForce({ force, statement }: Comparison, { statement: rule }: Asked): Comparison['force'] {
  if (force !== 'unclear') return force;
  const { tokens, first, binding } = statement;
  const words = tokens.slice(first).map(({ word }) => word);
  const denies = words.some((word) => denying.test(word));
  const [asks, states] = [rule.binding.force, binding.force];
  if (asks === 'duty' && states === 'past fact') return 'same';
  if (asks === 'ban' && !denies && words.some((word) => forbidding.test(word))) return 'same';
  // "Is reluctant to pay" does not say that somebody pays.
  if (binding.verb !== null && tokens[binding.verb - 1]?.word === 'to') return 'unclear';
  if (states !== 'unclear' || denies || !/^(?:duty|fact|past fact)$/.test(asks)) return 'unclear';
  return words.some((word) => hedging.test(word)) ? 'weaker' : 'same';
}

/** Whether the actor of a clause has the name of a party, and is not only a noun phrase that was taken for one. */
function isParty(statement: Statement, language: Language): boolean {
  const { actor, tokens } = statement;
  if (!actor) return false;
  const own = tokens.slice(actor.from, actor.to + 1);
  const naming = own.map(({ word }) => word).filter((word) => !language.stopWords.has(word));
  return namesRole(naming) || own.some((token) => isNameToken(token, statement));
}

function isNameToken(token: Token, { tokens, first }: Statement): boolean {
  return token.capital && tokens.indexOf(token) > first;
}

/**
 * Whether a clause contains the name of the rule's actor. After a preposition, the name counts only if the clause names
 * no other party.
 */
function namesActor({ actor }: Asked, statement: Statement): boolean {
  const { tokens } = statement;
  const [head] = actor;
  if (head === undefined || !actor.every((term) => tokens.some((token) => token.term === term))) return false;
  const isFree = tokens.some(({ term }, at) => {
    const before = tokens[at - 1]?.word === 'the' ? at - 2 : at - 1;
    return term === head && !/^(?:of|from|with|not|nor|than)$/.test(tokens[before]?.word ?? '');
  });
  const isOther = (token: Token): boolean =>
    !actor.includes(token.term) && (isNameToken(token, statement) || namesRole([token.word]));
  return isFree || !tokens.some(isOther);
}

/** Whether the rule's actor probably acts in a clause: the clause names the actor, or no party. */
function mayAct({ act, limits, statement }: Comparison, names: boolean): boolean {
  if (names) return act || limits.some(({ stated }) => stated !== null);
  return act && statement.actor === null && !statement.tokens.some(({ word }) => namelessSubject.test(word));
}

/** Whether a clause describes the same kind of act as the rule, with another verb or as a noun. */
function isKindred({ act }: Asked, { tokens, binding: { verb }, phrasal }: Statement): boolean {
  const own = verb === null ? undefined : tokens[verb];
  if (act === null || phrasal !== null) return false;
  if (own && isKindredAct(act, own.term)) return true;
  // In "have the work performed by subcontractors", the noun names the act.
  const isLight = own === undefined || lightVerb.test(own.word) || doing.test(own.word);
  return isLight && tokens.some(({ term }, at) => meanAlike(act, term) && tokens[at - 1]?.word !== 'to');
}

/** Whether a clause has the first thing that the rule is about, and lacks only words that describe it. */
function hasHead({ head, objects, words }: Asked, { missing }: Comparison): boolean {
  if (head === null) return true;
  const lacks = (term: string): boolean => missing.includes(words.get(term) ?? term);
  if (lacks(head)) return false;
  return objects.length >= manyObjects || !objects.slice(objects.indexOf(head) + 1).some(lacks);
}

/**
 * Whether a clause lacks an item of the rule's list, or has a word of its own next to the same word as a word that only
 * the rule has: "health insurance" for "liability insurance", "in the museum" for "in the plants".
 */
function replacesObject(
  { statement: rule, act, words }: Asked,
  { missing, extra, statement: clause }: Comparison,
  language: Language,
): boolean {
  const isMissing = ({ term }: Token): boolean => missing.includes(words.get(term) ?? term);
  const isItem = rule.tokens.some(
    (token, at) =>
      isMissing(token) &&
      ([1, 2].some((back) => /^(?:and|or)$/.test(rule.tokens[at - back]?.word ?? '')) ||
        rule.text[token.end] === ','),
  );
  if (isItem) return true;
  const isSmall = (term: string): boolean => language.stopWords.has(term) || language.prepositions.has(term);
  const own = rule.tokens.filter(isMissing).map((token) => besideOf(token, rule.tokens));
  const others = tokensOf(extra, clause).map((token) => besideOf(token, clause.tokens));
  return own.some(({ before, after }) =>
    others.some(
      (other) =>
        (before !== null && before !== act && before === other.before) ||
        (after !== null && other.after !== null && !isSmall(after) && meanAlike(after, other.after)),
    ),
  );
}

const determiner = /^(?:the|an?|its|their|any|all|each|every)$/;

/** The terms before and after a token, apart from determiners. */
function besideOf(token: Token, tokens: readonly Token[]): { before: string | null; after: string | null } {
  const at = tokens.indexOf(token);
  const before = tokens.slice(0, at).findLast(({ word }) => !determiner.test(word));
  const after = tokens.slice(at + 1).find(({ word }) => !determiner.test(word));
  return { before: before?.term ?? null, after: after?.term ?? null };
}

function tokensOf(words: readonly string[], { tokens }: Statement): Token[] {
  return tokens.filter(({ word }) => words.includes(word));
}
