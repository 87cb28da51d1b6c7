import { isSameCountry } from '../../../language/countries.ts';
import { harmlessWords } from '../../../language/harmless-words.ts';
import type { Language } from '../../../language/language.ts';
import { circle, namesRole } from '../../../language/roles.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import { statesAct } from './compare-act.ts';
import { compareForces, type ForceComparison, isState } from './compare-force.ts';
import { compareLimits, type LimitComparison } from './compare-limits.ts';
import { otherOperators, permitsWithout, wordsConsent } from './operators.ts';

/** How a clause compares with a duty that a rule asks for, part by part. */
export type Comparison = {
  statement: Statement;
  /** Whether the verb of the clause is the rule's act (the verb of the duty) or a synonym of the act. */
  act: boolean;
  /** Whether the verb of the clause is the rule's own verb, and not a synonym. */
  sameVerb: boolean;
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
  /**
   * Abbreviations of the rule with words of the clause that have their initials: "artificial intelligence" for "AI".
   * Other words can have the same initials, so the reader should check them.
   */
  spelledOut: { name: string; words: string }[];
  /** Content words of the clause that the rule lacks and that are not known to be harmless. */
  extra: string[];
  /** Names and numbers of the clause that the rule lacks. */
  otherNames: string[];
  /**
   * `qualified`: the clause has the name of the rule's actor with words that can make it another party, such as "the
   * former supplier".
   */
  actor: 'same' | 'other' | 'unnamed' | 'qualified' | 'unasked';
  /** Whether the clause says "to" another party than the rule. */
  otherRecipient: boolean;
  force: ForceComparison;
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
  const lacked = [...asked.names].filter((term) => !exact(term) && !(has(term) && isPlain(term, main)));
  const spelledOut = lacked.flatMap((term) => spelledOutIn(term, asked, tokens, language) ?? []);
  const missingNames = [
    ...lacked.filter((term) => !spelledOut.some(({ name }) => name.toLowerCase() === term)),
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
    sameVerb: statement.binding.verb !== null && tokens[statement.binding.verb]?.term === asked.act,
    actElsewhere: asked.act !== null && tokens.some(({ term }) => meanAlike(asked.act ?? '', term)),
    coverage:
      asked.objects.length === 0
        ? Number(asked.act !== null || asked.names.size > 0)
        : asked.objects.filter((term) => has(term)).length / asked.objects.length,
    missing: missing.map((term) => asked.words.get(term) ?? term),
    missingNames: missingNames.map((term) => asked.words.get(term) ?? term),
    spelledOut,
    extra: extra.map(({ word }) => word),
    otherNames: [
      ...extra
        .filter((token) => token.capital && tokens.indexOf(token) > statement.first)
        .map(({ word }) => word),
      ...otherNumbers,
    ],
    actor,
    otherRecipient: namesOtherRecipient(asked, statement, spelledOut, language),
    force: compareForces(asked, statement, language),
    operators: otherOperators(asked.statement, statement, { tails: asked.tails, consents, language }),
    limits: compareLimits(asked.statement.limits, limits, asked.statement.binding.force),
    plain: consents || statement.segments.every(({ kind }) => kind === 'includes'),
  };
}

/** The first words of a clause that have the initials of an abbreviation of the rule; null if there are none. */
function spelledOutIn(
  term: string,
  { statement: rule }: Asked,
  tokens: readonly Token[],
  language: Language,
): Comparison['spelledOut'][number] | null {
  const code = rule.tokens.find((token) => token.term === term)?.code ?? false;
  if (!code || !/^[a-z]{2,5}$/.test(term)) return null;
  const isInitial = ({ word }: Token, index: number): boolean =>
    word.startsWith(term.charAt(index)) && word.length >= shortestSpelled && !language.stopWords.has(word);
  for (const at of tokens.keys()) {
    const words = tokens.slice(at, at + term.length);
    if (words.length === term.length && words.every(isInitial))
      return { name: term.toUpperCase(), words: words.map(({ word }) => word).join(' ') };
  }
  return null;
}

/** The shortest word that counts in a spelled-out abbreviation: "tax" in "value added tax". */
const shortestSpelled = 3;

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

function namesOtherRecipient(
  asked: Asked,
  statement: Statement,
  spelledOut: Comparison['spelledOut'],
  language: Language,
): boolean {
  const [wanted] = recipientsOf(asked.statement, language);
  const named = recipientsOf(statement, language);
  if (!wanted || named.length === 0) return false;
  if (spelledOut.some(({ name }) => wanted.includes(name.toLowerCase()))) return false;
  return !named.some(
    (name) => isSameName(wanted, name) || [...wanted, ...name].some((term) => circle.test(term)),
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

/** Whether the subject of a clause is the act and not who acts: "storage of client data takes place in Oslo". */
function namesAct({ act }: Asked, actorTokens: readonly Token[]): boolean {
  return (
    act !== null &&
    actorTokens.some(({ term }, at) => meanAlike(act, term) && actorTokens[at + 1]?.word === 'of')
  );
}

/** Matches words that may include the party that the rule names: "the parties", "everybody". */
const collective = /^(?:part(?:y|ies)|persons?|everybody|everyone|anyone|both|people)$/;

/** Whether a rule and a clause name the same group: "neither party", "the parties". */
function isSameGroup(asked: Asked, named: readonly Token[], all: readonly Token[]): boolean {
  return (
    named.length > 0 &&
    asked.actor.every((term) => named.some((token) => token.term === term)) &&
    !all.some(({ word }) => /^(?:an?|one|other|another|that|such|first|latter|former)$/.test(word))
  );
}

/**
 * Matches words after the name of a party that select some of these parties: "suppliers established abroad", "employees
 * who work at night".
 */
const narrowing =
  /^(?:in|from|with|without|over|above|below|outside|inside|near|who|that|which|whose|\p{Ll}{3,30}(?:ed|ing))$/u;

/** Whether the words after a party that acts select some of these parties. */
function isNarrowed({ tokens, text, binding }: Statement, party: Token | undefined, known: Asked['known']) {
  const at = party ? tokens.indexOf(party) : -1;
  const next = tokens[at + 1];
  if (!party || !next || binding.verb === null || at > binding.verb || binding.verb === at + 1) return false;
  const isApart = /[,;:]/.test(text.slice(party.end, next.start));
  return !isApart && !next.capital && !known.has(next.term) && narrowing.test(next.word);
}

/** Whether two terms begin names of the party that receives something: "the recipient", "the receiving party". */
function isReceiver(one: string, other: string): boolean {
  return /^rec(?:eiv|ipi)/.test(one) && /^rec(?:eiv|ipi)/.test(other);
}

/** Matches the last word of a name that names a thing, even with a capital: "Client Data". */
const thing =
  /^(?:data|information|services?|products?|goods|works?|software|platform|equipment|documents?|materials?|property|premises|fees?|charges?|prices?|deliverables?|records?|systems?|results?)$/;

/** Whether two names are those of two sides: "licensor" and "licensee", "insurer" and "insured". */
function isCounterpart(one: string, other: string): boolean {
  const [giver, receiver] = [/(?:or|er)s?$/, /(?:ee|ed)s?$/];
  return (giver.test(one) && receiver.test(other)) || (receiver.test(one) && giver.test(other));
}

/** Maximum number of words after the name of the party that acts, before its verb. */
const mostBehindName = 8;

function actorOf(
  asked: Asked,
  statement: Statement,
  actorTokens: readonly Token[],
  language: Language,
): Comparison['actor'] {
  const { tokens, actor, first } = statement;
  if (asked.actor.length === 0) return isReversed(asked, actorTokens, language) ? 'other' : 'unasked';
  const named = actorTokens.filter(({ word, kind }) => kind === 'word' && !language.stopWords.has(word));
  if (namesAct(asked, actorTokens)) return 'unnamed';
  const isCollective = named.every(({ word }) => collective.test(word));
  if (isCollective && !isSameGroup(asked, named, actorTokens)) return 'unnamed';
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
    return 'qualified';
  // "The supplier's agent" is another party than the supplier.
  const behind = actorTokens[end + 1];
  if (
    all &&
    behind &&
    namesRole([behind.word]) &&
    !asked.known.has(behind.term) &&
    !asked.actor.includes(behind.term)
  )
    return 'qualified';
  if (all && isNarrowed(statement, actorTokens[end], asked.known)) return 'qualified';
  // So many words cannot all be a name: the verb of the sentence is among them.
  const behindName = actorTokens.slice(end + 1);
  const [from, to] = [actorTokens[end]?.end, behindName.at(-1)?.end];
  if (all && (behindName.length > mostBehindName || statement.text.slice(from, to ?? from).includes(';')))
    return 'qualified';
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
  // "The discloser" can be "the disclosing party".
  const isKin = named.some(({ term, word }) =>
    asked.actor.some(
      (one) =>
        !isCounterpart(asked.words.get(one) ?? one, word) &&
        ((one.length > 5 && one.slice(0, 6) === term.slice(0, 6)) || isReceiver(one, term)),
    ),
  );
  if (isKin || thing.test(named.at(-1)?.word ?? '')) return 'unnamed';
  // If the rule asks for a state, any party can bring it about. If the rule is about any party, it is also about the
  // party that the clause names.
  const isAnyParty = asked.actor.every((term) => term === 'parti');
  return isRole && !isAnyParty && !isState(asked.statement) ? 'other' : 'unnamed';
}
