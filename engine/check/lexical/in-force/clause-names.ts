import { capitalized } from '../../../language/letter-case.ts';
import { hasEffectWords } from './effect.ts';

/*
 * Names of clauses other than numbers: letters, Roman numerals, number words, ordinals and headings. They count only in
 * sentences with words that end or change a text, because "the second part" and "Schedule A" name many other things.
 */

const units =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth'.split(
    ' ',
  );
const romans = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV'.split(' ');
const nouns =
  '(?:clause|section|article|paragraph|part|chapter|item|point|provision|condition|rule|sentence)s?';
const anyNoun =
  '(?:[Cc]lause|[Ss]ection|[Aa]rticle|[Pp]aragraph|[Pp]art|[Cc]hapter|[Ii]tem|[Pp]oint|[Pp]rovision|[Cc]ondition|[Rr]ule)s?';

/** Matches a name of a clause that is not a number: "Clause B", "Article II", "Section Two", "the second article". */
const otherName = new RegExp(
  String.raw`\b${anyNoun}\s+(?:[A-Z]|[IVX]{2,6}|[b-hj-z]\)?|${units.join('|')}|${units.map(capitalized).join('|')})(?![\p{L}\d’'-])|\b(?:${ordinals.join('|')}|last|\d{1,2}(?:st|nd|rd|th))\s+${nouns}\b|\b(?:headed|entitled|titled|under the heading)\b`,
  'u',
);

/** Whether a text ends or changes a clause that it names in another way than by a number. */
export function hasOtherName(text: string): boolean {
  return otherName.test(text) && hasEffectWords(text);
}

/** The number of a clause that is written as a word or a Roman numeral: "two" and "II" are "2". */
export function plainNumber(written: string): string {
  const at = Math.max(units.indexOf(written.toLowerCase()), romans.indexOf(written));
  return at < 0 ? written : String(at + 1);
}

/** Matches number words and Roman numerals at the begin of a clause, as the source of a regular expression. */
export const writtenNumber = `${units.join('|')}|${units.map(capitalized).join('|')}|[IVX]{1,6}`;

/**
 * Returns a function that tells whether a text names the clause with this label in another way than by the label:
 * "Article II" and "the second article" for 2, "paragraph b" for (b). A letter must have the same case.
 */
export function otherNamingOf(label: string): (text: string) => boolean {
  const name = otherNameOf(label);
  return (text) => hasEffectWords(text) && (isListed(text, label) || (name?.test(text) ?? false));
}

/** Matches the names of the clause with this label that are not the label itself; null if it has none. */
function otherNameOf(label: string): RegExp | null {
  const letter = /^\(([b-hj-z])\)$/.exec(label)?.[1] ?? /^([A-Z])$/.exec(label)?.[1];
  if (letter !== undefined)
    return new RegExp(
      String.raw`\b${anyNoun}\s+(?:\(?[a-zA-Z]\)?,?\s+(?:and|or|to)\s+)?${letter}(?![\p{L}\d’'-])`,
      'u',
    );
  const number = /^\d{1,2}$/.test(label) ? Number(label) : 0;
  const [unit, ordinal, roman] = [units[number - 1], ordinals[number - 1], romans[number - 1]];
  if (unit === undefined || ordinal === undefined || roman === undefined) return null;
  return new RegExp(
    String.raw`\b${anyNoun}\s+(?:${unit}|${capitalized(unit)}|${roman})(?![\p{L}\d’'-])|\b(?:${ordinal}|${number}(?:st|nd|rd|th))\s+${nouns}\b`,
    'u',
  );
}

/** Matches a list or a range of clauses: "items (a) and (b)", "Sections 1 to 3", "clauses B, C and E". */
const list = new RegExp(
  String.raw`\b${anyNoun}\s+(?<all>(?:\(\w{1,3}\)|[A-Z]|\d{1,3}(?:\.\d{1,3})*)(?:\s*(?:,|and|or|to|through|–|-)\s*(?:and\s+|or\s+)?(?:\(\w{1,3}\)|[A-Z](?![\p{L}])|\d{1,3}(?:\.\d{1,3})*(?![\w.]*\d)))+)`,
  'gu',
);
const range = /(?<from>[\w.()]+)\s*(?:to|through|–|-)\s*(?<to>[\w.()]+)/gu;

function isListed(text: string, label: string): boolean {
  return [...text.matchAll(list)].some(({ groups }) => {
    const all = groups?.all ?? '';
    if (all.split(/[\s,–-]+/).includes(label)) return true;
    return [...all.matchAll(range)].some(({ groups: ends }) =>
      isBetween(label, ends?.from ?? '', ends?.to ?? ''),
    );
  });
}

/** Whether a label is between two labels of the same kind: 2 between 1 and 3, (b) between (a) and (d). */
function isBetween(label: string, from: string, to: string): boolean {
  const [one, first, last] = [label, from, to].map((text) => text.replace(/[()]/g, ''));
  if (one === undefined || first === undefined || last === undefined) return false;
  const numbers = [one, first, last].map((text) => Number(text.replace(/\.$/, '')));
  if (numbers.every((number) => Number.isFinite(number)))
    return (numbers[1] ?? 0) <= (numbers[0] ?? 0) && (numbers[0] ?? 0) <= (numbers[2] ?? 0);
  return [one, first, last].every((text) => /^[a-zA-Z]$/.test(text)) && first <= one && one <= last;
}

const nounOrHeading = new RegExp(String.raw`\b(?:${nouns}|heading|title)\b`, 'iu');

/** Whether a text that ends or changes a text names it by a heading: "the section headed Fees is deleted". */
export function namesHeading(text: string, heading: string | null): boolean {
  const words = (heading ?? '').replace(/^[\W\d]*(?:\d[\w.]*\s+)?/, '').trim();
  if (words.length < 3 || !hasEffectWords(text)) return false;
  const lower = text.toLowerCase();
  return (
    nounOrHeading.test(text) &&
    ` ${lower.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(
      ` ${words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    )
  );
}

/** Matches a predicate which says that a text or a promise is not in force. */
const ended =
  /\b(?:is|are|was|were|has been|have been|shall be|will be)\s+(?:(?:hereby|now|therefore|accordingly|expressly)\s+)?(?:deleted|struck\s+(?:out|off|through)|stricken|removed|cancell?ed|repealed|revoked|rescinded|withdrawn|suspended|annulled|abolished|omitted|superseded|replaced|waived|void|invalid|optional|voluntary|(?:never|not(?:\s+yet)?)\s+(?:signed|agreed|adopted|approved)|no\s+longer\s+(?:applicable|valid|in\s+force|binding)|not\s+(?:applicable|valid|binding|in\s+force|part\s+of)|of\s+no\s+(?:effect|force))\b|\b(?:no\s+longer|does\s+not|do\s+not|ceases?\s+to|ceased\s+to|shall\s+not|will\s+not)\s+(?:apply|bind|form)\b|\bno\s+longer\s+applies\b|\bfalls?\s+away\b/iu;
/** Matches nouns for texts, promises and duties. */
const textNoun =
  /\b(?:clause|section|article|paragraph|provision|item|point|sentence|wording|passage|text|promise|undertaking|commitment|assurance|guarantee|obligation|duty|duties|requirement|rule|ban|prohibition|restriction|permission|term|draft)s?\b/giu;
/** Matches the subject of a sentence about all clauses of a document: "all safety rules", "these terms". */
const everyText =
  /^\W*(?:[\d.]{1,6}[.)]?\s+)?(?:(?:[\p{L}\s]{0,40},\s+)?(?:all|these|this|every|everything)\b(?!.{0,20}\b(?:prior|previous|earlier|former|other|oral|such)\b))/iu;
const ordinal = new RegExp(String.raw`\b(?:${ordinals.join('|')}|last|\d{1,2}(?:st|nd|rd|th))\b`, 'giu');
const shortestWord = 4;
const samePrefix = 5;
const shortestPrefix = 3;
/** The subject of a sentence about all clauses has at most this many words of its own. */
const mostOfEvery = 2;
const general =
  /^(?:this|that|these|those|such|with|from|under|about|concerning|regarding|relating|dealing|which|have|been|party|parties|agreement|contract|lease|policy|document|other|remaining|present|same|entire|whole|herein|hereof|hereby|above|below|supplier|customer|client|buyer|seller|vendor|provider|tenant|landlord|lessor|lessee|employer|employee|company|contractor|bank|borrower|lender|insurer)$/;

/** Matches a sentence that replaces a whole text or declares it invalid: "The rules of 2024 replace these rules". */
const replacesAll =
  /\b(?:replaces?|supersedes?|declared|cancels?|repeals?)\s+(?:(?:all|these|this)\s+)(?:of\s+(?:the|these)\s+)?(?:\p{L}+\s+)?(?:rules?|terms|provisions?|clauses?|text|document|policy)\b/iu;

/** Whether a text says that a text or a promise is not in force: "the promise not to charge fees has been withdrawn". */
export function endsSomeText(text: string): boolean {
  const at = ended.exec(text)?.index;
  return replacesAll.test(text) || (at !== undefined && text.slice(0, at).search(textNoun) >= 0);
}

/**
 * Whether a text that says that a text is not in force can mean a clause, by what both are about. An ordinal alone, as in
 * "the second sentence no longer applies", can mean any clause without a number.
 */
export function endsTopicOf(text: string, clause: string, hasNumber: boolean): boolean {
  if (replacesAll.test(text)) return true;
  const subject = text.slice(0, ended.exec(text)?.index ?? 0).toLowerCase();
  const words = (
    subject
      .replace(textNoun, ' ')
      .replace(ordinal, ' ')
      .match(/[\p{L}-]+/gu) ?? []
  ).filter((word) => word.length >= shortestWord && !general.test(word));
  if (words.length <= mostOfEvery && everyText.test(subject)) return true;
  if (words.length === 0) return !hasNumber && subject.search(ordinal) >= 0;
  const own = clause.toLowerCase();
  const shared = words.filter((word) =>
    own.includes(word.slice(0, Math.min(samePrefix, Math.max(shortestPrefix, word.length - 1)))),
  );
  return shared.length > 0 && shared.length >= words.length / 2;
}
