import { words } from '../language/words.ts';
import type { Sentence } from '../model/passage.ts';
import type { Span } from '../model/source.ts';
import { afterCutWord, cutBefore } from './cut-before.ts';

/**
 * Maximum length of a sentence, in characters. A longer sentence is cut, because it is too long to read beside a
 * finding. Measured: 11 of 16,000 sentences of contracts are longer.
 */
export const longestSentence = 2_000;

const abbreviations = words(`
  e.g i.e eg ie cf vs v viz no nos sec secs sect art arts para paras cl ch chap fig figs tab eq eqs vol ed eds pp p
  mr mrs ms dr prof st mt dept est approx reg regs rev stat supp app appx ref refs resp jan feb mar apr jun jul aug
  sep sept oct nov dec gen col lt sgt hon rep sen gov attn incl excl bzw vgl nr abs z.b u.a ca`);
/**
 * Abbreviations that can also be the last word of a sentence. The sentence ends after them only if the next word is one
 * of `openers`, which typically begin a sentence.
 */
const openAbbreviations = words('inc ltd co corp llc plc etc al u.s u.k u.s.a a.m p.m ph.d jr sr min max');
const openers = words(
  'the this that these those it its in if each any all when where no such upon for a an as at by every neither we you they he she there unless',
);

/** German and its neighbours write ordinal numbers with a full stop: "1. Januar", "am 5. Werktag". */
const germanMonth =
  /^(?:jan(?:uar|ner)?|jänner|feb(?:ruar)?|märz|april|maj?i?|juni?|juli?|august|sept?(?:ember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[zs](?:ember)?)(?!\p{L})/iu;
const beforeOrdinal = /(?<!\p{L})(?:am|zum|vom|der|das|dem|den|des|im|bis|jede[rsnm]?|zur)\s\d{1,2}$/iu;

const bullet = String.raw`o(?=\s+\p{Lu})|[•●▪▫◦‣■□∙·\uF0B7\uF0A7]|[–—*-](?=\s)`;
const enumerator = String.raw`\((?:[a-z]{1,2}|[ivxlc]{1,5}|\d{1,2}|[A-Z])\)|(?:[a-z]|[ivx]{1,4}|\d{1,2}|[A-Z])\)|(?:\d{1,2}(?:\.\d{1,2}){0,4}\\?\.?|[a-zA-Z]\\?\.|[ivx]{1,4}\\?\.)(?=[ \t]+["“(]?\p{Lu})`;
const itemStart = new RegExp(String.raw`^[ \t]*(?:${bullet}|${enumerator})`, 'u');
const crossReference =
  /(?:\b(?:sections?|sec\.|clauses?|articles?|paragraphs?|paras?\.?|appendix|annex|table|figure|chapter|part|of|to|under|in|with|by|and|or|than|least|most|version|level)|§)$/i;
/**
 * Matches what can be the end of a sentence. Every repetition is bounded or follows a lookbehind, so that the time
 * stays linear for a text that repeats one character.
 */
const boundary =
  /(?<![.?!…])[.?!…]+["'”’»)\]~]*(?:\[\^[\w-]{1,20}\]|[\u00b2\u00b3\u00b9\u2070\u2074-\u2079])*(?=\s)|[。！？]+["”’」』）]*|\n|(?:[;:,]|[;:,]?\s{1,40}(?:and|or))\s{1,40}(?=\((?:[a-z]{1,2}|[ivx]{1,4}|\d{1,2})\)\s)|[ \t]{1,40}(?=\([ai]\)\s)/gu;
/** Matches a number in words at a line end: "Ten (10) years", broken before the number in digits. */
const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|hundred|thousand|million)$/i;
/** Matches a numbered title such as "§ 11 Break clause". Its last word does not refer to a number on the next line. */
const numberedTitle = /^\s*(?:§\s*)?\d{1,3}(?:\.\d{1,3})*[.)]?\s+\p{Lu}[^.:;!?\n]{0,60}$/u;
const reference =
  /(?:\b(?:sub-?)?(?:sections?|clauses?|paragraphs?|articles?|items?|points?|rules?)|§)\s*[\d.]*(?:\(\w+\))*,?$/i;
const secondItem = /\((?:b|ii)\)\s/;
/** Maximum characters between the first and the second item of a list within a sentence. */
const itemReach = 1_500;

/** Text without a full stop, such as a table, is cut at a line end when it exceeds this number of characters. */
const longestUnstopped = 700;
/**
 * A line ends a paragraph or is a heading if, even with the next word, it would fill less than this share of the width.
 */
const shortLineShare = 0.85;
/** A numbered line without a full stop is more than a title if it has more characters. */
const longestTitle = 60;
/** If the text's lines are wider than this, each line is a paragraph. */
const longestWrappedLine = 200;

/**
 * The width at which a text wraps, in characters: nine of ten lines are not longer (very short lines do not count). A
 * text that does not wrap yields the length of its long paragraphs.
 */
export function lineWidth(text: string): number {
  const lengths = text
    .split('\n')
    .map((line) => line.trim().length)
    .filter((length) => length > 20)
    .sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.9)] ?? 80;
}

/**
 * Splits a text into sentences without loss: each sentence ends where the next begins, and white space belongs to the
 * sentence before it. Sentences continue across line and page breaks. Headings on their own line and list items are
 * separate sentences; a list item has the sentence that introduces the list as its `leadIn`. Full stops of
 * abbreviations, section numbers and initials do not end a sentence. A sentence longer than `longestSentence` is cut at
 * the ends of clauses, else of words. The first sentence begins at `begin`, which can be in the middle of a line, after
 * the title of a clause.
 */
export function* splitSentences(
  text: string,
  width: number = lineWidth(text),
  begin = 0,
): Generator<Sentence> {
  let open: OpenList[] = [];
  for (const { start, end } of wholeSentences(text, width, begin)) {
    const mark = markAt(text, start);
    open = mark === null ? [] : listsWith(mark, open);
    const length = text.slice(start, end).trimEnd().length;
    const leadIn = open.at(-1)?.leadIn;
    const ofItem = leadIn !== undefined && { leadIn: { start: leadIn.start, end: leadIn.end } };
    const ofFragment = leadIn?.fragment;
    let last: Sentence = { start, end, ...ofItem, ...(ofFragment && { fragment: true }) };
    for (let from = start; ; from = last.end) {
      const most = from + longestSentence;
      const whole = start + length > most ? cutBefore(text, most - longestSentence / 2, most) : end;
      // If the cut was inside a very long word, the rest of that word is a sentence of its own, so that the words after
      // it can be cited.
      const cut = (from > start && afterCutWord(text, from, whole)) || whole;
      const isWhole = from === start && cut === end;
      last = isWhole ? last : { start: from, end: cut, ...ofItem, fragment: true };
      yield last;
      if (cut === end) break;
    }
    const ending = text.charAt(start + length - 1);
    const next = markAt(text, end);
    const isTitle = mark !== null && length <= longestTitle && text.slice(start + length, end).includes('\n');
    const goesOn = next !== null && /[^.;,?!]/.test(ending) && !isNextClause(next, mark);
    if ((/[:—]/.test(ending) || (goesOn && !isTitle)) && length > 12) open.push({ leadIn: last, mark });
  }
}

/** A list that can have further items: the sentence that introduces it, the mark of that sentence, and of the first item. */
type OpenList = { leadIn: Sentence; mark: string | null; first?: string };

/** The lists that are open after an item with this mark; the last one has the item. */
function listsWith(mark: string, open: readonly OpenList[]): OpenList[] {
  const ended = open.findIndex((list) => list.mark === mark);
  const lists = ended < 0 ? [...open] : open.slice(0, ended);
  const own = lists.findIndex(({ first }) => first === mark);
  if (own >= 0) return lists.slice(0, own + 1);
  const last = lists.at(-1);
  if (last === undefined || (last.first !== undefined && clauseNumber.test(mark))) return [];
  if (last.first === undefined) lists[lists.length - 1] = { ...last, first: mark };
  return lists;
}

/** The kind of the mark with which an item begins: "(b)" and "(c)" are of one kind, "1.2" and "1.2.1" are not. Null for no item. */
function markAt(text: string, at: number): string | null {
  const mark = itemStart
    .exec(text.slice(at, at + 40))?.[0]
    .trim()
    .replace(/\\?\.?$/, '');
  if (mark === undefined) return null;
  return mark
    .replace(/\d+/g, '1')
    .replace(/^(\(?)[ivx]+(?=\)?$)/, '$1i')
    .replace(/[a-hj-z]{1,2}/, 'a')
    .replace(/[A-Z]/, 'A');
}

const clauseNumber = /^1(?:\.1)*$/;

/** Whether an item is the next clause, and no part of the sentence before it, which has the second mark: "2.3" or "3" after "2.2". */
function isNextClause(mark: string, before: string | null): boolean {
  const isNumber = clauseNumber.test(mark) && (mark.includes('.') || before?.includes('.') === true);
  return mark === before || (isNumber && !mark.startsWith(`${before}.`));
}

/** Splits a text into sentences of any length. */
function* wholeSentences(text: string, width: number, begin: number): Generator<Span> {
  let start = begin;
  let firstWord = afterSpace(text, begin);
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    if (end <= firstWord) continue;
    if (!ends(text, start, match, width)) continue;
    const next = afterSpace(text, end);
    if (next >= text.length) break;
    yield { start, end: next };
    start = next;
    firstWord = next;
  }
  if (start < text.length) yield { start, end: text.length };
}

function afterSpace(text: string, from: number): number {
  const nonSpace = /\S/g;
  nonSpace.lastIndex = from;
  return nonSpace.exec(text)?.index ?? text.length;
}

function ends(text: string, from: number, match: RegExpExecArray, width: number): boolean {
  const mark = match[0];
  const end = match.index + mark.length;
  if (mark === '\n') return endsLine(text, from, match.index, width);
  if (/[.?!…。！？]/.test(mark)) return endsSentence(text, mark, end);
  const before = text.slice(Math.max(from, match.index - 40), match.index);
  if (reference.test(before) || /\(\w{1,4}\)$/.test(before)) return false;
  return mark.trim() !== '' || secondItem.test(text.slice(end + 3, end + itemReach));
}

/**
 * Whether the line that ends at `at` ends a sentence, a title or an item of a list. `from` is where the sentence begins
 * at which the line is looked at.
 */
export function endsLine(text: string, from: number, at: number, width: number): boolean {
  const before = text.slice(from, at).trimEnd();
  const rest = text.slice(at);
  const gap = /^\s*/.exec(rest.slice(0, 400))?.[0] ?? '';
  const next = rest.slice(gap.length, gap.length + 60);
  if (next === '') return true;
  const complete =
    /[.?!:;。！？]["'”’»)\]]*(?:\[\^[\w-]{1,20}\]|[\u00b2\u00b3\u00b9\u2070\u2074-\u2079])*$/.test(before);
  const isTitle = numberedTitle.test(before) && /\n[ \t\r]*\n/.test(gap);
  const isRepeated = numberWord.test(before) && /^\(\d/.test(next);
  if (isTitle || (itemStart.test(next) && !crossReference.test(before) && !isRepeated)) return true;
  const goesOn = /^["“(]?\p{Ll}/u.test(next) && !complete;
  if (goesOn) return before.length > longestUnstopped * 2;
  if (/\n[ \t\r]*\n/.test(gap) && !crossReference.test(before) && !/,$/.test(before)) return true;
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim();
  if (before.length > longestUnstopped) return true;
  if (/[,(-]$/.test(before) || crossReference.test(before)) return false;
  if (width > longestWrappedLine) return true;
  const word = /^\S*/.exec(next)?.[0].length ?? 0;
  const fills = line.length + 1 + word;
  if (fills >= width * shortLineShare || !/^["“(]?[\p{Lu}\d$€£]/u.test(next)) return false;
  return fills < widthOfCapitals(line, rest) * shortLineShare;
}

/** Matches what follows a line in capitals, without lower case, until a sentence ends; the length is bounded. */
const untilStop = /^(?:\n?[^\n\p{Ll}]){0,1000}?[.;]["”’]?(?=\s|$)/u;

/**
 * The width of the paragraph in capitals that a line begins or continues, such as an indented legend: no lower case shows
 * there that a line goes on. Infinity for other lines, and for titles, which have no full stop.
 */
function widthOfCapitals(line: string, rest: string): number {
  const isOther = !/\p{Lu}/u.test(line) || /\p{Ll}/u.test(line);
  const paragraph = isOther ? undefined : untilStop.exec(rest)?.[0];
  if (paragraph === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(line.length, ...paragraph.split('\n').map((other) => other.trim().length));
}

function endsSentence(text: string, mark: string, end: number): boolean {
  if (/^[。！？]/.test(mark)) return true;
  const next = text.slice(end, end + 60).trimStart();
  if (!/^(?:["“‘'([*_]*[\p{Lu}\p{N}\p{Lo}]|[•●▪◦‣–—§$€£-]|\([a-z]{1,4}\)\s+["“]?\p{Lu})/u.test(next))
    return false;
  if (!mark.startsWith('.')) return true;
  if (mark.startsWith('..')) return /^["“(]?\p{Lu}/u.test(next);
  const before = text.slice(Math.max(0, end - mark.length - 40), end - mark.length);
  const word = /[\p{L}\p{N}.]+$/u.exec(before)?.[0] ?? '';
  const lower = word.toLowerCase();
  if (abbreviations.has(lower)) return false;
  const opener = openers.has(/^["“(]?(\p{L}+)/u.exec(next)?.[1]?.toLowerCase() ?? '');
  if (openAbbreviations.has(lower)) return opener;
  if (/^\d{1,2}$/.test(word) && (germanMonth.test(next) || beforeOrdinal.test(before))) return false;
  if (/^\p{Lu}$/u.test(word) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(word)) return opener;
  const newline = before.lastIndexOf('\n');
  const lineStart = before.slice(newline + 1);
  if (newline > 0 && crossReference.test(before.slice(0, newline).trimEnd())) return true;
  if (/^\s*(?:\d{1,2}(?:\.\d{1,3})*|[a-z]|[ivx]{1,4})\\?$/i.test(lineStart)) return false;
  return true;
}
