import { citationOf } from '../../cite/citation-of.ts';
import { quoteText } from '../../cite/quote-text.ts';
import { contentTerms } from '../../language/content.ts';
import { isDenial } from '../../language/denials.ts';
import { english } from '../../language/english.ts';
import { namesRole } from '../../language/roles.ts';
import type { Passage, Passages } from '../../model/passage.ts';
import type { Span } from '../../model/source.ts';
import { cues } from '../../risks/cues.ts';
import { type Risk, risksOf } from '../../risks/risks.ts';
import { inputPassages, type Subject } from './absence.ts';
import { type Contest, contestAt, effectsOn, isOfDocument, labelsOf, nameOf } from './effects.ts';
import { withoutLabel } from './elements.ts';
import { compareLimits, isSameKind, isSameValue, limitsOf } from './limits.ts';
import { type Judged, leastShare, type Place } from './places.ts';
import type { ReadRule } from './read-rule.ts';
import { looksLikeHeading, type ReadSentence } from './read-sentences.ts';
import type { Ground } from './same-sentence.ts';

/**
 * The places because of which a sentence must not decide a rule for certain: those that `engine/risks` finds, sentences
 * on the same subject that deny, limit or have another number, and sentences that end the whole document.
 */
export function contestsOf(
  judged: readonly Judged[],
  rule: ReadRule,
  places: readonly Place[],
  subject: Subject,
): Contest[] {
  const { searched, passages } = subject;
  const decisive = judged.map(({ place }) => place);
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
      // `namingClauseOf` finds these.
      if (kind === 'names') return false;
      if (kind === 'limits') return !isInOtherClause({ kind, text, ...place });
      // "This agreement …" speaks of the document, not of the sentence before.
      if (kind !== 'follows') return kind !== 'defines';
      if (hasLabel(text) && !cues.back.test(withoutLabel(text))) return false;
      return !isOfDocument(text) || denies(text) || cues.ends.test(text);
    })
    .map(({ passage, text, ...place }) => contestAt(passage, place, text.trim(), true));
  const rivals = places
    .filter(({ read, likeness }) => likeness >= leastShare && !own.has(read.text) && isRival(read, rule))
    .map(({ read: { passage, sentence, text } }) => contestAt(passage.id, sentence, text, true));
  const near = judged.flatMap((one) => neighboursOf(one, rule, passages));
  const naming = judged.flatMap(({ place, ground }) =>
    namingClauseOf(place.read, subject).map((line) => ({
      ...line,
      isGrave: hasNumberLike(ground, line.text),
    })),
  );
  const effects = decisive.flatMap(({ read }) => effectsOn(read, rule, subject));
  const seen = new Set<string>();
  return [...risks, ...rivals, ...effects, ...naming, ...near]
    .sort((one, other) => Number(other.isGrave) - Number(one.isGrave))
    .filter(({ passage, start }) => {
      const key = `${passage} ${start}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** Matches words by which a sentence next to another one can change what that one says. */
const changing =
  /(?<!\p{L})(?:exempt\p{L}*|exclu\p{L}*|excepti?\p{L}*|cases?|where|if|when|whenever|otherwise|appl(?:y|ies|icable|ication)|waive\p{L}*|relie[fv]\p{L}*|set aside|disregard\p{L}*|deviat\p{L}*|derogat\p{L}*|caught|covered|this|that|these|those|above|foregoing|preceding|former\p{L}*|instead|only|unless|until|opposite|does it|do it|does so|refused?|here)(?!\p{L})/iu;

/** Matches what makes a line before a sentence an introduction to somebody else's words, a wish or a choice. */
const introducing =
  /(?<!\p{L})(?:we|our|you|your|what|asked|wish\p{L}*|options?|alternatives?|propos\p{L}*|some|others?|another|competitors?|model|quote[ds]?|below|next sentence|as follows|following|requested|offers?|former\p{L}*|previous|old)(?!\p{L})/iu;

/**
 * The lines before and after a sentence that can change what it says: one that introduces it, and a next one that is no
 * clause of its own and has a denial, a word of an exception, a condition or a reference, or words of the rule.
 */
function neighboursOf({ place: { read }, ground }: Judged, rule: ReadRule, passages: Passages): Contest[] {
  const [before, after] = linesBeside(read, passages);
  const isNumbered = hasLabel(read.text);
  const introduces =
    before !== null &&
    !isNumbered &&
    before.start !== (/:\s*$/.test(read.leadIn ?? '') ? read.sentence.leadIn?.start : undefined) &&
    (/:\s*$/.test(before.text) || introducing.test(before.text));
  return [
    ...(before && introduces ? [before] : []),
    ...(after && !hasLabel(after.text) && changes(after.text, rule) && canCure(after.text, ground)
      ? [after]
      : []),
  ];
}

/** Whether a text has a number of the kind that a judgment rests on: "in clause 8.2, for thirty days read ten days". */
function hasNumberLike(ground: Ground, text: string): boolean {
  return 'asked' in ground && limitsOf(text).some((other) => isSameKind(ground.asked, other));
}

/** Whether a next line can change a judgment: a number that breaks the rule is cured by none but one that keeps it. */
function canCure(text: string, ground: Ground): boolean {
  if (!('asked' in ground) || ground.relation !== 'limits' || ground.verdict?.isMet !== false) return true;
  if (denies(text) && cues.back.test(text)) return true;
  return limitsOf(text).some(
    (other) => isSameKind(ground.asked, other) && compareLimits(ground.asked, other, false)?.isMet !== false,
  );
}

/** Whether a line next to a sentence may change it. A line about the whole document is for `effectsOn` to judge. */
function changes(text: string, { described }: ReadRule): boolean {
  if (denies(text) || cues.ends.test(text) || cues.bears.test(text)) return true;
  if (isOfDocument(text)) return false;
  return (
    changing.test(text) ||
    contentTerms(text, english).some((term) => described.has(term) && !namesRole([term]))
  );
}

/** The sentences before and after a sentence in its file. */
function linesBeside(
  { passage, sentence }: ReadSentence,
  passages: Passages,
): [Contest | null, Contest | null] {
  const at = passage.sentences.findIndex(({ start }) => start === sentence.start);
  const line = (of: Passage | undefined, place: Span | undefined): Contest | null =>
    of && place ? contestAt(of.id, place, textOf(of, place), false) : null;
  const [previous, next] = passagesBeside(passage, passages);
  // Under the next title, only a sentence that points to it can be about this one.
  const following = [
    ...passage.sentences.slice(at + 1, at + 3).map((place) => line(passage, place)),
    ...(next?.sentences ?? []).slice(0, 2).map((place) => line(next, place)),
  ].flatMap((one) => one ?? []);
  const isTitle = (one: Contest | undefined) => one !== undefined && looksLikeHeading(one.text);
  return [
    line(passage, passage.sentences[at - 1]) ?? line(previous, previous?.sentences.at(-1)),
    isTitle(following[0]) &&
    /^\W*(?:here|in this case|hier|ici|aquí)(?!\p{L})/iu.test(following[1]?.text ?? '')
      ? (following[1] ?? null)
      : (following[0] ?? null),
  ];
}

/** The passages before and after a passage in its file. */
function passagesBeside(passage: Passage, passages: Passages): [Passage | undefined, Passage | undefined] {
  let before: Passage | undefined;
  let isPast = false;
  for (const one of passages.values()) {
    if (one.source !== passage.source) continue;
    if (isPast) return [before, one];
    if (one === passage) isPast = true;
    else before = one;
  }
  return [before, undefined];
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
const refers =
  /(?<!\p{L})(?:under|pursuant to|in accordance with|according to|set out in|referred to in|described in|required (?:by|under)|gemäß|nach|selon|según)\s*$/iu;

/**
 * The sentences that name the clause of a sentence otherwise than by a mere reference. Those of another file that has a
 * clause of this number itself mean their own.
 */
function namingClauseOf(read: ReadSentence, subject: Subject): Contest[] {
  const { passage, sentence } = read;
  const numbers = labelsOf(read).filter((one) => /\d/.test(one));
  if (numbers.length === 0) return [];
  // Most sentences have none of the digits, and their words as displayed need not be known.
  const digits = numbers.flatMap((one) => /\d+/.exec(one) ?? []);
  const mayName = ({ source }: Passage, { start, end }: Span): boolean => {
    const raw = source.content.text.slice(start, end);
    return digits.some((one) => raw.includes(one));
  };
  const lines = inputPassages(subject).flatMap((other) =>
    other.sentences
      .filter((span) => mayName(other, span))
      .map((span) => ({ other, span, text: textOf(other, span) })),
  );
  return numbers.flatMap((number) => {
    const pattern = nameOf(number);
    const having = lines.filter(({ text }) => pattern.test(text));
    const numbered = new Set(
      having
        .filter(({ text }) => text !== withoutLabel(text) && pattern.exec(text)?.index === text.search(/\w/))
        .map(({ other }) => other.source),
    );
    return having.flatMap(({ other, span, text }): Contest[] => {
      if (other === passage && span.start === sentence.start) return [];
      if (other.source !== passage.source && numbered.has(other.source)) return [];
      // "Article 9.2: a deviation is agreed" names the clause, and "9.2 The Tenant …" is one.
      const words = nounFirst.test(text) && !looksLikeHeading(text) ? text : withoutLabel(text);
      const place = pattern.exec(words);
      if (place === null) return [];
      const before = words.slice(0, place.index);
      // "5" alone is any number, but "5.1" or "H.4" is that of a clause.
      if (/^\d+$/.test(number) && !nouns.test(before)) return [];
      const isReference = refers.test(before.replace(nouns, ''));
      return isReference ? [] : [contestAt(other.id, span, text, false)];
    });
  });
}

const nounFirst =
  /^\W*(?:section|clause|article|paragraph|item|rule|control|point|ziffer|artikel|cláusula|artículo)(?!\p{L})/iu;

/** Matches the noun before the number of a clause, with the numbers of other clauses between. */
const nouns =
  /(?:clauses?|sections?|articles?|paragraphs?|paras?\.?|provisions?|rules?|controls?|items?|points?|resolutions?|requirements?|nos?\.?|numbers?|§{1,2}|klauseln?|ziffern?|abschnitte?s?|artikeln?|absatz|nr\.|alinéas?|cláusulas?|artículos?|apartados?)\s*(?:[\w.()]{1,8}\s?(?:,|and|or|und|oder|et|ou|y|to|bis)\s*){0,5}$/iu;

/** Whether a sentence on the rule's subject says something else: it denies, limits, or has another number. */
function isRival({ text, leadIn, limits }: ReadSentence, rule: ReadRule): boolean {
  const whole = `${leadIn ?? ''} ${text}`;
  if (cues.limits.test(whole) || cues.ends.test(whole) || cues.bears.test(whole) || cues.unreal.test(whole))
    return true;
  if (denies(whole) !== denies(rule.rule.description)) return true;
  return limits().some(
    (other) =>
      rule.limits.some((one) => isSameKind(one, other)) &&
      !rule.limits.some((one) => isSameValue(one, other)),
  );
}

function denies(words: string): boolean {
  return (words.toLowerCase().match(/[\p{L}']+/gu) ?? []).some(isDenial);
}
