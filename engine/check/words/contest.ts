import { citationOf } from '../../cite/citation-of.ts';
import { quoteText } from '../../cite/quote-text.ts';
import { isDenial } from '../../language/denials.ts';
import type { Passage } from '../../model/passage.ts';
import type { Span } from '../../model/source.ts';
import { cues } from '../../risks/cues.ts';
import { type Risk, risksOf } from '../../risks/risks.ts';
import type { Subject } from './absence.ts';
import { withoutLabel } from './elements.ts';
import { type Contest, effectsOn, isOfDocument } from './effects.ts';
import { isSameKind, isSameValue } from './limits.ts';
import type { Place } from './places.ts';
import type { ReadRule } from './read-rule.ts';
import { clauseNumberOf, type ReadSentence } from './read-sentences.ts';


/** A sentence is on the subject of a rule if one part of it has at least this share of the rule's words. */
const sameSubject = 0.55;

/**
 * The places because of which a sentence must not decide a rule for certain: those that `engine/risks` finds, sentences
 * on the same subject that deny, limit or have another number, and sentences that end the whole document.
 */
export function contestsOf(
  decisive: readonly Place[],
  rule: ReadRule,
  places: readonly Place[],
  subject: Subject,
): Contest[] {
  const { searched, passages } = subject;
  const own = new Set(decisive.map(({ read }) => read.text));
  const citations = decisive.map(({ read: { passage, sentence } }) =>
    citationOf(
      { source: passage.source, start: sentence.start, end: sentence.end, match: 'exact', corrected: false },
      'supports',
    ),
  );
  const isInOtherClause = (risk: Risk) =>
    decisive.every(({ read }) => read.passage.id === risk.passage && !isSameClause(read, risk));
  const risks = risksOf({ citations, statement: rule.rule.description }, passages, searched)
    .filter(({ kind, text, ...place }) => {
      if (kind === 'limits') return !isInOtherClause({ kind, text, ...place });
      // "This agreement …" speaks of the document, not of the sentence before.
      return kind === 'follows' ? !isOfDocument(text) || denies(text) || cues.ends.test(text) : kind !== 'defines';
    })
    .map(({ passage, start, end, text }): Contest => ({ passage, start, end, text: text.trim() }));
  const rivals = places
    .filter(({ read, share }) => share >= sameSubject && !own.has(read.text) && isRival(read, rule))
    .map(({ read: { passage, sentence, text } }): Contest => ({ passage: passage.id, start: sentence.start, end: sentence.end, text }));
  const near = decisive.flatMap(({ read }) => neighboursOf(read));
  const naming = decisive.flatMap(({ read }) => namingClauseOf(read, subject));
  const effects = decisive.flatMap(({ read }) => effectsOn(read, rule, subject));
  const seen = new Set<string>();
  return [...risks, ...near, ...rivals, ...naming, ...effects].filter(({ passage, start }) => {
    const key = `${passage} ${start}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Matches words by which a sentence next to another one can change what that one says. */
const changing =
  /(?<!\p{L})(?:exempt\p{L}*|exclu\p{L}*|excepti?\p{L}*|cases?|where|if|when|whenever|otherwise|appl(?:y|ies|icable|ication)|waive\p{L}*|relie[fv]\p{L}*|set aside|disregard\p{L}*|deviat\p{L}*|derogat\p{L}*|caught|covered|this|that|these|those|above|foregoing|preceding|former\p{L}*|instead|only|unless|until|opposite)(?!\p{L})/iu;

/**
 * The sentences before and after a sentence in its clause that can change what it says: one that introduces it with a
 * colon, and a next one with a denial or a word of an exception, a condition or a reference.
 */
function neighboursOf({ passage, sentence }: ReadSentence): Contest[] {
  const at = passage.sentences.findIndex(({ start }) => start === sentence.start);
  const contest = (place: Span | undefined): Contest[] =>
    place === undefined ? [] : [{ passage: passage.id, start: place.start, end: place.end, text: textOf(passage, place) }];
  const [before] = contest(passage.sentences[at - 1]);
  const [after] = contest(passage.sentences[at + 1]);
  const own = textOf(passage, sentence);
  return [
    ...(before && /:\s*$/.test(before.text) && !hasLabel(own) && sentence.leadIn?.start !== before.start ? [before] : []),
    ...(after && !hasLabel(after.text) && !isOfDocument(after.text) &&
    (changing.test(after.text) || denies(after.text)) ? [after] : []),
  ];
}

function textOf({ source }: Passage, { start, end }: Span): string {
  return quoteText(source.content, { start, end });
}

function hasLabel(text: string): boolean {
  return withoutLabel(text) !== text;
}

/** Whether no sentence from the one to the other, both of the sentence's passage, begins a clause of its own. */
function isSameClause({ passage, sentence }: ReadSentence, other: Span): boolean {
  const [first, last] = [sentence.start, other.start].sort((one, next) => one - next);
  return passage.sentences
    .filter(({ start }) => start > (first ?? 0) && start <= (last ?? 0))
    .every((one) => !hasLabel(textOf(passage, one)));
}

/** Matches the words before the name of a clause in a mere reference: "as required by clause 5.1". */
const refers = /(?<!\p{L})(?:under|pursuant to|in accordance with|according to|set out in|referred to in|described in|required (?:by|under)|in|of|by|see|gemäß|nach|in|selon|según)\s*$/iu;

/** The sentences that name the clause of a sentence otherwise than by a mere reference, or that deny or end something. */
function namingClauseOf({ passage, sentence, text }: ReadSentence, { searched, passages }: Subject): Contest[] {
  const number = clauseNumberOf(text, passage);
  if (number === null) return [];
  const name = new RegExp(`(?<![\\p{L}\\p{N}.])${number.replace(/[.()]/g, '\\$&')}(?![\\p{L}\\p{N}]|\\.\\d)`, 'iu');
  const inputs = new Set(searched.filter(({ role }) => role === 'input'));
  const found: Contest[] = [];
  for (const other of passages.values()) {
    if (!inputs.has(other.source)) continue;
    for (const { start, end } of other.sentences) {
      if (other === passage && start === sentence.start) continue;
      const words = withoutLabel(textOf(other, { start, end }));
      const place = name.exec(words);
      // "5" alone is any number, but "5.1" or "H.4" is that of a clause.
      if (place === null || (/^\d+$/.test(number) && !nouns.test(words.slice(0, place.index)))) continue;
      const isReference = refers.test(words.slice(0, place.index).replace(nouns, '')) && !denies(words) && !cues.ends.test(words) && !cues.bears.test(words);
      if (!isReference) found.push({ passage: other.id, start, end, text: textOf(other, { start, end }) });
    }
  }
  return found;
}

/** Matches the noun before the number of a clause, with the numbers of other clauses between. */
const nouns =
  /(?:clauses?|sections?|articles?|paragraphs?|paras?\.?|provisions?|rules?|controls?|items?|points?|resolutions?|requirements?|nos?\.?|numbers?|§{1,2}|klauseln?|ziffern?|abschnitte?s?|artikeln?|absatz|nr\.|alinéas?|cláusulas?|artículos?|apartados?)\s*(?:[\w.()]{1,8}\s?(?:,|and|or|und|oder|et|ou|y|to|bis)\s*){0,5}$/iu;

/** Whether a sentence on the rule's subject says something else: it denies, limits, or has another number. */
function isRival({ text, leadIn, limits }: ReadSentence, rule: ReadRule): boolean {
  const whole = `${leadIn ?? ''} ${text}`;
  if (cues.limits.test(whole) || cues.ends.test(whole) || cues.bears.test(whole) || cues.unreal.test(whole)) return true;
  if (denies(whole) !== denies(rule.rule.description)) return true;
  return limits().some(
    (other) =>
      rule.limits.some((one) => isSameKind(one, other)) && !rule.limits.some((one) => isSameValue(one, other)),
  );
}

function denies(words: string): boolean {
  return (words.toLowerCase().match(/[\p{L}']+/gu) ?? []).some(isDenial);
}
