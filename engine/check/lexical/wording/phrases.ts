import { isNegative } from '../../../language/numbers.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Passages } from '../../../model/passage.ts';
import type { RuleTerm } from '../../../retrieve/evidence.ts';
import { type Candidate, holdsTerm } from '../candidates.ts';
import type { Asked } from '../compare/asked.ts';
import type { Comparison } from '../compare/compare.ts';
import type { Bearing } from '../in-force/bearing.ts';
import { clauseMapOf } from '../in-force/clause-map.ts';
import type { Limit } from '../parse/limits.ts';
import type { Statement } from '../parse/statement.ts';

/** A clause with less than this share of the rule's object words does not count as being about the rule. */
export const sameSubject = 0.6;
const mostWords = 4;
/** Spaces before the number of a clause, at most. */
const mostSpace = 80;
const mostPhraseWords = 12;
/**
 * Two words that the rule lacks are quoted as one phrase if the second one is at most this many tokens after the first.
 */
const phraseGap = 4;
const mostSmallWords = 3;
const smallWords =
  /^(?:a|all|an|and|any|at|by|during|each|for|from|in|its|no|not|of|on|only|or|such|the|this|to|under|with|without)$/;
/**
 * Matches a reference to clauses at the beginning of a sentence, such as "(a) or (b) above", which is not the
 * sentence's own number.
 */
const namesClauses = /^\s*\(?\w{1,4}[.)]\s+(?:or|and|to|through|above|below|of)\b/i;
/** Matches the number of a second clause inside a text whose lines are joined. */
const otherNumber =
  /(?:^|\s)(?:(?:ARTICLE|SECTION)\s+\w|\d{1,3}(?:\.\d{1,3})+\.?\s+\p{Lu}|\d{1,3}\.\s+\p{Lu}|[A-Z]\.\s+\p{Lu}\p{Ll}|\([a-z]{1,4}\)\s+\p{Lu})/u;
const determiners = /^(?:the|a|an|any|all|both|each|either|every|neither|no)$/;
const mostActorWords = 6;
const law =
  /\blaws?(?:\s+and\s+[\p{Ll}\s]{1,30}?)?\s+of\s+(?<place>(?:the\s+)?\p{Lu}[\p{L}.]*(?:\s+(?:of\s+)?(?:the\s+)?\p{Lu}[\p{L}.]*)*)/u;

/**
 * The name of the clause that contains a sentence, such as "clause 7.2"; null if the clause has no number, or if it is
 * not certain that the number is that of the sentence.
 */
export function clauseName(
  { passage, sentence, text }: Pick<Candidate, 'passage' | 'sentence' | 'text'>,
  passages: Passages,
): string | null {
  const map = clauseMapOf(passage.source, passages);
  const line = map.lineAt(passage, sentence.start);
  if (!line || line.label === null || line.label.startsWith('(') || namesClauses.test(text)) return null;
  const before = map.clauseOf(line).filter((other) => other.sentence.start < sentence.start);
  const [head = ''] = [...before.map((other) => other.text), text];
  // In the middle of a line, "(v)" marks an item of a sentence and not a clause.
  const start = before[0]?.sentence.start ?? sentence.start;
  if (
    line.label.endsWith(')') &&
    !/(?:^|\n)\s*$/.test(passage.source.content.text.slice(0, start).slice(-mostSpace))
  )
    return null;
  const number = /\(\w+\)$/.exec(line.label)?.[0] ?? line.label;
  // "(4)" can be the number of a note to a table.
  if (/^\(\d/.test(number) && !text.trimStart().startsWith(number)) return null;
  const last = lastNumber(passage.source.content.text, sentence.start);
  if (last !== null && last !== number) return null;
  const rest = head.replace(/^[\s§]+/, '');
  const isOwn = rest.startsWith(number);
  const isOfHeading = line.heading !== null && line.heading === passage.headingPath.at(-1);
  if (isOwn ? number !== line.label && !isOfHeading : !isOfHeading) return null;
  const words = [isOwn ? rest.slice(number.length) : head, ...before.slice(1).map((other) => other.text)];
  const whole = [...words, before.length > 0 ? text : ''].join('\n');
  return otherNumber.test(whole) ? null : `clause ${line.label}`;
}

/** A line before a sentence is searched for a number within this many characters. */
const numberReach = 6_000;
/** Matches the number at the beginning of a line, such as "20. LAW." or "(4)". */
const lineNumber =
  /(?:^|\n)[ \t]{0,40}[*_#-]{0,6}[ \t]{0,4}(?:§[ \t]*|(?:ARTICLE|Article|SECTION|Section|Clause|CLAUSE)[ \t])?(\(\w{1,4}\)|\d{1,3}(?:\.\d{1,3}){0,4}(?=[.):]?[*_]{0,2}[ \t]{1,20}\p{Lu})|[A-Z](?:\.\d{1,3}){0,4}(?=[.)][*_]{0,2}[ \t]{1,20}\p{Lu}))/gu;

/** The number that is nearest before a sentence, or begins it; null if no line has one. */
function lastNumber(text: string, start: number): string | null {
  const from = Math.max(0, start - numberReach);
  const near = text.slice(from, start + longestMark);
  return [...near.matchAll(lineNumber)].findLast(({ index }) => from + index <= start)?.[1] ?? null;
}

/** A clause number with the signs around it has at most this many characters. */
const longestMark = 24;

/** How the statement of a finding names a passage that bears on a clause. */
export function bearingName({ line, where }: Bearing, passages: Passages): string {
  if (where === 'beside') return 'another sentence of the clause';
  return (line && clauseName(line, passages)) ?? 'another passage';
}

/** Whether a clause is about the rule: it has the rule's act and most of the words for its object. */
export function isAbout({ act, actElsewhere, coverage }: Comparison): boolean {
  return (act || actElsewhere) && coverage >= sameSubject;
}

/** Whether the actor of a rule is any party: "neither party", "each party". */
export function isAnyParty({ actor }: Asked): boolean {
  return (
    actor.includes('parti') &&
    actor.every((term) => /^(?:parti|neither|either|each|both|any|all)$/.test(term))
  );
}

/** The words of a statement between two of its tokens; null if there is no span. */
export function phrase(
  { text, tokens }: Pick<Statement, 'text' | 'tokens'>,
  span: { from: number; to: number } | null,
): string | null {
  const [from, to] = [tokens[span?.from ?? -1], tokens[span?.to ?? -1]];
  return from && to ? shortened(text.slice(from.start, to.end)) : null;
}

/** The actor of a statement, in the words of the statement; null if these are many words or if no actor is named. */
export function actorWords(statement: Statement): string | null {
  const { tokens, actor } = statement;
  if (!actor) return null;
  const from = determiners.test(tokens[actor.from - 1]?.word ?? '') ? actor.from - 1 : actor.from;
  const words = phrase(statement, { from, to: actor.to });
  if (words === null || words.split(' ').length > mostActorWords) return null;
  return determiners.test(tokens[from]?.word ?? '') ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** The actor of a duty, in the words of its rule. */
export function askedActor({ actor, words }: Asked): string {
  return actor.map((term) => words.get(term) ?? term).join(' ');
}

/**
 * The modal phrase of a statement with its verb, such as “shall not notify”; null if the phrase does not show how the
 * statement binds.
 */
export function forceWords(statement: Statement): string | null {
  const { binding, tokens } = statement;
  const { verb, force } = binding;
  const before = binding.modals.filter(({ from }) => verb !== null && from < verb);
  if (verb === null || before.length === 0 || statement.wording === 'plain') return null;
  const from = Math.min(...before.map((modal) => modal.from));
  if (verb - from > 7) return null;
  const words = tokens.slice(from, verb + 1).map(({ word }) => word);
  const denies = words.some((word) =>
    /^(?:not|never|no|cannot|.*n't|forbidden|prohibited|refrain)$/.test(word),
  );
  const isDenial = /^(?:ban|exempt|denied fact|advice against|hope against)$/.test(force);
  return denies === isDenial ? phrase(statement, { from, to: verb }) : null;
}

/** A limit in the words of the sentence. */
export function limitWords({ text, tokens }: Statement, { from, to, last }: Limit): string {
  const words = (place: number): Token | undefined => tokens[place];
  // In "must not be longer than three years", the direction of the limit is that of the denial.
  const before = /^(?:be|exceed|take|last)$/.test(words(from - 1)?.word ?? '') ? from - 2 : from - 1;
  const start = words(before)?.word === 'not' ? before : from;
  const [first, end] = [words(start), words(Math.max(to, last))];
  return first && end
    ? text
        .slice(isNegative(tokens, start, text) ? first.start - 1 : first.start, end.end)
        .replace(/\s+/g, ' ')
        .replace(/^not be /i, 'not ')
        .replace(/^not (?:to )?exceed(?:ing)?\b/i, 'at most')
        .replace(/\(([^)]*)$/, '$1')
    : 'another limit';
}

/** The country or state whose law a sentence names: "the State of Ohio"; null if there is none. */
export function lawOf({ text }: Statement): string | null {
  return law.exec(text.replace(/\s+/g, ' '))?.groups?.place?.replace(/\.$/, '') ?? null;
}

/** Names as a statement writes them. A name includes the capitalised words beside it: "New York". */
export function namesIn({ text, tokens }: Statement, words: readonly string[]): string[] {
  const names = words.map((word) => {
    const at = tokens.findIndex((token) => token.word === word);
    const before = tokens[at - 1];
    // A number is named with the word before it: "section 5".
    if (tokens[at]?.kind === 'number' && before?.kind === 'word')
      return text.slice(before.start, tokens[at].end);
    if (at < 0 || !tokens[at]?.capital) return word;
    const joins = (one: number, other: number): boolean =>
      tokens[other]?.capital === true &&
      !smallWords.test(tokens[other].word) &&
      text.slice(tokens[Math.min(one, other)]?.end, tokens[Math.max(one, other)]?.start).trim() === '';
    let [from, to] = [at, at];
    while (joins(from, from - 1)) from -= 1;
    while (joins(to, to + 1)) to += 1;
    return text.slice(tokens[from]?.start, tokens[to]?.end);
  });
  return [...new Set(names)];
}

/**
 * The names of the rule that a clause lacks and that a reader can look for, without the actor and without names of the
 * document itself.
 */
export function lackedNames(
  { missingNames }: Pick<Comparison, 'missingNames'>,
  { statement, actor, words }: Asked,
) {
  const acting = new Set(actor.map((term) => words.get(term) ?? term));
  return namesIn(
    statement,
    missingNames.filter(
      (name) => !acting.has(name) && !/^(?:agreement|contract|document|part(?:y|ies))$/.test(name),
    ),
  );
}

/**
 * The longest phrase of a clause whose content words are not in the rule; null if the rule has all content words of the
 * clause.
 */
export function furtherWords({ statement, extra }: Pick<Comparison, 'statement' | 'extra'>): string | null {
  const { text, tokens, content, first } = statement;
  const lacked = new Set(extra);
  const groups: number[][] = [];
  let isJoined = false;
  for (const at of content) {
    if (!lacked.has(tokens[at]?.word ?? '')) {
      isJoined = false;
      continue;
    }
    const group = groups.at(-1);
    const last = group?.at(-1) ?? -1;
    const between = text.slice(tokens[last]?.end ?? 0, tokens[at]?.start);
    if (group && isJoined && at - last <= phraseGap && !/[.;:()]/.test(between)) group.push(at);
    else groups.push([at]);
    isJoined = true;
  }
  const [longest] = [...groups].sort((one, other) => other.length - one.length);
  if (!longest) return extra[0] ?? null;
  let from = longest[0] ?? 0;
  for (let count = 0; count < mostSmallWords && from > first; count += 1) {
    const gap = text.slice(tokens[from - 1]?.end, tokens[from]?.start);
    if (!smallWords.test(tokens[from - 1]?.word ?? '') || gap.trim() !== '') break;
    from -= 1;
  }
  while (/^(?:and|of|or)$/.test(tokens[from]?.word ?? '') && from < (longest[0] ?? 0)) from += 1;
  const words = text.slice(tokens[from]?.start, tokens[longest.at(-1) ?? from]?.end).split(/\s+/);
  return words.length > mostPhraseWords
    ? `${words.slice(0, mostPhraseWords).join(' ').replace(/[,;]$/, '')} …`
    : words.join(' ');
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

export function listed(words: readonly string[], joined: 'and' | 'or' = 'and'): string {
  const shown = [...new Set(words)].slice(0, mostWords).map((word) => `“${word}”`);
  if (words.length > mostWords) shown.push('more of its words');
  if (shown.length === 0) return 'the same words';
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} ${joined} ${last}` : last;
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 157).replace(/\s+\S*$/, '')} …` : line;
}

/** A passage without the number of its clause and without its full stop. */
export function withoutNumber(text: string): string {
  return text
    .trim()
    .replace(/^(?:§\s*)?\d{1,3}(?:\.\d{1,3})*[.)]?\s+(?=\p{Lu})/u, '')
    .replace(/\.$/, '');
}
