import { splitSentences } from '../../chunk/sentences.ts';
import { tidied } from '../../cite/quote-text.ts';
import type { Sentence } from '../../model/passage.ts';
import { grouped } from '../../model/sorted.ts';
import type { Span } from '../../model/source.ts';
import type { Section } from './outline.ts';

/**
 * A sentence, an item of a list with the sentence that introduces the list, or such a sentence with the whole list.
 * Offsets are those of the readable text. `text` can be read alone; `own` are the words of the span only.
 */
export type Unit = Span & {
  text: string;
  own: string;
  /** The words that introduce the list, which `text` contains; null if the unit is in no list or needs none. */
  leadIn: string | null;
  /** The marks of the item and of the items around it, such as "(b)(ii)"; '' without any. */
  marks: string;
};

type Line = Span & { own: string; bare: string; mark: string; parent: number; isFragment: boolean };

const itemMark =
  /^(?:(?<sign>[•●▪▫◦‣■□∙·\uF0B7\uF0A7–—*-]|o(?=\s+\p{Lu}))\s*|(?<mark>\([a-zA-Z]{1,2}\)|\([ivxlc]{1,5}\)|\(\d{1,2}\)|(?:[a-zA-Z]|[ivx]{1,4}|\d{1,2})[.)])\s+)/u;
/** Matches the end of an introduction that its items complete: "The supplier shall:". */
const open =
  /(?:\b(?:shall|must|will|may|should|can|not|to|that|by|be|is|are|and|or|either|both|including|includes?|of|for|with|from|if|when|where|who|which|the|any|all|each)|,)\s*[:—–-]?$/i;
/** Matches an introduction whose list has to be read as one: its items are alternatives or parts of one duty. */
const whole =
  /\b(?:any|one|either|each|some|none|combination|more|two|both)\b(?: or more)?(?: of| from)?(?: the| these)?(?: following| below)?[^:]{0,60}[:—–-]?$/i;
const alternatives = /[;,]?\s+or$/i;
/** Matches an item that says who does something, or what is to be done, in a sentence of its own. */
const ownBinding =
  /\b(?:shall|must|may not|is required to|are required to|has to|have to|should|will|agrees? to|undertakes? to|covenants? to|SHALL|MUST|SHOULD|MAY)\b/;
/** Matches an item that binds without its introduction. */
const firmBinding =
  /\b(?:shall|must|may not|is required to|are required to|has to|have to|should|SHALL|MUST|SHOULD|MAY)\b/;
/** Matches an item whose subject is the introduction: "Cookies: 1. shall be tagged". */
const startsWithModal = /^(?:shall|must|may|should|will|is|are)\b/i;
const longestWhole = 6_000;

/** The sentences of a section, with each list joined to its introduction. */
export function* unitsOf(text: string, { body, end }: Section, width: number): Generator<Unit> {
  const lines = linesOf(text, body, end, width);
  const items = grouped(lines.keys(), (at) => lines[at]?.parent);
  const done = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (done.has(at)) continue;
    const own = items.get(at);
    const { start } = line;
    const leadIn = introduction(lines, line.parent, line);
    const common = { leadIn, marks: marksOf(lines, at) };
    const list = own && readAsOne(lines, at, own) ? treeOf(items, at) : null;
    if (list) {
      for (const item of list) done.add(item);
      const { end } = lines[list.at(-1) ?? at] ?? line;
      const words = `${line.bare} ${joined(list.map((item) => lines[item]?.bare ?? ''))}`;
      const whole = leadIn === null ? words : `${leadIn} ${words}`;
      yield { start, end, own: tidied(text.slice(start, end)), text: whole, ...common };
      continue;
    }
    // The words of an introduction that its items need are in the units of the items.
    if (own?.every((item) => needsIntroduction(line, lines[item]))) continue;
    const words = leadIn === null ? line.bare : `${leadIn} ${trimmedItem(continued(line.bare, leadIn))}`;
    yield { start, end: line.end, own: line.own, text: words, ...common };
  }
}

function linesOf(text: string, body: number, end: number, width: number): Line[] {
  const lines: Line[] = [];
  const at = new Map<number, number>();
  for (const sentence of splitSentences(text.slice(body, end), width)) {
    const parent = parentOf(sentence, at);
    at.set(sentence.start, lines.length);
    for (const piece of piecesOf(text, { start: body + sentence.start, end: body + sentence.end })) {
      const span = trimmed(text, piece);
      if (span === null) continue;
      const own = tidied(text.slice(span.start, span.end));
      const { mark, bare } = unmarked(own);
      const isFragment = sentence.fragment === true;
      lines.push({ ...span, own, bare, mark, parent, isFragment });
    }
  }
  return lines;
}

/** Matches the end of an item before the mark of the next: sentences go on after "and" and "or" at a line end. */
const betweenItems =
  /\b(?:and|or)[ \t]*\n\s*(?=[•●▪▫◦‣■□∙·\uF0B7\uF0A7–—*-]\s)|[;,][ \t]{1,8}(?:and|or)[ \t]*\n\s*(?=\(?[a-z]{1,4}\)\s)/gu;

/** Matches the end of a sentence before the mark of an item in the same line: "… hereof. (b) The Recipient". */
const inLineItem = /[.;]["”)]?[ \t]{1,8}(?=\([a-z]{1,4}\)[ \t]{1,8}["“]?\p{Lu})/gu;

function piecesOf(text: string, { start, end }: Span): Span[] {
  const words = text.slice(start, end);
  const cuts = [...words.matchAll(betweenItems), ...words.matchAll(inLineItem)]
    .map((match) => start + match.index + match[0].length)
    .sort((one, other) => one - other);
  return [start, ...cuts].map((from, at) => ({ start: from, end: cuts[at] ?? end }));
}

function parentOf({ leadIn, start }: Sentence, at: ReadonlyMap<number, number>): number {
  return leadIn === undefined || leadIn.start === start ? -1 : (at.get(leadIn.start) ?? -1);
}

function trimmed(text: string, { start, end }: Span): Span | null {
  const words = text.slice(start, end);
  const first = words.search(/\S/);
  return first < 0 ? null : { start: start + first, end: start + words.trimEnd().length };
}

/** A sentence without the mark of a list item in front of it. */
export function unmarked(own: string): { mark: string; bare: string } {
  const found = itemMark.exec(own);
  if (!found) return { mark: '', bare: own };
  const { sign, mark = '' } = found.groups ?? {};
  return { mark: sign ?? mark, bare: own.slice(found[0].length) };
}

/** Whether a list has to be read as one sentence with its introduction: its items are alternatives, or name things. */
function readAsOne(lines: readonly Line[], at: number, items: readonly number[]): boolean {
  const line = lines[at];
  const last = lines[items.at(-1) ?? at];
  if (!line || !last || line.isFragment || last.end - line.start > longestWhole) return false;
  const own = items.flatMap((item) => lines[item] ?? []);
  if (!ownBinding.test(line.bare) || own.some(({ isFragment }) => isFragment)) return false;
  const isChoice = whole.test(line.bare) || own.slice(0, -1).some(({ bare }) => alternatives.test(bare));
  if (isChoice) return true;
  return !open.test(line.bare) && !own.some(({ bare }) => ownBinding.test(bare));
}

/** The lines of a list: its items, the items in them, and the further sentences of all items but the last. */
function treeOf(items: ReadonlyMap<number | undefined, number[]>, at: number): number[] {
  let last = at;
  for (let next = items.get(at)?.at(-1); next !== undefined; next = items.get(next)?.at(-1)) last = next;
  return Array.from({ length: last - at }, (_, offset) => at + 1 + offset);
}

/** The words of the introductions above an item that belong to the item's sentence; null if it can be read alone. */
function introduction(lines: readonly Line[], parent: number, item: Line): string | null {
  const line = lines[parent];
  if (!line) return null;
  const above = introduction(lines, line.parent, line);
  if (!needsIntroduction(line, item)) return above;
  const words =
    open.test(line.bare) || startsWithModal.test(item.bare) ? line.bare.replace(/\s*[:—–-]$/, '') : line.bare;
  return above === null ? words : `${above} ${words}`;
}

function needsIntroduction(introduction: Line, item: Line | undefined): boolean {
  if (!item) return false;
  return (
    open.test(introduction.bare) ||
    startsWithModal.test(item.bare) ||
    isCondition(introduction.bare) ||
    (ownBinding.test(introduction.bare) && !firmBinding.test(item.bare))
  );
}

function isCondition(words: string): boolean {
  return /^(?:if|when|where|in the event|in case|for (?:each|every|all|any)|unless|before|after|upon|during|at)\b/i.test(
    words,
  );
}

/** The item with a small letter, if it continues the sentence of its introduction. */
function continued(item: string, introduction: string): string {
  return /[:.]$/.test(introduction) || !/^\p{Lu}\p{Ll}+\b(?![-’'])/u.test(item)
    ? item
    : item.charAt(0).toLowerCase() + item.slice(1);
}

function trimmedItem(words: string): string {
  const own = withoutJoiner(words, /[;,]$/);
  return /[.!?]["”’)\]]*$/.test(own) ? own : `${own}.`;
}

function joined(items: readonly string[]): string {
  const words = items.map((item) => withoutJoiner(item, /[;,.]$/));
  const choice = items.some((item) => alternatives.test(item));
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).join('; ');
  return `${before === '' ? last : `${before}; ${choice ? 'or ' : ''}${last}`}.`;
}

/** The words of an item without the "and" or "or" that joins it to the next item, and without the mark at its end. */
function withoutJoiner(words: string, mark: RegExp): string {
  return words
    .trimEnd()
    .replace(/\s(?:and|or)$/i, '')
    .trimEnd()
    .replace(mark, '')
    .trimEnd();
}

function marksOf(lines: readonly Line[], at: number): string {
  const line = lines[at];
  if (!line) return '';
  const own = /^\(?[\p{L}\p{N}]+[.)]$/u.test(line.mark) ? `(${line.mark.replace(/[().]/g, '')})` : '';
  return `${line.parent >= 0 ? marksOf(lines, line.parent) : ''}${own}`;
}
