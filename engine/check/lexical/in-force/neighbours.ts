import {
  aboutText,
  comparing,
  denial,
  differing,
  opensPronoun,
  ownSubject,
  presenting,
  refersBack,
} from '../../../language/clause-words.ts';
import { riskyHeading, unsettledHeading, usualHeading } from '../../../language/effect-words.ts';
import { looksLikeHeading } from '../candidates.ts';
import type { ClauseMap, Line } from './clause-map.ts';
import { hasEffectWords } from './effect.ts';
import { hasReference } from './references.ts';

/** The lines before and after a line in its file, nearest first, whichever clauses they are part of. */
export type Neighbours = { before: readonly Line[]; after: readonly Line[] };

/** Lines without words between a line and its neighbour, at most. */
const reach = 5;
/** How many lines after a clause can speak of it. */
const mostAfter = 3;
const isText = ({ text }: Line): boolean => /\p{L}{3}/u.test(text);

export function neighboursOf({ lines }: ClauseMap, line: Line): Neighbours {
  const at = lines.indexOf(line);
  const before = lines
    .slice(Math.max(0, at - reach), at)
    .filter(isText)
    .reverse();
  return {
    // Only a heading can be between a clause and the sentence that introduces it.
    before: before.slice(0, before[0] && isHeading(before[0]) ? 2 : 1),
    after: lines
      .slice(at + 1, at + 1 + reach)
      .filter(isText)
      .slice(0, mostAfter),
  };
}

const texts =
  '(?:texts?|sentences?|clauses?|provisions?|paragraphs?|wordings?|sections?|versions?|lines?|items?|points?)';
/** Matches words that point at the text after them: "the following text", "the next sentence", "reads as follows". */
const pointsForward = new RegExp(
  String.raw`\b(?:following|next|subsequent)\s+(?:\p{L}{1,30}\s+)?${texts}\b|\b${texts}\s+(?:below|that follows?|which follows?|after this)\b|\bas follows\b|\b(?:below|here)\s+(?:is|are|comes?)\b|\bthe\s+following(?=\s*(?:[.,;:]|$|(?:is|are|in|into|as|to|was|were)\b))|^\W*following\b|:\s*["“]?\s*$`,
  'iu',
);
/** Matches words that point at the text before them: "the paragraph above", "this was the wording". */
const pointsBack = new RegExp(
  String.raw`\b${texts}\s+(?:above|before this|that precedes|just quoted)\b|\b(?:above|preceding|previous|foregoing|last|earlier)\s+(?:\p{L}{1,30}\s+)?${texts}\b|^\W*(?:all\s+)?(?:this|that|it|these)\s+(?:is|was|are|were|has|had|will|would|should|does|did|no)\b|^\W*(?:the (?:above|foregoing)|status|state|decision|result|outcome|comment|note|remark|answer|reply)\b[^.]{0,40}:`,
  'iu',
);

/** Whether the line before a clause speaks of the text after it. */
export function pointsAtNext({ text }: Line): boolean {
  return (
    pointsForward.test(text) && (aboutText.test(text) || hasEffectWords(text) || !/:\s*["“]?\s*$/.test(text))
  );
}

/** Whether the line after a clause speaks of the text before it. */
export function pointsAtPrevious(line: Line): boolean {
  const { text } = line;
  return (pointsBack.test(text) || (!isHeading(line) && refersBack.test(text))) && !ownSubject.test(text);
}

/**
 * Whether a line after a clause can speak of the clause without its number: it is part of the same clause, or begins
 * another clause. Later sentences of another clause speak of their own clause, and a clause with a number speaks at most of
 * the line directly before it.
 */
export function canSpeakOf(line: Line, clause: Line, between: readonly Line[]): boolean {
  if (line.clause === clause.clause) return true;
  if (between.length > 0 && numbered.test(line.text)) return false;
  return !between.some((other) => other.clause === line.clause && !isHeading(other));
}

/** Whether a line after a clause without a number can state something else of some things of the clause. */
export function mayDiffer({ text, clause }: Line, line: Line): boolean {
  return (clause === line.clause || !numbered.test(text)) && differing.test(text);
}

const numbered =
  /^[^\p{L}\p{N}(§]*(?:§\s*|(?:[Ss]ection|SECTION|[Aa]rticle|ARTICLE|[Cc]lause|CLAUSE|[Pp]art|PART|[Cc]hapter|CHAPTER|[Ii]tem|ITEM)\s+)?(?:\d{1,3}(?:\\?[.)]|\.\d|(?=\s+\p{Lu}))|\(\w{1,4}\)\s|[A-Z](?:\.\d{1,3}|[.)])\s)/u;
const shortest = 4;
const beginning = 5;

/**
 * Whether nothing in the lines before and after a clause can say that the clause is not in force: the line before it is a
 * sentence or a usual heading, and the lines after it make statements of their own or begin other clauses.
 */
export function areHarmless({ before, after }: Neighbours, line: Line): boolean {
  const [nearest, ...others] = before;
  return (
    (nearest === undefined || isHarmlessBefore(nearest, line)) &&
    others.every(
      (other) => isHeading(other) || !(pointsForward.test(other.text) || presenting.test(other.text)),
    ) &&
    after.every((other, at) => isHarmlessAfter(other, line, after.slice(0, at)))
  );
}

function isHarmlessBefore(before: Line, line: Line): boolean {
  if (isHeading(before)) return isUsualHeading(before.text, line);
  if (pointsForward.test(before.text)) return false;
  if (before.clause === line.clause || numbered.test(before.text)) return true;
  return !hasEffectWords(before.text) && !presenting.test(before.text);
}

/** Whether the line before a clause says where the clause comes from or what it is for: "We quote from their terms". */
export function presentsNext(line: Line): boolean {
  return !isHeading(line) && !numbered.test(line.text) && presenting.test(line.text);
}

function isHarmlessAfter(after: Line, line: Line, between: readonly Line[]): boolean {
  if (!canSpeakOf(after, line, between)) return true;
  if (!isHeading(after) && refersBack.test(after.text) && !ownSubject.test(after.text)) return false;
  if (after.clause === line.clause) return between.length > 0 || !isRemark(after) || isHeading(after);
  return between.length > 0 || isApart(after);
}

function isHeading({ isHeading: isOwn, text }: Line): boolean {
  return isOwn || looksLikeHeading(text);
}

/** A heading without a number has at most this many words if the clause under it has a number. */
const mostHeadingWords = 4;

/**
 * Whether a heading says nothing about what is in force. A heading without a number over a clause without a number
 * counts only if its words are words of the clause, or words that all contracts have.
 */
function isUsualHeading(text: string, { text: clause, label }: Line): boolean {
  if (riskyHeading.test(text) || hasEffectWords(text)) return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (numbered.test(text) || (label !== null && words.length <= mostHeadingWords)) return true;
  const own = clause.toLowerCase();
  return words.every(
    (word) => word.length < shortest || usualHeading.test(word) || own.includes(word.slice(0, beginning)),
  );
}

/** A shorter sentence without a number, such as "The customer refused.", can be about the sentence before it. */
const leastOwn = 6;

function isRemark({ text }: Line): boolean {
  return !numbered.test(text) && (text.match(/\p{L}+/gu)?.length ?? 0) < leastOwn;
}

const mostTitleWords = 12;
/** Matches words of a title over text that is not in force. */
const outdated =
  /\b(?:former|formerly|previous|previously|old|no longer|until (?:19|20)\d\d|expired|superseded|repealed|withdrawn|outdated|obsolete|draft|proposed|example|sample)\b/i;

/** Whether a text is a title over terms that are not in force: "Former terms (no longer applicable from 2023)". */
export function isOutdatedTitle(text: string): boolean {
  const isTitle =
    /^\W*[\p{Lu}\d]/u.test(text) &&
    !/[.;,:!?]\s*$/.test(text) &&
    (text.match(/[\p{L}\d]+/gu)?.length ?? 0) <= mostTitleWords;
  return isTitle && outdated.test(text);
}

/** Whether a line is a heading over text that probably is not agreed or not in force. */
export function isDoubtfulHeading(line: Line): boolean {
  return (isHeading(line) && unsettledHeading.test(line.text)) || isOutdatedTitle(line.text);
}

/** Whether the line after a clause makes a statement of its own or begins another clause. */
function isApart(line: Line): boolean {
  const { text } = line;
  if (pointsBack.test(text)) return false;
  if (numbered.test(text)) return !(aboutText.test(text) && hasEffectWords(text)) || hasReference(text);
  if (hasEffectWords(text) && !hasReference(text)) return false;
  if (isHeading(line)) return !denial.test(text);
  if (opensPronoun.test(text) && !ownSubject.test(text)) return false;
  return !isRemark(line) && !denial.test(text) && !comparing.test(text);
}
