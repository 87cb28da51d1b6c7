import {
  aboutContract,
  aboutText,
  casual,
  comparing,
  denial,
  doubtful,
  opensPointing,
  opensPronoun,
  ownSubject,
  pointing,
  redacting,
  refersBack,
  withoutOwnDocument,
} from '../../../language/clause-words.ts';
import { conditional } from '../../../language/effect-words.ts';
import { manner, openingWords } from '../../../language/harmless-words.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import type { Candidate } from '../candidates.ts';
import type { Statement } from '../parse/statement.ts';
import { type Bearing, besideWith } from './bearing.ts';
import { type ClauseMap, clauseMapOf, type Line } from './clause-map.ts';
import { effectOf, endsAtDate, hasEffectWords, replaces } from './effect.ts';
import { bearingsElsewhere } from './elsewhere.ts';
import { footnotesOf } from './footnotes.ts';
import { likelyOpening, proposes } from './likely-effect.ts';
import {
  areHarmless,
  canSpeakOf,
  isDoubtfulHeading,
  isOutdatedTitle,
  mayDiffer,
  neighboursOf,
  pointsAtNext,
  pointsAtPrevious,
  presentsNext,
} from './neighbours.ts';
import { hasReference } from './references.ts';
import { disputeOf, isUnmarked } from './whole-document.ts';

/**
 * What bears on whether a clause is in force: its introduction, other sentences of the clause, and sentences elsewhere
 * that name it.
 */
export type Standing = {
  label: string | null;
  bearings: readonly Bearing[];
  /** Whether nothing bears on the clause, and the next sentences of the clause make statements of their own. */
  alone: boolean;
  /** Whether nothing in the lines before and after the clause can say that the clause is not in force. */
  apart: boolean;
  /** The other sentences of the clause. */
  beside: readonly Line[];
  /** The sentences after the clause that may say something else about things of the clause, if they are about them. */
  differing: readonly Line[];
};

/** Matches words of headings over text that does not bind. */
const idle =
  /\b(?:former|rejected|drafts?|examples?|samples?|history|historical|previous|repealed|deleted|obsolete|superseded|withdrawn|recitals?|contents|illustrations?|proposals?|not adopted|archive|targets?|goals?|aims?|objectives?|ambitions?|aspirations?|recommendations?|guidance|suggestions?|optional|best practices?|visions?|outlook)\b/i;
/** Matches a heading that introduces the sentence after it: "2.3 Formerly, and not since 2020:". */
const introducing =
  /(?:\S+\s+){3}\S+:\s*$|\b(?:formerly|until|till|since|previously|no longer|(?:19|20)\d\d)\b/i;
const number = /^\W*(?:[\w.]{0,6}\d[\w.]{0,6}[.)]?|\w{1,4}[.)])\s/;

export function standingOf(
  candidate: Candidate,
  statement: Statement,
  passages: Passages,
  searched: readonly Source[],
): Standing {
  const map = clauseMapOf(candidate.passage.source, passages);
  const line = map.lineAt(candidate.passage, candidate.sentence.start);
  const bearings: Bearing[] = [];
  const { heading } = line ?? {};
  const introductions = [statement.opening, introducing.test(heading ?? '') ? (heading ?? null) : null];
  for (const text of introductions) {
    if (text === null || isHarmlessOpening(text.replace(number, '')) || replacesClause(text)) continue;
    if (text === heading && !doubtful.test(text) && !hasEffectWords(text)) continue;
    const effect = effectOf(text);
    // "It would be right to assume that" is not in doubt.
    const isPlain =
      effect === 'ends' ||
      (effect === 'keeps' && !doubtful.test(text.replace(/\bwould be (?=right|correct|true)/i, '')));
    const own = (text === heading && line ? headingOf(map, line) : line) ?? null;
    bearings.push({
      line: own,
      text,
      effect: isPlain ? effect : 'unclear',
      likely: isPlain ? effect : likelyOpening(text, effect, candidate.text),
      where: 'opening',
    });
  }
  for (const [, words = ''] of candidate.text.matchAll(/[([]([^()[\]]{6,120})[)\]]/g)) {
    if (endsAtDate(words) || (hasEffectWords(words) && effectOf(words) === 'ends'))
      bearings.push({ line: line ?? null, text: words, effect: 'ends', likely: 'ends', where: 'opening' });
  }
  // A title can be in one sentence with the clause under it, because it ends without punctuation.
  const [title = '', ...under] = candidate.passage.source.content.text
    .slice(candidate.sentence.start, candidate.sentence.end)
    .split('\n');
  if (under.length > 0 && isOutdatedTitle(title))
    bearings.push({
      line: line ?? null,
      text: title,
      effect: 'unclear',
      likely: 'unclear',
      where: 'opening',
    });
  if (heading && idle.test(heading))
    bearings.push({ line: null, text: heading, effect: 'unclear', likely: 'unclear', where: 'opening' });
  if (!line)
    return { label: null, bearings, alone: bearings.length === 0, apart: true, beside: [], differing: [] };
  const beside = besideOf(map, line, statement.quoted);
  const isSettled = beside.bearings.some(({ effect }) => effect === 'keeps' || effect === 'ends');
  // "It was moved that …" is decided by "The motion was carried".
  if (isSettled && proposes.test(statement.opening ?? ''))
    bearings.splice(
      0,
      bearings.length,
      ...bearings.filter((own) => own.where !== 'opening' || own.effect !== 'unclear'),
    );
  // "An earlier version read: …" is probably decided by "That sentence has been retained".
  if (isSettled) for (const own of bearings) if (own.effect === 'unclear') own.likely = 'mentions';
  bearings.push(...beside.bearings);
  // A sentence in quotation marks binds only if another sentence says so.
  const isAdopted =
    statement.opening !== null &&
    (adopts(statement.opening.replace(number, '')) || replacesClause(statement.opening));
  if (
    statement.quoted &&
    !isAdopted &&
    !bearings.some(({ effect }) => effect === 'keeps' || effect === 'ends')
  )
    bearings.push({
      line,
      text: line.text,
      effect: 'unclear',
      likely: statement.opening !== null && probablyAdopts(statement.opening) ? 'mentions' : 'unclear',
      where: 'opening',
    });
  const neighbours = neighboursOf(map, line);
  const apart = areHarmless(neighbours, line);
  for (const before of neighbours.before) {
    if (before.clause !== line.clause && pointsAtNext(before))
      bearings.push(besideWith(before, effectOf(before.text)));
    else if (
      before === neighbours.before[0] &&
      before.text.trim() !== heading &&
      (isDoubtfulHeading(before) || presentsNext(before))
    )
      bearings.push({
        line: before,
        text: before.text,
        effect: 'unclear',
        likely: 'unclear',
        where: 'opening',
      });
  }
  neighbours.after.forEach((after, at) => {
    if (after.clause === line.clause || !canSpeakOf(after, line, neighbours.after.slice(0, at))) return;
    if (!pointsAtPrevious(after)) return;
    const bearing = besideWith(after, effectOf(after.text));
    bearings.push(bearing.effect === 'unclear' ? { ...bearing, likely: 'unclear' } : bearing);
  });
  const { limiting, unmarked } = footnotesOf(map, line);
  const isFootnote = ({ line: own }: Bearing) => limiting.some((note) => note.line === own);
  bearings.splice(0, bearings.length, ...bearings.filter((own) => !isFootnote(own)), ...limiting);
  bearings.push(...bearingsElsewhere(line, passages, searched));
  const dispute = disputeOf(map, line);
  if (dispute?.isLikely && !bearings.some((own) => own.line === dispute.line))
    bearings.push({
      ...{ line: dispute.line, text: dispute.line.text, effect: 'unclear', likely: 'unclear' },
      where: 'elsewhere',
    });
  return {
    label: line.label,
    bearings,
    alone: bearings.length === 0 && beside.isPlain && apart && dispute === null && isUnmarked(unmarked),
    apart: apart && dispute === null && isUnmarked(unmarked),
    beside: map.clauseOf(line),
    differing: neighbours.after.filter(
      (after, at) => canSpeakOf(after, line, neighbours.after.slice(0, at)) && mayDiffer(after, line),
    ),
  };
}

/** Whether an introduction says that the quoted words after it are agreed or apply: "It is agreed:". */
function adopts(opening: string): boolean {
  return isHarmlessOpening(opening) && effectOf(opening) === 'keeps';
}

/** Whether an introduction probably says that the quoted words after it apply: "The rule here is this:". */
function probablyAdopts(opening: string): boolean {
  return (
    announcing.test(opening) &&
    !/\b(?:was|were|had|been|earlier|old|prior|past|other|another)\b/i.test(opening) &&
    likelyOpening(opening, effectOf(opening), '') !== 'unclear'
  );
}

/** Matches introductions of words that apply. */
const announcing =
  /\b(?:rules?|following|agreed?|appl(?:y|ies)|bind(?:s|ing)?|dut(?:y|ies)|requirements?|in force|valid|provides?|provision|reads?)\b/i;

/** Whether an introduction puts the sentence after it in force: "Clause 7 is replaced by:". */
function replacesClause(text: string): boolean {
  return hasReference(text) && replaces(text);
}

/** The line that is the heading of a clause; undefined if the text does not contain the heading. */
function headingOf({ lines }: ClauseMap, line: Line): Line | undefined {
  return lines.findLast(
    ({ text, sentence }) => sentence.start < line.sentence.start && text.trim() === line.heading,
  );
}

/** Whether an introduction does not change the meaning of its sentence: "In all cases", "Without being asked". */
function isHarmlessOpening(opening: string): boolean {
  if (decided.test(opening)) return true;
  if (manner.test(opening) && !doubtful.test(opening) && !denial.test(opening) && !hasEffectWords(opening))
    return !/\d|:/.test(opening);
  return (opening.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => openingWords.has(word));
}

/** Matches introductions which say that somebody decided or recorded the statement after them. */
const decided =
  /^it (?:was|is|has been) (?:hereby |duly |unanimously |therefore )?(?:agreed|resolved|decided|determined|recorded|noted|settled|ordered|confirmed|ruled|established|laid down|approved|reported) that$/i;

/** The sentences of the same clause that refer to `line`. */
function besideOf(map: ClauseMap, line: Line, quoted: boolean): { bearings: Bearing[]; isPlain: boolean } {
  const clause = map.clauseOf(line);
  const all = clause.filter(
    ({ text }) => /\p{L}{3}/u.test(text) && !redacting.test(text) && !aboutContract.test(text),
  );
  const before = all.filter(({ sentence }) => sentence.start < line.sentence.start).slice(-1);
  const after = all.filter(({ sentence }) => sentence.start > line.sentence.start).slice(0, 3);
  const bearings: Bearing[] = [];
  for (const other of before) {
    const leads =
      quoted ||
      /:\s*["“]?\s*$/.test(other.text) ||
      /\b(?:following|as follows|thus|example|this|next)\b/i.test(other.text);
    if (leads && (aboutText.test(other.text) || /:\s*["“]?\s*$/.test(other.text)))
      bearings.push(besideWith(other, effectOf(other.text)));
  }
  after.forEach((other, place) => {
    const text = withoutOwnDocument(other.text);
    const opens = text.split(/\s+/).slice(0, 6).join(' ');
    const refers =
      opensPointing.test(text) ||
      ((pointing.test(opens) || opensPronoun.test(text)) && !ownSubject.test(other.text)) ||
      (quoted && aboutText.test(text)) ||
      opensWithText.test(text) ||
      namesAbove.test(text) ||
      (aboutText.test(opens) && pointing.test(text));
    if (!refers && place === 0 && setsAside.test(text)) {
      const effect = leavesOut.test(text) ? 'limits' : 'unclear';
      bearings.push({ line: other, text: other.text, effect, likely: effect, where: 'beside' });
    }
    if (!refers && place === 0 && refersBack.test(text) && !ownSubject.test(other.text))
      bearings.push({ line: other, text: other.text, effect: 'unclear', likely: 'unclear', where: 'beside' });
    if (!refers && !(place === 0 && casual.test(other.text))) return;
    if (!quoted && (addsDuty(other.text) || isOwnAct(other.text))) return;
    const effect = effectOf(other.text);
    const isPassing =
      effect === 'unclear' &&
      !casual.test(other.text) &&
      !aboutText.test(other.text) &&
      !hasEffectWords(other.text) &&
      !(opensWithThis.test(other.text) && conditional.test(other.text)) &&
      !denial.test(other.text);
    // An effect that is unclear or `keeps` in a sentence that does not refer to the clause concerns only that sentence.
    const isOwn = !refers && (effect === 'unclear' || effect === 'keeps');
    bearings.push(besideWith(other, isPassing || isOwn ? 'mentions' : effect));
  });
  const hasRemark = clause.some(({ text }) => remark.test(text));
  return { bearings, isPlain: !hasRemark && after.every(({ text }) => isPlain(text)) };
}

/** Matches a note beside a clause which says that the clause does not apply: "N/A". */
const remark = /^\W*(?:n\/?a|no|nil|none|tb[acd])\W*$/i;

/** Matches a sentence whose subject is the clause before it. */
const opensWithThis =
  /^\W*(?:this|that|it|the (?:above|foregoing))\s+(?!(?:agreement|contract|lease|policy)\b)/i;

/** Matches a sentence about a text that was just quoted: "The suggestion found no majority". */
const opensWithText =
  /^\W*(?:the|that|this|such) (?:motion|proposal|suggestion|request|draft|wording|version|idea|amendment)\b/i;

/** Matches words for the sentence before: "the sentence above". */
const namesAbove =
  /\b(?:the (?:above|foregoing|preceding) )?(?:sentence|text|provision|wording|rule|duty) (?:above|before)\b|\bnone of (?:this|the above)\b/i;

/** Matches a sentence directly after a clause that takes cases out of it, or puts other words before it. */
const setsAside =
  /\b(?:(?:is|are|remains?) (?:excluded|exempt(?:ed)?|left out|outside|not covered)|agree(?:d)? otherwise|otherwise agree(?:d)?|prevails?|takes? precedence|needs? (?:none|no|not)|(?:do|does) not (?:need|have) (?:one|it|to|any))\b/i;

const ownDuty = /\b(?:shall|must|may|will|is|are|has|have)\b/i;

/** Whether a sentence adds a duty and says nothing about the clause before it: "It shall also keep a log". */
function addsDuty(text: string): boolean {
  return (
    /\b(?:shall|must|may|undertakes|is to|is obliged to)\b/i.test(text) &&
    !casual.test(text) &&
    !aboutText.test(text) &&
    !hasEffectWords(text) &&
    effectOf(text) !== 'ends' &&
    !/\b(?:not|no|never|nothing)\b/i.test(text)
  );
}

/** Matches a sentence in which a party must act itself: "The Contractor shall in the same manner delete its copies". */
const ownAct =
  /^\W*(?:[\d.()]+\s+)?(?:(?:In addition|Likewise|Equally|Further|Furthermore|Moreover|Besides|At the same time|Beyond that),?\s+)?(?:[Tt]he|[Ee]ach|[Ee]very)\s(?:\p{L}+\s){0,4}?\p{Lu}\p{Ll}+\s(?:shall|must|undertakes to|is obliged to|has to)\s(?!(?:not|never|be)\b)/u;
/** Matches words about the force of a text, or about a case. */
const aboutForce =
  /\b(?:appl(?:y|ies|ied)|force|effect|bind|binds|bound|compl(?:y|ies)|observe|rel(?:y|ies)|released?|excused?|exempt\w*|where|if|when|unless|cases|this|above|foregoing|not|no)\b/i;

function isOwnAct(text: string): boolean {
  return ownAct.test(text) && !aboutForce.test(text) && !aboutText.test(text);
}

/** Matches words which can say that a case is not covered: "small orders are outside". */
const leavesOut =
  /\b(?:outside|beyond|aside|out|off|spared|immune|separately|excluded|exempt(?:ed)?|not covered|needs? (?:none|no|not)|(?:do|does) not (?:need|have) (?:one|it|to|any))\b/i;

/** Whether a sentence makes a statement of its own, without words that could concern the effect of another sentence. */
function isPlain(text: string): boolean {
  if (casual.test(text) || aboutText.test(text) || hasEffectWords(text)) return false;
  if (pointing.test(withoutOwnDocument(text)) || leavesOut.test(text)) return false;
  return ownDuty.test(text) && !denial.test(text) && !comparing.test(text);
}
