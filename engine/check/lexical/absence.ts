import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { lightVerb } from '../../language/modal-words.ts';
import { normalized } from '../../language/normalized.ts';
import { areRelated } from '../../language/related-words.ts';
import { documentWords, namesRole } from '../../language/roles.ts';
import { meanAlike } from '../../language/synonyms.ts';
import { tokenize } from '../../language/tokens.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { asksForOpening } from '../../retrieve/query/opening.ts';
import { looksLikeHeading } from './candidates.ts';
import type { Asked } from './compare/asked.ts';
import type { Subject } from './compare/compared.ts';
import { type ClauseMap, clauseMapOf } from './in-force/clause-map.ts';
import { type Limit, limitsOf } from './parse/limits.ts';

/**
 * Thresholds, each a share of the total weight of a duty's words:
 * - `rarestShare`: the heaviest words of a duty that together reach this share are its rarest words.
 * - `leastMissing`: a duty is absent only if words with at least this share occur in no sentence.
 * - `mostShared`: a duty is absent only if no sentence, taken with its heading, contains words with more than this
 *   share.
 * With these thresholds, 43 duties of ContractNLI count as absent, of which 40 really are; of CUAD 84, of which 77
 * really are. The answers of both data sets were known when the thresholds were set.
 */
const rarestShare = 0.34;
const leastMissing = 0.7;
const mostShared = 0.3;
/** A word with less than this share of the average weight is too frequent to show what a number beside it is about. */
const leastTelling = 0.5;
const leastWords = 2;
/**
 * A subject with at most this number of sentences is soon read, and its sentences can state a duty without any of its
 * words: of 20 duties that counted as absent from 480 documents of 2 to 8 sentences by other writers, 12 were stated.
 */
const veryFewSentences = 10;
/**
 * In a subject with at most this number of sentences, a single word or number of a duty can show that a sentence states
 * it in other words: of 23 duties that counted as absent from 436 short documents with new wordings, 17 were stated.
 */
const fewSentences = 40;
/**
 * A sentence with half of a duty's words shows nothing if these words have less than this share of the weight: such
 * words are in most clauses.
 */
const leastOfHalf = 0.15;
/** If a subject has more passages than this, only the passages that the search found are compared. */
const mostPassages = 3_000;

/** Matches what is left of a removed clause: "[Reserved]", "7.2 Intentionally omitted." */
const removedClause =
  /^\W*(?:[\w.()§]{1,8}\s+)?\W?(?:this (?:clause|paragraph|section|provision) (?:has been |is |was )?)?(?:intentionally |deliberately )?(?:left (?:blank|empty)|omitted|deleted|reserved|not used|unused|removed|repealed|void|withdrawn|struck out|cancelled)\b.{0,40}$/i;

/** Whether a subject is so short that a person should read it before a duty counts as absent. */
export function isSoonRead({ searched, passages }: Subject): boolean {
  const inputs = searched.filter(({ role }) => role === 'input');
  if (inputs.length > veryFewSentences || passages.size > veryFewSentences) return false;
  return inputs.flatMap((source) => clauseMapOf(source, passages).lines).length <= veryFewSentences;
}

type Wanted = Pick<RuleTerm, 'term' | 'weight' | 'alternatives'>;
/** A sentence. `own` are its own terms; `terms` are these and the terms of its heading. */
type Row = { text: string; own: readonly string[]; terms: readonly string[]; isHeading: boolean };

/**
 * How a duty is absent from the documents:
 * - `wholly`: no sentence has its act or one of its rarest words, or other words for these.
 * - `mostly`: a sentence does, but shares too little else with the duty to bear on it.
 */
export type Absence = 'wholly' | 'mostly';

/**
 * How a duty is absent from the documents; null if a sentence may bear on it. A duty is absent if no sentence, taken with
 * its heading, shares enough words or a number with the duty, no heading consists of words of the duty, and no sentence
 * has all words of what the duty is about. Synonyms and words for the same subject count as the words of the duty. Always
 * null for a question about a fact that documents usually state at their beginning. In a subject with more than
 * `mostPassages` passages no duty is `wholly` absent, because not every sentence is compared.
 */
export function absenceOf(
  asked: Asked,
  terms: readonly RuleTerm[],
  found: readonly Row[],
  subject: Subject,
  language: Language,
): Absence | null {
  const { act, statement, words } = asked;
  if (asksForOpening(statement.text)) return null;
  const isLight = act === null || lightVerb.test(words.get(act) ?? act);
  const common = [...asked.objects, ...[...asked.names].filter((name) => !asked.properNames.has(name))];
  const content = wantedOf(isLight ? common : [act, ...common], asked, terms);
  if (content.length < leastWords) return null;
  const total = weightOf(content);
  const names = wantedOf([...asked.properNames], asked, terms);
  const rarest = rarestOf(content, total * rarestShare);
  const sharedBy = sharing([...content, ...names]);
  const about = aboutOf(asked, content);
  const objects = content.filter(({ term }) => term !== act && !namesRole([words.get(term) ?? term]));
  const missing = new Set(content);
  const rows = rowsOf(found, subject, language);
  const isSmall = rows.length <= fewSentences;
  const numbers = isSmall
    ? [...asked.numbers, ...statement.limits.filter(({ value }) => value > 1).map(({ value }) => `${value}`)]
    : [];
  let isWhole = subject.passages.size <= mostPassages;
  for (const row of rows) {
    // A removed clause may have been about the duty.
    if (removedClause.test(row.text)) return null;
    const shared = sharedBy(row.terms);
    if (shared.length === 0 && statement.limits.length === 0) continue;
    for (const one of shared) missing.delete(one);
    const own = shared.filter((one) => content.includes(one));
    if (isSmall && !row.isHeading && own.some((one) => one.term === act || objects.includes(one)))
      return null;
    if (row.own.some((term) => numbers.includes(term))) return null;
    const isPlain = ({ term }: Wanted): boolean => row.terms.includes(term);
    if (names.some((name) => shared.includes(name))) return null;
    const rare = rarest.filter((one) => shared.includes(one));
    // If a duty names only one thing, a sentence with its word may be about the duty even if the word is common.
    if (objects.length === 1 && objects.some((one) => shared.includes(one) && isPlain(one))) return null;
    if (rare.some(isPlain) || rare.length >= rarest.length / 2) return null;
    if ((own.some(isPlain) || own.length > 1) && weightOf(own) > total * mostShared) return null;
    if (own.length > 1 && own.length >= content.length / 2 && weightOf(own) > total * leastOfHalf)
      return null;
    const hasAct = shared.some(({ term }) => term === act);
    if (hasAct && shared.length > 1) return null;
    if (hasAct || rare.length > 0) isWhole = false;
    if (
      row.isHeading
        ? consistsOf(row, own) && weightOf(own) > total * leastOfHalf
        : about.size > 0 && [...about].every((term) => row.own.includes(term))
    )
      return null;
    const telling = shared.filter(
      ({ term, weight }) => term !== act && weight >= (total / content.length) * leastTelling,
    );
    if (hasNumber(row.text, statement.limits, telling.length > 0, language)) return null;
  }
  if (weightOf([...missing]) < total * leastMissing) return null;
  return isWhole ? 'wholly' : 'mostly';
}

/** The terms of the duty's grammatical subject, if the subject is a thing and not a party: "the initial term". */
function aboutOf(
  { statement: { tokens, first, binding }, actor }: Asked,
  content: readonly Wanted[],
): Set<string> {
  const modal = binding.modals[0]?.from ?? first;
  const subject = tokens.slice(first, modal).map(({ term }) => term);
  return new Set(subject.filter((term) => !actor.includes(term) && content.some((one) => one.term === term)));
}

/** Whether at least half of the words of a heading are words of the duty. */
function consistsOf({ own }: Row, shared: readonly Wanted[]): boolean {
  const words = own.filter((term) => !isNumber(term));
  return shared.length > 0 && shared.length >= words.length / 2;
}

function wantedOf(list: readonly string[], { words }: Asked, terms: readonly RuleTerm[]): Wanted[] {
  return [...new Set(list)]
    .filter((term) => !documentWords.test(words.get(term) ?? term))
    .map((term) => {
      const known = terms.find((one) => one.term === term);
      return { term, weight: known?.weight ?? 1, alternatives: known?.alternatives ?? [[term]] };
    });
}

function weightOf(words: readonly Wanted[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * The heaviest words that together have at least the weight `least`, and all other words as heavy as the lightest of
 * these.
 */
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

/**
 * Returns a function that finds which of the wanted words a row of terms contains. A related word or another name of a
 * wanted word counts as the word.
 */
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
    for (const { one, row: phrase } of phrases) {
      if (phrase.every((term) => row.includes(term))) shared.add(one);
    }
    return [...shared];
  };
}

const anyNumber =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|once|twice|every)\b/i;

/**
 * Whether a sentence contains a number of the duty, with its unit. If the sentence also contains a word of the duty
 * (`beside`), any number with a comparable unit counts.
 */
function hasNumber(text: string, asked: readonly Limit[], beside: boolean, language: Language): boolean {
  if (asked.length === 0 || !anyNumber.test(text)) return false;
  const normal = normalized(text);
  const stated = limitsOf(tokenize(normal, language), normal, language);
  return asked.some((one) =>
    stated.some(
      (other) =>
        other.dimension === one.dimension &&
        (one.dimension !== 'count' ||
          one.terms.some((term) => other.terms.some((each) => meanAlike(term, each)))) &&
        (beside || (other.value * other.exact === one.value * one.exact && one.value !== 1)),
    ),
  );
}

/** The sentences to compare with a duty: in a large subject only those that the search found, otherwise all. */
function rowsOf(found: readonly Row[], { searched, passages }: Subject, language: Language): readonly Row[] {
  if (passages.size > mostPassages) return found;
  return searched
    .filter(({ role }) => role === 'input')
    .flatMap((source) => rowsIn(clauseMapOf(source, passages), language));
}

/**
 * The sentences of each source with their terms, cached because every rule needs them. The cached sentences are
 * released together with the clause map.
 */
const cached = new WeakMap<ClauseMap, { language: Language; rows: readonly Row[] }>();

function rowsIn(clauses: ClauseMap, language: Language): readonly Row[] {
  const known = cached.get(clauses);
  if (known?.language === language) return known.rows;
  const rows = clauses.lines.map(({ text, heading, isHeading }) => ({
    text,
    own: contentTerms(text, language),
    terms: contentTerms(`${heading ?? ''}\n${text}`, language),
    isHeading: isHeading || looksLikeHeading(text),
  }));
  cached.set(clauses, { language, rows });
  return rows;
}
