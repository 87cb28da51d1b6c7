import { contractForm } from '../../../language/contract-forms.ts';
import { plainWording } from '../../../language/duty-frames.ts';
import { openingWords } from '../../../language/harmless-words.ts';
import type { Language } from '../../../language/language.ts';
import { normalized } from '../../../language/normalized.ts';
import { type PhrasalVerb, phrasalVerbAt } from '../../../language/phrasal-verbs.ts';
import { rewordingsOf } from '../../../language/rewordings.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import { type Token, tokenize } from '../../../language/tokens.ts';
import { frontBehind } from '../../../language/word-order.ts';
import { type Actor, actorOf } from './actor.ts';
import { type Binding, bindingOf } from './force.ts';
import { type Limit, limitsOf } from './limits.ts';
import { type Known, openingOf, withoutEscapes } from './opening.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** A sentence, parsed into its parts. Positions are indexes of `tokens`. */
export type Statement = {
  text: string;
  tokens: readonly Token[];
  /** The first token after the clause number and the introduction. */
  first: number;
  /**
   * The introduction of the sentence: "It was agreed that", "Former position:", "Until 2019,"; null if there is none.
   */
  opening: string | null;
  /** Whether the sentence is in quotation marks. */
  quoted: boolean;
  /** Whether the words are those of the sentence, or its plain wording. */
  wording: 'own' | 'plain';
  segments: readonly Segment[];
  limits: readonly Limit[];
  binding: Binding;
  /** The verb with the word that completes it: "take" with "off"; null if the verb is used alone. */
  phrasal: PhrasalVerb | null;
  actor: Actor | null;
  /** Positions of the content words of the main clause, without modals, limits, actor and segments. */
  content: readonly number[];
};

const ownRule: Known = { has: () => false, isRule: true };

/**
 * Parses a sentence. `known` has the words of the rule that the sentence is compared with. A modal word that the rule
 * has too counts as content, and a condition that has only words of the rule is not a segment.
 */
export function parseStatement(text: string, language: Language, known: Known = ownRule): Statement {
  const normal = withoutCapitals(withoutEscapes(normalized(text)));
  const tokens = tokenize(normal, language);
  const { first, opening, quoted, end } = openingOf(tokens, normal, language, known);
  const within = tokens.slice(0, end);
  const isShared = (from: number, to: number): boolean =>
    within
      .slice(from, to + 1)
      .every(({ word, term, kind }) => language.stopWords.has(word) || kind !== 'word' || known.has(term));
  const segments = segmentsOf(within, normal, first, isShared);
  const limits = limitsOf(within, normal, language).filter(({ from }) => from >= first);
  const inSegment = (at: number): boolean => segments.some(({ from, to }) => from <= at && at <= to);
  const inLimit = (at: number): boolean => limits.some(({ from, to }) => from <= at && at <= to);
  const free = (at: number): boolean => at >= first && at < end && !inSegment(at) && !inLimit(at);
  const isParty = (at: number): boolean => within[at]?.capital === true && at > first;
  const binding = bindingOf(within, language, free, (at) => known.has(within[at]?.term ?? ''), isParty);
  const phrasal = binding.verb === null ? null : phrasalVerbAt(within, binding.verb, free);
  const isHarmless = (at: number): boolean => isIdle(within[at], language, known);
  const actor = actorOf(within, binding, { language, free, first, isHarmless });
  const isModal = (at: number): boolean => binding.modals.some(({ from, to }) => from <= at && at <= to);
  const content = within.flatMap(({ word, kind }, at) =>
    free(at) &&
    kind === 'word' &&
    !language.stopWords.has(word) &&
    !isModal(at) &&
    at !== phrasal?.beside &&
    !(actor && actor.from <= at && at <= actor.to)
      ? [at]
      : [],
  );
  return {
    text: normal,
    tokens: within,
    first,
    opening,
    quoted,
    wording: 'own',
    segments,
    limits,
    binding,
    phrasal,
    actor,
    content,
  };
}

/** A sentence in capitals has at least this number of words; a shorter one can be a heading or a list of names. */
const leastInCapitals = 8;

/** A sentence in lower case if it has only capitals, which would make each of its words a name. The length stays. */
function withoutCapitals(text: string): string {
  if (/\p{Ll}/u.test(text) || (text.match(/\p{Lu}{2,}/gu)?.length ?? 0) < leastInCapitals) return text;
  return text.replace(/[A-Z]+/g, (word) => word.toLowerCase());
}

/** The words of a statement after its introduction. */
function ownWords({ text, tokens, first }: Statement): string {
  const [from, to] = [tokens[first], tokens.at(-1)];
  if (!from || !to) return '';
  const behind = /^[)\]]*/.exec(text.slice(to.end))?.[0].length ?? 0;
  return text.slice(from.start, to.end + behind).replace(/\s+/g, ' ');
}

/** Matches the case that a rule is about. */
const ruleCase = /\b(?:if|when|where|whenever) [^,;:]+/i;

/** A statement parsed again in each of its other constructions with the same meaning. `known` are the words of the rule. */
export function rewordedStatements(
  statement: Statement,
  language: Language,
  rule: Statement,
  known: ReadonlySet<string>,
): Statement[] {
  const { opening, quoted } = statement;
  const own = ownWords(statement);
  const ordered = frontBehind(own, {
    ruleCase: ruleCase.exec(ownWords(rule))?.[0].replace(/\.$/, '') ?? null,
    areAlike: (one, other) => meanAlike(language.stem(one), language.stem(other)),
    isAsked(word) {
      const term = language.stem(word);
      return known.has(term) || [...known].some((one) => meanAlike(one, term));
    },
  });
  const wordings = new Set(
    ordered.length > 0 ? ordered.flatMap((text) => [text, ...rewordingsOf(text)]) : rewordingsOf(own),
  );
  return [...wordings].map((wording) => ({
    ...parseStatement(wording, language, known),
    opening,
    quoted,
    wording: 'plain',
  }));
}

/** A statement parsed again in its plain wording; null if its own words are plain. */
export function plainStatement(statement: Statement, language: Language, known: Known): Statement | null {
  const { opening, quoted } = statement;
  const own = ownWords(statement);
  if (own === '') return null;
  const form = contractForm(own, (word) => known.has(language.stem(word)));
  const plain = plainWording(form);
  if (plain === own) return null;
  return { ...parseStatement(plain, language, known), opening, quoted, wording: 'plain' };
}

/** Whether a word of an introduction neither limits a sentence nor says when it applies. */
function isIdle(token: Token | undefined, language: Language, known: Known): boolean {
  if (token?.kind !== 'word' || limiting.test(token.word)) return false;
  return language.stopWords.has(token.word) || openingWords.has(token.word) || known.has(token.term);
}

/** Matches stop words that limit a sentence, or say when it applies. */
const limiting =
  /^(?:not|no|nor|never|neither|none|only|until|before|after|since|if|unless|when|where|while|once|without|except|under|during|to|by)$/;
