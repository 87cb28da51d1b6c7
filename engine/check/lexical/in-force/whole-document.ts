import {
  aboutWholeText,
  doubtOfText,
  overridesText,
  prefersText,
  speakingText,
  speakingTitle,
  stampOfText,
  textWords,
} from '../../../language/effect-words.ts';
import { isInstructionLike } from '../../model/instruction-like.ts';
import type { ClauseMap, Line } from './clause-map.ts';
import { escapedLabel, namingOf, withoutLaws } from './references.ts';

/*
 * Whether a document may say of all its text, outside its clauses, that the text is not in force: "DRAFT", "Terms that we
 * reject", "These terms applied until 2019". A list of such texts is never complete, so a line that belongs to no clause
 * needs only one word of doubt, and a clause is then not CONFIRMED.
 */

/** Matches a term in quotation marks with a verb that defines it. */
const definesTerm =
  /["“”'‘’](?<term>[\p{L}][\p{L} -]{0,40})["“”'‘’],?\s+(?:means?|shall mean|describes?|refers? to|includes?|is|are|denotes?)\b/giu;
const mostWordsOfTitle = 8;
const mostWordsOfOpen = 30;
const letters = /\p{L}/u;
/** Longer documents are only searched near their begin and their end, where such texts are. */
const searched = 400;

/** A line that makes a clause doubtful. `isLikely`: it is about the whole text, or a stamp at the begin of the document. */
type Dispute = { line: Line; isLikely: boolean };

/** What is known about a line of a document before it is compared with a clause. */
type Remark = {
  line: Line;
  text: string;
  /** What the line makes of every clause. */
  onAll: Dispute | null;
  /** The terms that the line defines, as written. */
  defines: readonly string[];
  /** Whether the line is part of a numbered clause, which is doubtful only for clauses that it names. */
  isClause: boolean;
  /** What the line makes of a clause whose number it does not have. */
  onOthers: Dispute | null;
};

const remarks = new WeakMap<ClauseMap, readonly Remark[]>();

/** The remarks of a document; computed once, then cached with its clauses. */
function remarksOf(map: ClauseMap): readonly Remark[] {
  const known = remarks.get(map);
  if (known) return known;
  const found = map.lines.flatMap((line, at) => {
    if (at >= searched && at < map.lines.length - searched) return [];
    // A row of a table is about its own things.
    if (!letters.test(line.text) || line.text.includes('|') || isInstructionLike(line.text)) return [];
    return [remarkOf(map, line, at)];
  });
  remarks.set(map, found);
  return found;
}

function remarkOf({ lines, labels }: ClauseMap, line: Line, at: number): Remark {
  const isNumbered = labels.size > 0;
  const text = withoutLaws(line.text);
  const remark = {
    line,
    text,
    defines: termsIn(text),
    isClause: isNumbered && beginsClause(line, lines[at - 1]),
  };
  if (aboutWholeText.test(text) || overridesText.test(text))
    return { ...remark, onAll: { line, isLikely: true }, onOthers: null };
  const preferred = prefersText.exec(text)?.groups?.name;
  if (preferred !== undefined && lines.some((one) => isTextOf(preferred, one.text)))
    return { ...remark, onAll: { line, isLikely: false }, onOthers: null };
  const isDoubtful = doubtOfText.test(text) && (isTitle(text) || textWords.test(text));
  const speaks = isOpen(text) ? speakingTitle.test(text) : speakingText.test(text) && textWords.test(text);
  const isStamp = isTitle(text) && stampOfText.test(text);
  const onOthers =
    isDoubtful || (isNumbered && speaks) ? { line, isLikely: at < mostStamps && (isStamp || speaks) } : null;
  return { ...remark, onAll: null, onOthers };
}

/**
 * The first line that makes it doubtful that the text of a clause is in force, or means what it says; null if there is
 * none.
 */
export function disputeOf(map: ClauseMap, clause: Line): Dispute | null {
  const { label } = clause;
  const own = clause.text.toLowerCase();
  // Sentences that name the clause with a noun are read with their effect.
  const naming = label === null ? () => null : namingOf(label);
  const number = label === null ? null : numberPatterns(label);
  for (const { line, text, onAll, defines, isClause, onOthers } of remarksOf(map)) {
    if (line === clause) continue;
    if (onAll) return onAll;
    const defined = defines.find((term) => own.includes(term.toLowerCase()));
    // A party or a thing with a capital is usually defined as what its name says.
    if (defined !== undefined) return { line, isLikely: /^\p{Ll}/u.test(defined) };
    if (isClause) {
      if (
        line.clause !== clause.clause &&
        number?.alone.test(withoutOwnNumber(text)) &&
        naming(text) === null
      )
        return { line, isLikely: false };
      continue;
    }
    if (number?.anywhere.test(text))
      return { line, isLikely: doubtOfText.test(text) && naming(text) === null };
    if (onOthers) return onOthers;
  }
  return null;
}

/** Whether a text is a title, which ends without punctuation. */
function isOpen(text: string): boolean {
  return !/[.;,!?]\W*$/.test(text) && (text.match(/[\p{L}\d]+/gu)?.length ?? 0) <= mostWordsOfOpen;
}

/** Whether a line states a text in one sentence: "Special conditions: nothing is taken back". */
function isTextOf(name: string, text: string): boolean {
  return text.toLowerCase().startsWith(`${name.toLowerCase()}:`);
}

/** The terms that a text defines: “daily” means once in a year. */
function termsIn(text: string): string[] {
  return [...text.matchAll(definesTerm)].flatMap(({ groups }) => groups?.term ?? []);
}

/**
 * Patterns for the number of a clause without a noun. `alone`: as another clause names it, in "free to disregard 2" and
 * "no one can claim under 2 during"; a number before a noun counts something. `anywhere`: in whatever language, as in
 * "Ziffer 2 entfällt".
 */
function numberPatterns(label: string): { alone: RegExp; anywhere: RegExp } {
  const own = escapedLabel(label);
  return {
    alone: new RegExp(
      String.raw`(?<![\w.,$€£:(-])${own}(?:\s*(?:[,;)](?!\d)|$)|\.?\s*$|\s+(?:and|or|to|was|is|are|were|has|have|had|shall|must|may|does|do|did|during|when|whenever|if|unless|until|where|as|not|no|it|only|above|below|being)\b)`,
      'iu',
    ),
    anywhere: new RegExp(String.raw`(?<![\w.,$€£-])${own}(?![\w%]|[.,]\d)`, 'u'),
  };
}

function withoutOwnNumber(text: string): string {
  return numbered.test(text) ? text.replace(/^\W*[\w.()]{1,8}[).]?\s/u, '') : text;
}

/** A stamp is one of this many first lines. */
const mostStamps = 4;

/** Whether a line is a numbered clause or the continuation of one in the same paragraph. */
function beginsClause(line: Line, before: Line | undefined): boolean {
  if (line.label === null) return false;
  const gap = before ? line.passage.source.content.text.slice(before.sentence.end, line.sentence.start) : '';
  return numbered.test(line.text) || (before?.label === line.label && !gap.includes('\n'));
}

const numbered =
  /^\W*(?:§\s*|(?:section|article|clause|paragraph|part|chapter|item)\s+)?(?:\d{1,3}(?:\.\d{1,3})*(?:[.):]|\*|\s+(?=\W?\p{Lu}))|\(?\w{1,4}[).])/u;

/** Whether a line is a short text without an end, such as a title or a stamp. */
function isTitle(text: string): boolean {
  return (text.match(/[\p{L}\d]+/gu)?.length ?? 0) <= mostWordsOfTitle;
}

/** Matches signs around a sentence that can mean that it was deleted, not chosen, or limited by a note. */
const marked = /\d[.)]?\*|~~|<\/?(?:s|del|strike)>|\[\s?\]|[☐☒✗✘❌†‡¹²³⁴⁵⁶⁷⁸⁹]|\[|\]|\*\s*$|\p{L}\*/u;

/** Whether no sign around a sentence can mean that it was deleted, not chosen, or limited by a note. */
export function isUnmarked({ text }: Line): boolean {
  return !marked.test(text.replace(/^\W*(?:\*\*[\w.()]{1,8}\*\*|[*•-]\s)/u, ''));
}
