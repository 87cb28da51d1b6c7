import { ruleForm } from '../../../language/contract-forms.ts';
import type { Language } from '../../../language/language.ts';
import { normalized } from '../../../language/normalized.ts';
import { documentWords } from '../../../language/roles.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import { type Token, tokenize } from '../../../language/tokens.ts';
import type { RuleTerm } from '../../../retrieve/evidence.ts';
import { type ChosenLaw, chosenLaw } from '../parse/governing-law.ts';
import { parseStatement, type Statement } from '../parse/statement.ts';

/** One duty that a rule asks for, split into its parts. */
export type Asked = {
  statement: Statement;
  /** Whether "and" joins this duty to an earlier duty of the rule. */
  isFurther: boolean;
  known: ReadonlySet<string>;
  /** The law that must govern the document, if the rule asks for nothing else; null otherwise. */
  law: ChosenLaw | null;
  /** The term of the verb that names the required act; null if the rule has no verb. */
  act: string | null;
  /** Terms that name the actor, the party that acts; empty if the rule names no actor. */
  actor: readonly string[];
  /**
   * Terms of what the duty is about, each once. Not included: the act, the actor, other parties, and the words of
   * `tails`.
   */
  objects: readonly string[];
  /** The term of the first thing that the duty is about: "insurance" in "third-party liability insurance". */
  head: string | null;
  /** Terms of names of places, laws and firms, and of parties that are not the actor. */
  names: ReadonlySet<string>;
  /** The terms of `names` that do not name a role: places, laws, firms. */
  properNames: ReadonlySet<string>;
  /** Numbers that are not limits, such as the numbers of sections and standards. */
  numbers: ReadonlySet<string>;
  /** Terms that say from when a time limit runs, such as "receipt" in "within 5 days after receipt". */
  tails: readonly string[];
  /** For each term, the other names that the documents define for it. */
  alternatives: ReadonlyMap<string, readonly (readonly string[])[]>;
  words: ReadonlyMap<string, string>;
};

/** Words too general to show that two sentences are about the same thing. */
export const tooGeneral =
  /^(?:give|given|giving|make|made|making|take|taken|have|has|do|done|carry|carried|get|put|set|any|each|every|part|kind|sort|way|manner|place|takes|time|period|case|thing|document|amount|exactly|total|number|whole|out|new|least|most|being|worth|value|exclusively|solely|becoming|aware|own|duly|necessary|appropriate|relevant|applicable|following|respective|further|additional|order|purpose|purposes|question|such|certain|various|even|behalf|name|end|day|date|days|basis|inside)$/;

/** The duties of a rule: one duty, or two duties that "and" joins. */
export function askedOf(
  description: string,
  language: Language,
  terms: readonly RuleTerm[],
  isParty: (words: readonly string[]) => boolean,
): Asked[] {
  const form = ruleForm(description);
  const parts = form === null ? dutiesOf(description, language) : [form];
  const alternatives = alternativesOf(terms);
  const [first, ...others] = parts.map((part) => asked(part, language, alternatives, isParty));
  if (!first) return [];
  // A second duty that names no actor has the actor of the first duty.
  return [
    first,
    ...others.map((other) =>
      other.actor.length > 0
        ? { ...other, isFurther: true }
        : { ...other, isFurther: true, actor: first.actor, words: new Map([...first.words, ...other.words]) },
    ),
  ];
}

/** A rule as one duty, even if "and" joins two duties. */
export function wholeOf(
  description: string,
  language: Language,
  terms: readonly RuleTerm[],
  isParty: (words: readonly string[]) => boolean,
): Asked {
  return asked(ruleForm(description) ?? description, language, alternativesOf(terms), isParty);
}

/** The terms of what the duty is about that a text has, also as synonyms. */
export function objectsIn(text: string, { objects }: Pick<Asked, 'objects'>, language: Language): string[] {
  const terms = tokenize(normalized(text), language).map(({ term }) => term);
  return objects.filter((one) => terms.some((term) => meanAlike(one, term)));
}

function alternativesOf(terms: readonly RuleTerm[]): Asked['alternatives'] {
  return new Map(
    terms.map(({ term, alternatives }) => [term, alternatives.filter((row) => row.join(' ') !== term)]),
  );
}

function asked(
  text: string,
  language: Language,
  alternatives: Asked['alternatives'],
  isParty: (words: readonly string[]) => boolean,
): Asked {
  const statement = parseStatement(text, language);
  const { tokens, binding, content } = statement;
  const actorTokens = statement.actor ? tokens.slice(statement.actor.from, statement.actor.to + 1) : [];
  const naming = actorTokens.filter(({ word, kind }) => kind === 'word' && !language.stopWords.has(word));
  const isDocument = naming.every(({ word }) => documentWords.test(word));
  const names = !isDocument && isParty(naming.map(({ word }) => word)) ? naming : [];
  const verb = binding.verb === null ? undefined : tokens[binding.verb];
  const body = [...(names.length === 0 ? naming : []), ...content.flatMap((at) => tokens[at] ?? [])].filter(
    ({ word, term }) => term !== verb?.term && !tooGeneral.test(word),
  );
  const isTail = (token: Token): boolean => {
    const at = tokens.indexOf(token);
    return statement.limits.some(
      ({ to, dimension }) => dimension === 'time' && at > to && at <= to + tailReach,
    );
  };
  const isNamed = (token: Token): boolean => {
    const at = tokens.indexOf(token);
    if (token.capital && at > statement.first) return true;
    // "All users" and "third-party" name no certain party.
    const before = tokens[at - 1];
    const isGeneral = /^(?:all|any|each|every)$/.test(before?.word ?? '');
    const isPartOfWord = before?.end === token.start - 1 && statement.text[before.end] === '-';
    return !isGeneral && !isPartOfWord && isParty([token.word]);
  };
  const objects = body.filter((token) => !isTail(token) && !isNamed(token));
  const tails = body.filter((token) => isTail(token) && !isNamed(token));
  const counted = statement.limits.flatMap(({ terms }) => terms);
  const all = [...tokens].filter(({ kind }) => kind === 'word');
  const known = new Set([
    ...all
      .filter(({ word }) => !language.stopWords.has(word) && !isModalWord(statement, word))
      .map(({ term }) => term),
    // A clause may word the rule's own exception with another of these words.
    ...(/\bother than\b/i.test(statement.text) ? ['except', 'other', 'than'] : []),
  ]);
  return {
    statement,
    isFurther: false,
    known,
    law: chosenLaw(text),
    act: verb && !(verb.word === 'be') ? verb.term : null,
    actor: names.map(({ term }) => term),
    objects: [...new Set([...objects.map(({ term }) => term), ...counted.filter((term) => term.length > 2)])],
    head: headOf(objects, tokens),
    names: new Set(body.filter(isNamed).map(({ term }) => term)),
    properNames: new Set(
      body.filter((token) => isNamed(token) && !isParty([token.word])).map(({ term }) => term),
    ),
    numbers: new Set(
      tokens.flatMap(({ kind, term, value }, at) =>
        kind === 'number' &&
        at >= statement.first &&
        !(value === 1) &&
        !statement.limits.some(({ from, to, last }) => from <= at && at <= Math.max(to, last))
          ? [term]
          : [],
      ),
    ),
    tails: tails.map(({ term }) => term),
    alternatives,
    words: new Map(all.map(({ term, word }) => [term, word])),
  };
}

/** The last word of the first noun phrase. */
function headOf(objects: readonly Token[], tokens: readonly Token[]): string | null {
  const [first] = objects;
  if (!first) return null;
  let head = first;
  for (const token of objects.slice(1)) {
    if (tokens.indexOf(token) !== tokens.indexOf(head) + 1) break;
    head = token;
  }
  return head.term;
}

function isModalWord({ binding, tokens, first }: Statement, word: string): boolean {
  return (
    binding.modals.some(({ from, to }) => tokens.slice(from, to + 1).some((token) => token.word === word)) ||
    tokens.slice(0, first).some((token) => token.word === word)
  );
}

/** The tail of a limit, such as "after receipt", is at most this many tokens after the limit. */
const tailReach = 8;

/** An "and" with a verb after a part of the rule that has a number: "… at least 20 °C and flush unused taps". */
function afterLimit(description: string, language: Language): RegExpExecArray | null {
  const match = /,? and (?<verb>\p{Ll}{3,})(?= \p{Ll}+ \p{Ll}+)/u.exec(description);
  const verb = match?.groups?.verb ?? '';
  if (!match || nominal.test(verb) || language.prepositions.has(verb)) return null;
  const { limits } = parseStatement(description.slice(0, match.index), language);
  return limits.length > 0 ? match : null;
}

/** Matches words that are not the base form of a verb. */
const nominal = /(?:s|ed|ing|ly|tion|ment|ness|ity|ance|ence|al|ive|ous|ful|able|ible)$/;

/** Matches a word that is not the base form of a verb, as in "the books and records of the supplier". */
const plural = /[^s]s$/;
const determiners =
  'a|an|the|its|it|all|every|each|any|no|their|them|his|her|how|why|when|what|where|who|that|whether|copies|rights|animals';
const second = new RegExp(
  String.raw`,? and (?:(?:(?:shall|must|may|will) (?:not )?)?(?!(?:all|any|the|each|every|its|their|no|not|to|of|this|that|of)\b)(?<verb>\p{Ll}+)(?: (?:up|down|out|for|of|to|in|on|off))? (?:${determiners})\b|(?:must|shall|may|will) not\b|(?:refrain|abstain)\b)`,
  'u',
);

/**
 * The text of each duty of a rule. A rule is split at an "and" that is followed by a second verb: "… must keep a log
 * and report every incident".
 */
function dutiesOf(description: string, language: Language): string[] {
  const match = second.exec(description) ?? afterLimit(description, language);
  if (!match || description.slice(0, match.index).split(' ').length < 4) return [description];
  const verb = match.groups?.verb ?? '';
  if (language.isNoun(verb) || language.isAdverb(verb) || language.stopWords.has(verb) || plural.test(verb))
    return [description];
  const modal = /\b(?:shall|must|will|may|has to|have to|is required to)\b/.exec(description);
  if (!modal || modal.index > match.index) return [description];
  const rest = description.slice(match.index).replace(/^,? and /, '');
  const own = /^(?:shall|must|may|will)\b/.test(rest) ? rest : `${modal[0]} ${rest}`;
  return [`${description.slice(0, match.index)}.`, `It ${own}`];
}
