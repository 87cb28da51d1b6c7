import type { Limit } from '../../../check/lexical/parse/limits.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Found } from '../problem.ts';
import { placeOf, type RuleReading, type SentenceReading } from '../reading.ts';

/** Matches words before a number whose exact value is meant: a price, a rate, a fixed count. */
const exactBefore =
  /\b(?:interest|rates?|fees?|prices?|discounts?|rent|deposits?|tax|vat|salary|bonus|shares?|equals?|equal to|multiplied by|exactly|precisely)\s(?:\S+\s){0,2}$|\b(?:first|last|next|previous|preceding|following|every|each|per|once|twice|all)\s$/i;
const measured = /^(?:time|percent|length|mass|volume|data|money|square|cubic)/;
/** Matches terms of things that are counted to set a limit. */
const counted = /^(?:charact|digit|bit|byte|word|attempt|tri|point|iter|employe|retri)/;
/** Matches words after a number that show it to be part of a range. */
const joined = /^(?:to|and|or|in|through|of|out|x|by|plus|minus)$/;
/** Matches words before a number that say what it counts: "limit the attempts to no more than 100". */
const countedBefore = /\b(?:numbers?|limit\w*|counts?|total|quantity|score|ratings?|value|length)\b/i;
/** Matches words that give a number before or after them a direction, in a way that the parser does not know. */
const directedBefore =
  /\b(?:least|most|within|up to|more than|less than|fewer than|greater than|longer than|shorter than|later than|earlier than|minimum|maximum|exceed\w*|above|below|over|under|between|until|beyond)\s(?:\S+\s){0,2}$/i;
const directedAfter =
  /^\W*(?:\S+\s){0,2}(?:or (?:more|less|longer|shorter|fewer|greater|higher|lower|later|earlier|better|older|above|below)|minimum|maximum|at (?:least|most|minimum|maximum)|at the latest)\b/i;

/** Numbers without a unit, and numbers that do not say whether more or less is allowed. */
export function checkNumbers({ sentences }: RuleReading): Found[] {
  return sentences.flatMap((sentence) => {
    const problems: Found[] = [];
    for (const limit of sentence.statement.limits) {
      const problem = unitless(sentence, limit) ?? undirected(sentence, limit);
      if (problem) problems.push(problem);
    }
    return problems;
  });
}

function unitless(sentence: SentenceReading, limit: Limit): Found | null {
  const { tokens, text } = sentence.statement;
  const number = tokens[limit.at];
  if (limit.dimension !== 'count' || limit.terms.length > 0 || number?.kind !== 'number') return null;
  const last = tokens[limit.to] ?? number;
  const [before, behind] = [text.slice(0, number.start), text.slice(last.end)];
  if (/[\p{L}\p{N}./:#-]$/u.test(before) || /^[-–/.:]?[\p{L}\p{N}]/u.test(behind)) return null;
  if (/^[)\]]/.test(behind) || /\($/.test(before)) return null;
  const next = tokens[tokens.indexOf(last) + 1]?.word ?? '';
  const isRange =
    joined.test(next) && tokens.slice(limit.at + 1, limit.at + 4).some(({ kind }) => kind === 'number');
  if (isRange || (next === 'of' && !directedBefore.test(before.slice(-30)))) return null;
  if (countedBefore.test(before) || /\d in $/.test(before)) return null;
  // A number in words without a direction counts what came before: "one of the two".
  if (!/\d/.test(number.word) && !directedBefore.test(before.slice(-30))) return null;
  const { words, ...place } = placeOf(sentence, number, last);
  return {
    ...{ field: 'description', ...place, code: 'number_without_unit' },
    message: `“${words}” has no unit, so it is unclear what it counts.`,
  };
}

function undirected(sentence: SentenceReading, limit: Limit): Found | null {
  const { tokens, text } = sentence.statement;
  const { dimension, bound, vague, role, terms } = limit;
  const number = tokens[limit.at];
  const last = tokens[Math.max(limit.to, limit.last)];
  if (bound !== 'exact' || vague || !number || number.kind !== 'number' || !last) return null;
  if (role === 'every' && tokens[limit.at + 1]?.word !== 'times') return null;
  const isMeasured = measured.test(dimension) || terms.some((term) => counted.test(term));
  if (!isMeasured || /^-/.test(text.slice(number.end)) || isAdjective(tokens, limit)) return null;
  const [before, after] = [text.slice(0, tokens[limit.from]?.start ?? number.start), text.slice(last.end)];
  if (isBesides(text, number.start) || isSecond(tokens, limit)) return null;
  if (exactBefore.test(before) || directedBefore.test(before) || directedAfter.test(after)) return null;
  const { words, ...place } = placeOf(sentence, number, last);
  return {
    ...{ field: 'description', ...place, code: 'number_without_direction' },
    message: `“${words}” does not say whether more or less is allowed.`,
  };
}

/** Whether a place is in brackets, where a number only explains. */
function isBesides(text: string, at: number): boolean {
  return text.lastIndexOf('(', at) > text.lastIndexOf(')', at - 1);
}

/** Whether a number shares the direction of a number before it: "at most 5 attempts or 10 attempts if …". */
function isSecond(tokens: readonly Token[], { from, at }: Limit): boolean {
  if (!/^(?:or|and)$/.test(tokens[from - 1]?.word ?? '')) return false;
  return tokens.slice(0, at).some(({ kind }) => kind === 'number');
}

/** Whether a number describes a thing that has a name: "the 5 year plan". */
function isAdjective(tokens: readonly Token[], { at, last, dimension }: Limit): boolean {
  const next = tokens[last + 1];
  const determined = /^(?:the|a|an|this|that|its|their)$/.test(tokens[at - 1]?.word ?? '');
  return dimension === 'time' && determined && next?.kind === 'word' && next.content !== null;
}
