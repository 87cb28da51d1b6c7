import { isSameCountry } from '../../../language/countries.ts';
import { harmlessWords } from '../../../language/harmless-words.ts';
import type { Language } from '../../../language/language.ts';
import { lightVerb } from '../../../language/modal-words.ts';
import { namesRole } from '../../../language/roles.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import { compareForce } from './compare-force.ts';
import { compareLimits, type LimitComparison } from './compare-limits.ts';
import { otherOperators, permitsAny, permitsWithout, wordsConsent } from './operators.ts';

/** How a clause compares with a duty that a rule asks for, part by part. */
export type Comparison = {
  statement: Statement;
  /** Whether the verb of the clause is the rule's act (the verb of the duty) or a synonym of the act. */
  act: boolean;
  /** Whether the clause contains the rule's act or a synonym anywhere, not only as its verb: "royalty payments". */
  actElsewhere: boolean;
  /**
   * Share of the rule's object words that the clause has, 0 to 1. A rule without an object, an act and a name is about
   * nothing that words can show, so the share is 0.
   */
  coverage: number;
  /** Words of the rule that the clause lacks. */
  missing: string[];
  /** Names and numbers of the rule that the clause lacks, such as places, laws and parties. */
  missingNames: string[];
  /** Content words of the clause that the rule lacks and that are not known to be harmless. */
  extra: string[];
  /** Names and numbers of the clause that the rule lacks. */
  otherNames: string[];
  actor: 'same' | 'other' | 'unnamed' | 'unasked';
  /** Whether the clause says "to" another party than the rule. */
  otherRecipient: boolean;
  force: ReturnType<typeof compareForce>;
  /** Differences in small words, such as "only", "upon", "from" and "and", worded for a reviewer. */
  operators: string[];
  limits: LimitComparison[];
  /** Whether the clause has no condition or exception, apart from the rule's own. */
  plain: boolean;
};

export function compare(asked: Asked, statement: Statement, language: Language): Comparison {
  const { tokens, content, limits } = statement;
  const actorTokens = statement.actor ? tokens.slice(statement.actor.from, statement.actor.to + 1) : [];
  const inLimits = limits.flatMap(({ terms }) => terms);
  const consents = wordsConsent(asked.statement, statement, language);
  const main = consents
    ? tokens.slice(statement.first).filter(({ kind }) => kind === 'word')
    : content.flatMap((at) => tokens[at] ?? []);
  const stated = [...main.map(({ term }) => term), ...actorTokens.map(({ term }) => term), ...inLimits];
  // A clause that permits an act without any consent also permits it without the rule's prior written consent.
  const unneeded = permitsWithout(asked.statement, statement, language)
    ? asked.statement.tokens.slice(asked.statement.tokens.findIndex(({ word }) => word === 'without'))
    : [];
  const isUnneeded = (term: string): boolean => unneeded.some((token) => token.term === term);
  const has = (term: string): boolean =>
    isUnneeded(term) ||
    stated.some((other) => meanAlike(term, other)) ||
    (asked.alternatives.get(term) ?? []).some((row) => row.every((one) => stated.includes(one)));
  const exact = (term: string): boolean =>
    isUnneeded(term) || stated.includes(term) || stated.some((other) => isSameCountry(term, other));
  const missing = [...asked.objects, ...asked.tails].filter((term) => !has(term));
  const numbers = new Set(
    tokens.flatMap(({ kind, term }, at) =>
      kind === 'number' && at >= statement.first && !inLimit(limits, at) ? [term] : [],
    ),
  );
  const otherNumbers = [...numbers].filter((term) => !asked.numbers.has(term) && asked.numbers.size > 0);
  const missingNames = [
    ...[...asked.names].filter((term) => !exact(term) && !(has(term) && isPlain(term, main))),
    ...[...asked.numbers].filter((term) => !numbers.has(term)),
  ];
  const actor = actorOf(asked, statement, actorTokens, language);
  const asks = new Set([
    ...asked.objects,
    ...asked.tails,
    ...asked.names,
    ...asked.actor,
    ...(asked.act === null ? [] : [asked.act]),
  ]);
  const extra = [...main, ...(actor === 'unasked' ? actorTokens : [])].filter(
    ({ word, term, kind }) =>
      kind === 'word' &&
      !language.stopWords.has(word) &&
      !harmlessWords.has(word) &&
      !asked.known.has(term) &&
      ![...asks].some((one) => meanAlike(one, term) || isSameCountry(one, term)),
  );
  return {
    statement,
    act: statesAct(asked, statement, stated),
    actElsewhere: asked.act !== null && tokens.some(({ term }) => meanAlike(asked.act ?? '', term)),
    coverage:
      asked.objects.length === 0
        ? Number(asked.act !== null || asked.names.size > 0)
        : asked.objects.filter((term) => has(term)).length / asked.objects.length,
    missing: missing.map((term) => asked.words.get(term) ?? term),
    missingNames: missingNames.map((term) => asked.words.get(term) ?? term),
    extra: extra.map(({ word }) => word),
    otherNames: [
      ...extra
        .filter((token) => token.capital && tokens.indexOf(token) > statement.first)
        .map(({ word }) => word),
      ...otherNumbers,
    ],
    actor,
    otherRecipient: namesOtherRecipient(asked, statement, language),
    force: forceOf(asked, statement, language),
    operators: otherOperators(asked.statement, statement, { tails: asked.tails, consents, language }),
    limits: compareLimits(asked.statement.limits, limits, asked.statement.binding.force),
    plain: consents || statement.segments.every(({ kind }) => kind === 'includes'),
  };
}

/** Maximum number of words in the name of a recipient. */
const longestRecipient = 4;

/** The names of the parties that a sentence says something is done to: "to the data protection officer". */
function recipientsOf(
  { tokens, first, binding: { verb, passive } }: Statement,
  language: Language,
): string[][] {
  if (verb === null) return [];
  return tokens.flatMap(({ word }, at) => {
    if (word !== 'to' || at < (passive ? first : verb)) return [];
    const from = language.determiners.has(tokens[at + 1]?.word ?? '') ? at + 2 : at + 1;
    const own = tokens.slice(from, from + longestRecipient);
    const end = own.findIndex(({ word: next, kind }) => kind !== 'word' || language.stopWords.has(next));
    const name = end < 0 ? own : own.slice(0, end);
    const isParty = name.some(({ capital }) => capital) || namesRole(name.map((token) => token.word));
    return isParty && from > at + 1 ? [name.map(({ term }) => term)] : [];
  });
}

/** Whether a shorter name is a part of a longer one. Two names of one word can also be synonyms. */
function isSameName(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.every((term) => long.includes(term))) return true;
  return long.length === 1 && meanAlike(short[0] ?? '', long[0] ?? '');
}

function namesOtherRecipient(asked: Asked, statement: Statement, language: Language): boolean {
  const [wanted] = recipientsOf(asked.statement, language);
  const named = recipientsOf(statement, language);
  if (!wanted || named.length === 0) return false;
  return !named.some((name) => isSameName(wanted, name));
}

/**
 * Whether the clause states the act that the rule requires: as the verb of the clause, or as a noun after a light verb,
 * such as "notice" in "give notice". True if the rule has no verb.
 */
function statesAct(
  asked: Asked,
  { tokens, binding: { verb }, phrasal }: Statement,
  stated: readonly string[],
): boolean {
  const { act } = asked;
  if (act === null) return true;
  const own = verb === null ? undefined : tokens[verb];
  // "Take off" and "take up" are different acts, although they have the same verb.
  const plain = asked.statement.phrasal?.terms ?? (phrasal ? [act] : null);
  if (plain) {
    const others = phrasal?.terms ?? (own ? [own.term] : []);
    if (plain.some((one) => others.some((other) => meanAlike(one, other)))) return true;
    if (asked.statement.phrasal && phrasal) return false;
  }
  if (own?.term === act) return true;
  // "Give" and "make" name an act only together with the noun after them.
  const word = asked.words.get(act) ?? '';
  if (/^ha[vsd]e?$/.test(word)) return own !== undefined && meanAlike(act, own.term);
  if (lightVerb.test(word)) {
    if (own === undefined) return false;
    if (doing.test(word))
      return doing.test(own.word) || asked.objects.some((one) => meanAlike(one, own.term));
    return !emptyVerb.test(word) && meanAlike(act, own.term);
  }
  if (own && meanAlike(act, own.term)) return true;
  const isNoun = stated.some((term) => meanAlike(act, term));
  return isNoun && (own === undefined || lightVerb.test(own.word));
}

/** Matches verbs that mean an act only with its noun: "make alterations" is "carry out alterations" and "alter". */
const doing =
  /^(?:mak(?:es?|ing)|made|carr(?:y|ies|ied|ying)|perform(?:s|ed|ing)?|conduct(?:s|ed|ing)?|undertak(?:es?|en|ing)|undertook|effect(?:s|ed|ing)?|execut(?:es?|ed|ing))$/;
const emptyVerb = /^(?:giv|gave|mak|made|ha[svd]|do|done|tak|took|get|got|put|be|see)/;

/**
 * Compares how a rule and a clause bind. A clause with "only for the purpose" says the same as a rule with "not for any
 * purpose other than".
 */
function forceOf({ statement: rule }: Asked, clause: Statement, language: Language): Comparison['force'] {
  const [asked, stated] = [rule.binding.force, clause.binding.force];
  const exceptOne = asked === 'ban' && /\b(?:other than|except)\b/i.test(rule.text);
  const only = clause.tokens.some(({ word }) => language.exclusives.has(word));
  if (exceptOne && only && (stated === 'duty' || stated === 'right')) return 'same';
  if (exceptOne && stated === 'right' && permitsAny(rule, clause)) return 'against';
  if (exceptOne && stated !== 'ban') return 'unclear';
  // A rule that asks for a state ("a donation of EUR 500 is required") is met by a report that the state exists.
  return asked === 'duty' && stated === 'past fact' && isState(rule) ? 'same' : compareForce(asked, stated);
}

/** Whether a rule asks for a state and not for an act: "must have its system certified", "must be Oslo". */
function isState({ binding: { verb, passive }, text }: Statement): boolean {
  return (
    !passive &&
    (verb === null ||
      /\b(?:must|shall|has to|have to) (?:be|have (?:a|an|its|their|the))\b/i.test(text) ||
      /\bis required\b/i.test(text))
  );
}

function inLimit(limits: Statement['limits'], at: number): boolean {
  return limits.some(({ from, to, last }) => from <= at && at <= Math.max(to, last));
}

/** Whether the clause has a lower-case word for a term. Such a word is not a name, so a synonym can replace it. */
function isPlain(term: string, main: readonly Token[]): boolean {
  return main.some((token) => !token.capital && meanAlike(term, token.term));
}

/** Whether the actor of the clause is the party to whom, according to the rule, something is done. */
function isReversed(
  { statement: { tokens, binding } }: Asked,
  actorTokens: readonly Token[],
  language: Language,
): boolean {
  const { verb, passive } = binding;
  if (!passive || verb === null) return false;
  const [head] = actorTokens.filter(({ word }) => !language.stopWords.has(word));
  if (!head) return false;
  return tokens.some(
    ({ term }, at) =>
      at > verb &&
      term === head.term &&
      tokens[language.determiners.has(tokens[at - 1]?.word ?? '') ? at - 2 : at - 1]?.word === 'to',
  );
}

/** Matches words that may include the party that the rule names: "the parties", "everybody". */
const collective = /^(?:part(?:y|ies)|persons?|everybody|everyone|anyone|both|people)$/;

function actorOf(
  asked: Asked,
  { tokens, actor, first }: Statement,
  actorTokens: readonly Token[],
  language: Language,
): Comparison['actor'] {
  if (asked.actor.length === 0) return isReversed(asked, actorTokens, language) ? 'other' : 'unasked';
  const named = actorTokens.filter(({ word, kind }) => kind === 'word' && !language.stopWords.has(word));
  if (named.length === 0 || named.every(({ word }) => collective.test(word))) return 'unnamed';
  const at = actorTokens.findIndex(({ term }) => term === asked.actor[0]);
  const all = asked.actor.every((term) => actorTokens.some((token) => token.term === term));
  const end = actorTokens.findLastIndex(({ term }) => asked.actor.includes(term));
  // An unknown word before the party can make it a different party: "a former member", "the parent company".
  if (
    all &&
    actorTokens
      .slice(0, end)
      .some(
        ({ word, term, kind }) =>
          kind === 'word' &&
          !language.stopWords.has(word) &&
          !asked.known.has(term) &&
          !asked.actor.includes(term),
      )
  )
    return 'unnamed';
  // "The supplier's agent" is another party than the supplier.
  const behind = actorTokens[end + 1];
  if (
    all &&
    behind &&
    namesRole([behind.word]) &&
    !asked.known.has(behind.term) &&
    !asked.actor.includes(behind.term)
  )
    return 'unnamed';
  const before = actorTokens[at - 1]?.word === 'the' ? actorTokens[at - 2]?.word : actorTokens[at - 1]?.word;
  if (all && !/^(?:of|by|to|for|from|with|not|nor|than)$/.test(before ?? '')) return 'same';
  const swapped = tokens.some(
    (token, place) => token.term === asked.actor[0] && !(actor && actor.from <= place && place <= actor.to),
  );
  const isRole =
    swapped ||
    namesRole(named.map(({ word }) => word)) ||
    named.some(
      (token) =>
        token.capital &&
        (tokens.indexOf(token) > first || /^the$/.test(tokens[(actor?.from ?? 0) - 1]?.word ?? '')),
    );
  // If the rule asks for a state, any party can bring it about. If the rule is about any party, it is also about the
  // party that the clause names.
  const isAnyParty = asked.actor.every((term) => term === 'parti');
  return isRole && !isAnyParty && !isState(asked.statement) ? 'other' : 'unnamed';
}
