import { type Limit, limitsOf } from '../../../check/words/limits.ts';
import { type Quantity, quantitiesOf } from '../../../label/quantities.ts';
import { comparatorOf } from '../../../language/comparators.ts';
import { normalForm } from '../../../language/normal-form.ts';
import { type Found, inDescription } from '../problem.ts';
import type { RuleReading, SentenceReading } from '../reading.ts';

/** Matches words before a number whose exact value is meant: a price, a rate, a fixed count. */
const exactBefore =
  /\b(?:interest|rates?|fees?|prices?|discounts?|rent|deposits?|tax|vat|salary|bonus|shares?|equals?|equal to|multiplied by|exactly|precisely)\s(?:\S+\s){0,2}$|\b(?:first|last|next|previous|preceding|following|every|each|per|once|twice|all)\s$/i;
/** The units whose numbers need a direction: times, shares, and things that are counted to set a limit. */
const measured =
  /^(?:seconds|months|percent|character|digit|bit|byte|kilobyte|megabyte|gigabyte|terabyte|word|attempt|point|iteration|employee)$/;
/** Matches words after a number that show it to be part of a range. */
const joined = /^(?:to|and|or|in|through|of|out|x|by|plus|minus|after|before|from|following|until|per)$/;
/** Matches words before a number that say what it counts: "limit the attempts to no more than 100". */
const countedBefore = /\b(?:numbers?|limit\w*|counts?|total|quantity|score|ratings?|value|length)\b/i;
/** Matches words that give a number before or after them a direction, in a way that the parser does not know. */
const directedBefore =
  /\b(?:least|most|within|up to|more than|less than|fewer than|greater than|longer than|shorter than|later than|earlier than|minimum|maximum|exceed\w*|above|below|over|under|between|until|beyond)\s(?:\S+\s){0,2}$/i;
const directedAfter =
  /^\W*(?:\S+\s){0,2}(?:or (?:more|less|longer|shorter|fewer|greater|higher|lower|later|earlier|better|older|above|below)|minimum|maximum|at (?:least|most|minimum|maximum)|at the latest)\b/i;

/** Numbers without a unit, and numbers that do not say whether more or less is allowed. */
export function checkNumbers({ sentences }: RuleReading): Found[] {
  return sentences.flatMap((sentence) =>
    normalForm(sentence.text) === sentence.text
      ? [
          ...quantitiesOf(sentence.text).flatMap((quantity) => unitless(sentence, quantity) ?? []),
          ...limitsOf(sentence.text).flatMap((limit) => undirected(sentence, limit) ?? []),
        ]
      : [],
  );
}

function unitless({ text, start }: SentenceReading, number: Quantity): Found | null {
  const at = number.start;
  const isLimit = comparatorOf(text, at, number.end) !== null || /\bfor\s$/i.test(text.slice(0, at));
  if (number.unit !== null || !isLimit || !/\d/.test(number.text)) return null;
  const [before, behind] = [text.slice(0, at), text.slice(at + number.text.length)];
  if (/[\p{L}\p{N}./:#(-]$/u.test(before) || /^[-–/.:)\]]?[\p{L}\p{N})\]]/u.test(behind)) return null;
  const next = /^\s*(\p{L}+)/u.exec(behind)?.[1] ?? '';
  if ((next !== '' && !joined.test(next)) || countedBefore.test(before)) return null;
  if (/^\s*(?:to|and|or|–|-)\s*\d/.test(behind)) return null;
  const place = { start: start + at, end: start + at + number.text.length };
  const message = `“${number.text}” has no unit, so it is unclear what it counts.`;
  return inDescription('number_without_unit', place, message);
}

function undirected({ text, start }: SentenceReading, limit: Limit): Found | null {
  if (limit.bound !== null || limit.isInterval || !measured.test(limit.dimension)) return null;
  const at = text.indexOf(limit.text, limit.start);
  const [before, after] = [text.slice(0, at), text.slice(at + limit.text.length)];
  const isBesides = text.lastIndexOf('(', at) > text.lastIndexOf(')', at - 1);
  // "5 attempts or 10 attempts", and "the 5 year plan".
  const isSecond = /\d.*\b(?:or|and)\s$/s.test(before);
  const isAdjective = /\b(?:the|an?|this|that|its|their)\s$/i.test(before) && /^\s\p{L}/u.test(after);
  if (isBesides || isSecond || isAdjective || /\d-/.test(limit.text)) return null;
  if (exactBefore.test(before) || directedBefore.test(before) || directedAfter.test(after)) return null;
  const place = { start: start + at, end: start + at + limit.text.length };
  const message = `“${limit.text}” does not say whether more or less is allowed.`;
  return inDescription('number_without_direction', place, message);
}
