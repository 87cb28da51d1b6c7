import { visible } from '../check/model/datamark.ts';
import { isInstructionLike } from '../check/model/instruction-like.ts';
import { isSameKind, limitsOf } from '../check/words/limits.ts';
import { splitSentences } from '../chunk/sentences.ts';
import { datesOf } from '../label/dates.ts';
import { quantitiesOf } from '../label/quantities.ts';
import { statementGaps } from '../label/statement-gaps.ts';
import { contentTerms } from '../language/content.ts';
import { isDenial } from '../language/denials.ts';
import { english } from '../language/english.ts';
import { normalForm } from '../language/normal-form.ts';
import { tokenize } from '../language/tokens.ts';
import { foreignUnits } from '../language/units.ts';
import type { Span } from '../model/source.ts';

/** A sentence with fewer of the words of the document's is another one. */
const leastKept = 0.5;
const link = /(?:\p{L}+:\/\/|www\.)[^\s,;]+|\S+@[^\s,;]+|[\p{L}\p{N}-]+\.\p{L}{2,}[^\s,;]*/giu;

/** Why a proposed sentence cannot be offered, as a part of a sentence; null if code finds no reason. */
export function faultOf(proposed: string, sentence: string, rule: string): string | null {
  const now = visible(proposed);
  if (now === '') return 'the model proposed no sentence';
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(proposed)) return 'the proposed sentence has several lines';
  if (isInstructionLike(now)) return 'the proposed sentence reads like an instruction to a model';
  const details = detailsOf(now);
  const known = [sentence, rule];
  const keys = new Set(known.flatMap(detailsOf).map(({ key }) => key));
  const words = new Set(known.flatMap((text) => tokenize(text, english)).map(({ word }) => word));
  const links = [...now.matchAll(link)].map(([text]) => ({ text }));
  const grounds = { fileNames: [], texts: [sentence, now, rule] };
  const [added] = statementGaps(now, { ...grounds, quotes: [sentence, rule] });
  const lost = statementGaps(sentence, { ...grounds, quotes: [now] });
  const kept = new Set(contentTerms(now, english));
  const terms = contentTerms(sentence, english);
  const more =
    links.find(({ text }) => !known.some((one) => one.includes(text))) ??
    details.find(({ key, kind }) => !keys.has(key) && !(kind === 'name' && words.has(key))) ??
    added;
  if (more) return `the proposed sentence has “${more.text}”, which neither the document nor the rule has`;
  const denies = tokenize(rule, english).some(({ word }) => isDenial(word));
  const less = lostFrom(sentence, details, rule) ?? lost.find(({ kind }) => denies && kind === 'negation');
  if (less) return `the proposed sentence does not keep “${less.text}” in its place`;
  const isOther = terms.filter((term) => kept.has(term)).length < terms.length * leastKept;
  if (isOther || now.length > 2 * sentence.length + rule.length || countOf(now) > countOf(sentence))
    return 'the model proposed another sentence instead of a change';
  return null;
}

function countOf(text: string): number {
  return [...splitSentences(text)].length;
}

/** A part of a sentence that is not for a model to choose. The offsets are those of the text's `normalForm`. */
type Detail = Span & { kind: 'date' | 'number' | 'name'; key: string; text: string };

/** The dates, numbers with their units, names, and letters in brackets of a text, in its order. */
function detailsOf(text: string): Detail[] {
  const normal = normalForm(text);
  const tokens = tokenize(text, english);
  const dates = datesOf(normal).map((one) => ({ ...one, kind: 'date' as const, key: one.readings.join() }));
  const numbers = quantitiesOf(text).map((one) => {
    return { ...one, kind: 'number' as const, key: `${one.value} ${one.unit}` };
  });
  const names = tokens.flatMap(({ word, kind, capital, code, start, end }, at): Detail[] => {
    const isName = capital && (code || !(english.stopWords.has(word) || isDenial(word)));
    const isLetter = end - start <= 4 && normal[start - 1] === '(' && normal[end] === ')';
    // "dreißig Tage": numbers in the words of other languages are not known.
    const isCount = foreignUnits.has(tokens[at + 1]?.word ?? '');
    if (kind !== 'word' || !(isName || isLetter || isCount)) return [];
    return [{ kind: 'name', key: word, text: normal.slice(start, end), start, end }];
  });
  const all: Detail[] = [...dates];
  for (const one of [...numbers, ...names]) if (!all.some((other) => overlaps(one, other))) all.push(one);
  return all.sort((one, other) => one.start - other.start);
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/**
 * The first detail of a sentence that is not in its place among others. One number or date can go, if the rule states
 * one of its kind.
 */
function lostFrom(sentence: string, now: readonly Detail[], rule: string): Detail | null {
  const [stated, asked] = [limitsOf(sentence), limitsOf(rule)];
  const mayGo = (detail: Detail) =>
    detail.kind === 'date'
      ? datesOf(normalForm(rule)).length > 0
      : detail.kind === 'number' &&
        stated.some((one) => overlaps(one, detail) && asked.some((other) => isSameKind(one, other)));
  let next = 0;
  let gone: string | null = null;
  for (const detail of detailsOf(sentence)) {
    const at = now.findIndex(({ key }, index) => index >= next && key === detail.key);
    if (at >= 0) next = at + 1;
    else if (!mayGo(detail) || now.some(({ key }) => key === detail.key)) return detail;
    else if (gone !== null && gone !== detail.key) return detail;
    else gone = detail.key;
  }
  return null;
}
