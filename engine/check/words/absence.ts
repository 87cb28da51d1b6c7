import { quoteText } from '../../cite/quote-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { areRelated, relatedTo } from '../../language/related-words.ts';
import { documentWords, namesRole } from '../../language/roles.ts';
import type { Token } from '../../language/tokens.ts';
import type { Passage, Passages } from '../../model/passage.ts';
import type { Source } from '../../model/source.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { asksForOpening } from '../../retrieve/query/opening.ts';
import { forceOf } from './elements.ts';
import { isSameKind, isSameValue, limitsOf } from './limits.ts';
import type { ReadRule } from './read-rule.ts';
import { looksLikeHeading, type ReadSentence } from './read-sentences.ts';

/** The files of a subject and their passages. */
export type Subject = { searched: readonly Source[]; passages: Passages };

/**
 * Thresholds, each a share of the total weight of a rule's words:
 * - `rarestShare`: the heaviest words of a rule that together reach this share are its rarest words.
 * - `leastMissing`: a rule is absent only if words with at least this share are in no sentence.
 * - `mostShared`: a rule is absent only if no sentence, with its heading, has words with more than this share.
 */
const rarestShare = 0.34;
const leastMissing = 0.66;
const mostShared = 0.3;
/** Two words that are half of a rule's words show nothing if they have less than this share of the weight. */
const leastOfHalf = 0.15;
/** A word with less than this share of the average weight is too frequent to show what a number beside it is about. */
const leastTelling = 0.5;
const leastWords = 2;
/** A question for a fact is absent only if words with at least this share have synonyms, which are then missing too. */
const leastKnown = 0.5;
/** A person should read a subject with at most so many sentences: they can state a rule in other words entirely. */
const veryFewSentences = 10;
/** In a subject with at most so many sentences, a single word of a rule can show that a sentence states it. */
const fewSentences = 40;
/** In a subject with more passages, only the sentences that the search found are compared. */
const mostPassages = 3_000;

/** Matches a question for a fact: who asks it takes for granted that the documents have it, in whatever words. */
const presuming = /^\W*(?:\p{L}+ )?(?:who|whom|whose|what|when|where|which|why|how)(?!\p{L})/iu;

/** Matches what is left of a removed clause, which may have been about the rule: "[Reserved]", "7.2 Omitted." */
const removedClause =
  /^\W*(?:[\w.()§]{1,8}\s+)?\W?(?:this (?:clause|paragraph|section|provision) (?:has been |is |was )?)?(?:intentionally |deliberately )?(?:left (?:blank|empty)|omitted|deleted|reserved|not used|unused|removed|repealed|void|withdrawn|struck out|cancelled|entfallen|gestrichen|weggefallen|aufgehoben|supprimé|abrogé|suprimido|derogado)(?!\p{L}).{0,40}$/iu;

/**
 * How a rule is absent from the documents:
 * - `wholly`: no sentence has one of its rarest words, or other words for them.
 * - `mostly`: a sentence does, but shares too little else with the rule to bear on it.
 */
export type Absence = 'wholly' | 'mostly';

type Wanted = { term: string; word: string; weight: number; alternatives: readonly (readonly string[])[] };
type Row = { text: string; own: readonly string[]; terms: readonly string[]; isHeading: boolean };

/**
 * How a rule is absent from the documents; null if a sentence may bear on it. A rule is absent if no sentence, taken
 * with its heading, shares enough words, a name or a number with it, and no heading consists of its words. Words of the
 * same subject count as its words. Always null for a fact that documents state at their beginning.
 */
export function absenceOf(
  rule: ReadRule,
  found: readonly ReadSentence[],
  subject: Subject,
  language: Language,
): Absence | null {
  if (!language.complete || asksForOpening(rule.rule.description)) return null;
  const content = wantedOf(rule, language);
  if (!isSpecific(content, rule)) return null;
  const total = weightOf(content);
  const known = content.filter(({ term }) => relatedTo(term).length > 0);
  if (presuming.test(rule.rule.description) && weightOf(known) < total * leastKnown) return null;
  const rarest = rarestOf(content, total * rarestShare);
  const names = rule.terms.filter(({ term }) => rule.names.has(term) && rule.described.has(term));
  const things = content.filter(({ word }) => !namesRole([word]));
  const [only] = things.length === 1 ? things : [];
  const sharedBy = sharing([...content, ...names]);
  const missing = new Set(content);
  const hinted = new Set<Wanted>();
  const rows = rowsOf(found, subject, language);
  const isSmall = rows.length <= fewSentences;
  const numbers = isSmall
    ? rule.tokens.filter(({ value }) => value !== undefined && value > 1).map(({ term }) => term)
    : [];
  let isWhole = subject.passages.size <= mostPassages;
  for (const row of rows) {
    if (removedClause.test(row.text)) return null;
    const shared = sharedBy(row.terms);
    if (shared.length === 0 && numbers.length === 0 && rule.limits.length === 0) continue;
    const own = shared.filter((one) => content.includes(one));
    // A word of the same subject says little alone: "release" stands for "emission" and for much else.
    for (const one of own)
      if (own.length > 1 || row.terms.includes(one.term)) missing.delete(one);
      else hinted.add(one);
    if (isSmall && !row.isHeading && own.length > 0) return null;
    if (names.some((name) => shared.includes(name))) return null;
    // If a rule names only one thing, a sentence with its word may be about it even if the word is common.
    if (only !== undefined && row.terms.includes(only.term)) return null;
    if (bears(row, own, { content, rarest, total })) return null;
    if (own.some((one) => one.term === rule.act || rarest.includes(one))) isWhole = false;
    const telling = shared.some(({ weight }) => weight >= (total / content.length) * leastTelling);
    if (row.own.some((term) => numbers.includes(term)) || hasNumber(rule, row.text, telling)) return null;
  }
  const absent = weightOf([...missing]) - weightOf([...hinted].filter((one) => missing.has(one))) / 2;
  if (absent < total * leastMissing) return null;
  return isWhole ? 'wholly' : 'mostly';
}

/** Whether a subject is so short that a person should read it before a rule counts as absent. */
export function isSoonRead(subject: Subject): boolean {
  if (subject.passages.size > veryFewSentences) return false;
  return inputPassages(subject).flatMap(({ sentences }) => sentences).length <= veryFewSentences;
}

type Words = { content: readonly Wanted[]; rarest: readonly Wanted[]; total: number };

/** Whether a sentence shares so many words with a rule that it may bear on it. */
function bears(row: Row, own: readonly Wanted[], { content, rarest, total }: Words): boolean {
  const isPlain = ({ term }: Wanted): boolean => row.terms.includes(term);
  const rare = rarest.filter((one) => own.includes(one));
  if (rare.some(isPlain) || rare.length >= rarest.length / 2) return true;
  const weight = weightOf(own);
  if ((own.some(isPlain) || own.length > 1) && weight > total * mostShared) return true;
  if (own.length > 1 && own.length >= content.length / 2 && weight > total * leastOfHalf) return true;
  if (!row.isHeading || weight <= total * leastOfHalf) return false;
  const words = row.own.filter((term) => !isNumber(term));
  return own.length >= words.length / 2;
}

/** The words that say what a rule is about: without numbers, names, roles, and words for the document itself. */
function wantedOf({ terms, described, names, tokens }: ReadRule, language: Language): Wanted[] {
  return terms.filter(
    ({ term, word }) =>
      described.has(term) &&
      !isNumber(term) &&
      !names.has(term) &&
      isTelling(word, language) &&
      !(namesRole([word]) && isActor(term, tokens)),
  );
}

/** Whether a term is before the modal word: documents call the one who acts by other names. */
function isActor(term: string, tokens: readonly Token[]): boolean {
  const modal = tokens.findIndex(({ word }) => forceOf(word) !== null);
  return tokens.slice(0, modal).some((token) => token.term === term);
}

/** Whether a word can say what a rule is about. */
function isTelling(word: string, language: Language): boolean {
  return (
    !language.metaWords.has(word) &&
    !language.units.has(word) &&
    !documentWords.test(word) &&
    !general.test(word) &&
    !/^part(?:y|ies)$/.test(word)
  );
}

/** Matches words that say nothing about what a rule is about. */
const general =
  /^(?:able|ability|amount|annually|cases?|daily|hourly|monthly|quarterly|weekly|yearly|certain|contain(?:s|ed|ing)?|enters?|exists?|grants?|granted|include[sd]?|including|kinds?|manner|matters?|number|place|purposes?|respect|things?|times?|periods?|types?|ways?)$/;

/** Whether a rule has words enough to be missed: two, or one and after it a party that the act is about. */
function isSpecific(content: readonly Wanted[], { tokens }: ReadRule): boolean {
  const [only] = content;
  if (only === undefined || content.length >= leastWords) return only !== undefined;
  const at = tokens.findIndex(({ term }) => term === only.term);
  return tokens.slice(at + 1).some(({ word }) => namesRole([word]));
}

/** The weights of words together. */
export function weightOf(words: readonly { weight: number }[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** The heaviest words that together have at least the weight `least`, and all others as heavy as the lightest of these. */
function rarestOf(wanted: readonly Wanted[], least: number): Wanted[] {
  const sorted = [...wanted].sort((one, other) => other.weight - one.weight);
  let sum = 0;
  let lightest = Number.POSITIVE_INFINITY;
  for (const { weight } of sorted) {
    if (sum > 0 && sum >= least) break;
    sum += weight;
    lightest = weight;
  }
  return sorted.filter(({ weight }) => weight >= lightest);
}

/** Returns a function that finds which wanted words a row of terms has, in these or in related words. */
function sharing(wanted: readonly Wanted[]): (row: readonly string[]) => Wanted[] {
  const alike = new Map<string, readonly Wanted[]>();
  const phrases = wanted.flatMap((one) =>
    one.alternatives.filter((row) => row.length > 1).map((row) => ({ one, row })),
  );
  return (row) => {
    const shared = new Set<Wanted>();
    for (const term of new Set(row)) {
      const own =
        alike.get(term) ??
        wanted.filter(
          (one) =>
            areRelated(one.term, term) ||
            one.alternatives.some((other) => other.length === 1 && other[0] === term),
        );
      alike.set(term, own);
      for (const one of own) shared.add(one);
    }
    for (const { one, row: phrase } of phrases)
      if (phrase.every((term) => row.includes(term))) shared.add(one);
    return [...shared];
  };
}

/**
 * Whether a sentence has a limit of the rule. `isBeside`: it also has a telling word of the rule, so that any number of
 * the same kind counts.
 */
function hasNumber({ limits }: ReadRule, text: string, isBeside: boolean): boolean {
  if (limits.length === 0 || !anyNumber.test(text)) return false;
  const stated = limitsOf(text);
  return limits.some((one) =>
    stated.some(
      (other) => isSameKind(one, other) && (isBeside || (isSameValue(one, other) && one.value !== 1)),
    ),
  );
}

const anyNumber =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|once|twice|every)\b/i;

/** The sentences to compare with a rule: in a large subject only those that the search found, otherwise all. */
function rowsOf(found: readonly ReadSentence[], subject: Subject, language: Language): readonly Row[] {
  const { searched, passages } = subject;
  if (passages.size > mostPassages)
    return found.map(({ text, terms, headings, isHeading }) => ({
      text,
      own: terms,
      terms: [...terms, ...headings],
      isHeading,
    }));
  const known = cached.get(searched);
  if (known?.passages === passages && known.language === language) return known.rows;
  const rows = inputPassages(subject).flatMap((passage) => rowsIn(passage, language));
  cached.set(searched, { passages, language, rows });
  return rows;
}

/** The rows of a subject, kept because every rule needs them. */
const cached = new WeakMap<
  readonly Source[],
  { passages: Passages; language: Language; rows: readonly Row[] }
>();

function rowsIn({ source, headingPath, sentences }: Passage, language: Language): Row[] {
  const heading = headingPath.at(-1) ?? '';
  const headingTerms = contentTerms(heading, language);
  return sentences.map((sentence) => {
    const text = quoteText(source.content, sentence);
    const own = contentTerms(text, language);
    return {
      text,
      own,
      terms: [...headingTerms, ...own],
      isHeading: text.trim() === heading || looksLikeHeading(text),
    };
  });
}

/** The passages of the input files. */
export function inputPassages({ searched, passages }: Subject): Passage[] {
  const inputs = new Set(searched.filter(({ role }) => role === 'input'));
  return [...passages.values()].filter(({ source }) => inputs.has(source));
}
