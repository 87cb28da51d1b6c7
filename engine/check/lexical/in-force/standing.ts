import {
  aboutText,
  casual,
  comparing,
  denial,
  doubtful,
  opensPointing,
  opensPronoun,
  ownSubject,
  pointing,
} from '../../../language/clause-words.ts';
import { irrelevance } from '../../../language/effect-words.ts';
import { manner, openingWords } from '../../../language/harmless-words.ts';
import type { Passages } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import type { Candidate } from '../candidates.ts';
import type { Statement } from '../parse/statement.ts';
import { type ClauseMap, clauseMapOf, type Line } from './clause-map.ts';
import { changes, type Effect, effectOf, endsAtDate, hasEffectWords, replaces } from './effect.ts';
import { hasReference, type Naming, namingOf } from './references.ts';

/**
 * A passage that bears on whether a clause is in force, and its effect on the clause. `line` is null for a heading, and
 * for an introduction of a sentence that is not in the clause map.
 */
export type Bearing = {
  line: Line | null;
  text: string;
  effect: Effect;
  where: 'opening' | 'beside' | 'elsewhere';
};

/**
 * What bears on whether a clause is in force: its introduction, other sentences of the clause, and sentences elsewhere
 * that name it.
 */
export type Standing = {
  label: string | null;
  bearings: readonly Bearing[];
  /** Whether nothing bears on the clause, and the next sentences of the clause make statements of their own. */
  alone: boolean;
  /** The other sentences of the clause. */
  beside: readonly Line[];
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
    bearings.push({ line: own, text, effect: isPlain ? effect : 'unclear', where: 'opening' });
  }
  for (const [, words = ''] of candidate.text.matchAll(/[([]([^()[\]]{6,120})[)\]]/g)) {
    if (endsAtDate(words) || (hasEffectWords(words) && effectOf(words) === 'ends'))
      bearings.push({ line: line ?? null, text: words, effect: 'ends', where: 'opening' });
  }
  if (heading && idle.test(heading))
    bearings.push({ line: null, text: heading, effect: 'unclear', where: 'opening' });
  if (!line) return { label: null, bearings, alone: bearings.length === 0, beside: [] };
  const beside = besideOf(map, line, statement.quoted);
  const isSettled = beside.bearings.some(({ effect }) => effect === 'keeps' || effect === 'ends');
  // "It was moved that …" is decided by "The motion was carried".
  if (isSettled && proposes.test(statement.opening ?? ''))
    bearings.splice(
      0,
      bearings.length,
      ...bearings.filter((own) => own.where !== 'opening' || own.effect !== 'unclear'),
    );
  bearings.push(...beside.bearings);
  // A sentence in quotation marks binds only if another sentence says so.
  const isAdopted = statement.opening !== null && adopts(statement.opening.replace(number, ''));
  if (
    statement.quoted &&
    !isAdopted &&
    !bearings.some(({ effect }) => effect === 'keeps' || effect === 'ends')
  )
    bearings.push({ line, text: line.text, effect: 'unclear', where: 'opening' });
  if (line.label !== null) bearings.push(...elsewhere(line, line.label, passages, searched));
  else bearings.push(...unresolved(line, passages, searched));
  return {
    label: line.label,
    bearings,
    alone: bearings.length === 0 && beside.isPlain,
    beside: map.clauseOf(line),
  };
}

/** Whether an introduction says that the quoted words after it are agreed or apply: "It is agreed:". */
function adopts(opening: string): boolean {
  return isHarmlessOpening(opening) && effectOf(opening) === 'keeps';
}

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

/** Matches introductions of a text that somebody asked for, and that another sentence accepts or rejects. */
const proposes =
  /\b(?:moved|proposed|suggested|requested|asked|wanted|motion|proposal|suggestion|request|demand|draft|tabled|submitted|put forward|put to the vote|before the meeting)\b/i;

/** Matches introductions which say that somebody decided or recorded the statement after them. */
const decided =
  /^it (?:was|is|has been) (?:hereby |duly |unanimously |therefore )?(?:agreed|resolved|decided|determined|recorded|noted|settled|ordered|confirmed|ruled|established|laid down|approved|reported) that$/i;

/** The sentences of the same clause that refer to `line`. */
function besideOf(map: ClauseMap, line: Line, quoted: boolean): { bearings: Bearing[]; isPlain: boolean } {
  const all = map.clauseOf(line).filter(({ text }) => /\p{L}{3}/u.test(text));
  const before = all.filter(({ sentence }) => sentence.start < line.sentence.start).slice(-1);
  const after = all.filter(({ sentence }) => sentence.start > line.sentence.start).slice(0, 3);
  const bearings: Bearing[] = [];
  for (const other of before) {
    const leads =
      quoted ||
      /:\s*["“]?\s*$/.test(other.text) ||
      /\b(?:following|as follows|thus|example|this)\b/i.test(other.text);
    if (leads && (aboutText.test(other.text) || /:\s*["“]?\s*$/.test(other.text)))
      bearings.push({ line: other, text: other.text, effect: effectOf(other.text), where: 'beside' });
  }
  after.forEach((other, place) => {
    const opens = other.text.split(/\s+/).slice(0, 6).join(' ');
    const refers =
      opensPointing.test(other.text) ||
      ((pointing.test(opens) || opensPronoun.test(other.text)) && !ownSubject.test(other.text)) ||
      (quoted && aboutText.test(other.text)) ||
      (aboutText.test(opens) && pointing.test(other.text));
    if (!refers && !(place === 0 && casual.test(other.text))) return;
    if (!quoted && (addsDuty(other.text) || isOwnAct(other.text))) return;
    const effect = effectOf(other.text);
    const isPassing =
      effect === 'unclear' &&
      !casual.test(other.text) &&
      !aboutText.test(other.text) &&
      !hasEffectWords(other.text) &&
      !denial.test(other.text);
    // An effect that is unclear or `keeps` in a sentence that does not refer to the clause concerns only that sentence.
    const isOwn = !refers && (effect === 'unclear' || effect === 'keeps');
    bearings.push({
      line: other,
      text: other.text,
      effect: isPassing || isOwn ? 'mentions' : effect,
      where: 'beside',
    });
  });
  return { bearings, isPlain: after.every(({ text }) => isPlain(text)) };
}

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

/** Whether a sentence makes a statement of its own, without words that could concern the effect of another sentence. */
function isPlain(text: string): boolean {
  if (casual.test(text) || aboutText.test(text) || hasEffectWords(text)) return false;
  return ownDuty.test(text) && !denial.test(text) && !comparing.test(text);
}

/**
 * For a clause without a number: the first sentence that ends, changes or limits a numbered clause, if the file of that
 * sentence has no clause with this number. The sentence may mean the unnumbered clause.
 */
function unresolved(line: Line, passages: Passages, searched: readonly Source[]): Bearing[] {
  return inputsOf(searched)
    .flatMap((source) => {
      const { referring, labels } = clauseMapOf(source, passages);
      return referring.filter(({ line: other, text }) => {
        if (other === line) return false;
        const numbers =
          text.match(/(?:\d{1,3}(?:\.\d{1,3})+|[A-Z]\.\d{1,3}|\b\d{1,3}\b)(?:\s?\(\w{1,4}\))*/g) ?? [];
        const dangling = numbers.map((number) => number.replace(/\s/g, ''));
        if (dangling.length === 0 || dangling.some((number) => labels.has(number))) return false;
        const effect = effectOf(text);
        const speaks = dangling.some((number) => namingOf(number)(text) === 'speaks of');
        return (
          effect === 'ends' || effect === 'limits' || hasEffectWords(text) || (speaks && effect !== 'keeps')
        );
      });
    })
    .slice(0, 1)
    .map(({ line: other }) => ({ line: other, text: other.text, effect: 'unclear', where: 'elsewhere' }));
}

/** The sentences that name the clause, in all input files of the subject. */
function elsewhere(line: Line, label: string, passages: Passages, searched: readonly Source[]): Bearing[] {
  const naming = namingOf(label);
  return inputsOf(searched).flatMap((source) => {
    const { referring, labels } = clauseMapOf(source, passages);
    const isOwn = source === line.passage.source;
    // If another file has a clause with this number, the sentences of that file refer to that clause.
    if (!isOwn && labels.has(label)) return [];
    return referring.flatMap(({ line: other, text }): Bearing[] => {
      if (isOwn && other.clause === line.clause) return [];
      const how = naming(text);
      return how === null
        ? []
        : [{ line: other, text: other.text, effect: effectOn(text, label, how), where: 'elsewhere' }];
    });
  });
}

function inputsOf(searched: readonly Source[]): Source[] {
  return searched.filter(({ role }) => role === 'input');
}

const value =
  /\d\s|["“:]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b/i;

/**
 * The effect of a sentence on a clause that it names. Only a sentence whose subject or object is the clause ends,
 * limits or changes it.
 */
function effectOn(text: string, label: string, how: Naming): Effect {
  const effect = effectOf(text);
  if (how === 'names') return effect === 'keeps' && irrelevance.test(text) ? effect : 'unclear';
  if (how === 'mentions') return hasEffectWords(text) ? 'unclear' : 'mentions';
  const rest = text.replaceAll(label, '');
  const isChange = changes(text) && (effect !== 'keeps' || /\d|["“]/.test(rest));
  return isChange && value.test(rest) ? 'changes' : effect;
}
