import { datesOf } from '../../../label/dates.ts';
import { type Quantity, quantitiesOf, saysSame } from '../../../label/quantities.ts';
import { contentTerms, contentTokens } from '../../../language/content.ts';
import { normalForm } from '../../../language/normal-form.ts';
import { areRelated } from '../../../language/related-words.ts';
import { documentWords } from '../../../language/roles.ts';
import type { Found } from '../problem.ts';
import { longestParsed, type RuleReading, type SentenceReading } from '../reading.ts';
import { plainVerbs } from '../words/verbs.ts';

const denying =
  /^\W*(?:no|never|do not|don't|not)\b|\b(?:prohibition|prohibited|forbidden|ban|banned|not (?:allowed|permitted))\b/i;
const grants = /\b(?:right to|permission to|permitted|allowed|may)\b/i;
const negative =
  /\b(?:no|not|never|nor|neither|without|cannot|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|refrain\w*|exclu\w+|except|unless|free|refus\w+|den(?:y|ies|ied)|limit\w*|restrict\w*|only|zero|prevent\w*|avoid\w*|waive\w*|block\w*|reject\w*|disabl\w+|remov\w+)\b/i;

/** Rules whose name has another number, denial or subject than the description. At most one problem a rule. */
export function checkName(reading: RuleReading): Found[] {
  const { rule, sentences } = reading;
  if (sentences.length === 0) return [];
  const found = otherNumber(reading) ?? otherForce(reading) ?? otherSubject(reading);
  if (found === null) return [];
  const start = rule.name.length - rule.name.trimStart().length;
  return [{ field: 'name', start, end: rule.name.trimEnd().length, code: 'name_differs', ...found }];
}

type Difference = Partial<Pick<Found, 'start' | 'end'>> & Pick<Found, 'message'>;

function otherNumber({ rule }: RuleReading): Difference | null {
  const [inName, inText] = [rule.name, rule.description].map(numbersOf);
  if (!inName || !inText || inText.length === 0) return null;
  const other = inName.find((one) => !inText.some((each) => isSame(one, each)));
  if (!other) return null;
  return {
    start: other.start,
    end: other.end,
    message: `The name says “${rule.name.slice(other.start, other.end)}”, but the description does not.`,
  };
}

/** The numbers of a text in digits or with a unit: in "Two signatures", the number is part of the wording. */
function numbersOf(text: string): Quantity[] {
  if (normalForm(text) !== text) return [];
  const dates = datesOf(text);
  return quantitiesOf(text).filter(
    ({ start, unit, text: words }) =>
      (/\d/.test(words) || unit !== null) && !dates.some((date) => date.start <= start && start < date.end),
  );
}

/** Whether two numbers can mean the same: the same value, or the same quantity in other units. */
function isSame(one: Quantity, other: Quantity): boolean {
  return saysSame(one, other) || saysSame(other, one);
}

function otherForce({ rule, sentences }: RuleReading): Difference | null {
  const denies = (one: SentenceReading) => one.elements.some(({ kind }) => kind === 'denial');
  const binds = sentences.every(({ elements }) => elements.some(({ kind }) => kind === 'force'));
  const denied = denying.exec(rule.name);
  if (denied && binds && !sentences.some(denies) && !negative.test(rule.description))
    return {
      message: `The name says “${denied[0].trim()}”, but the description requires or permits the act.`,
    };
  const granted = grants.exec(rule.name);
  if (granted && !negative.test(rule.name) && binds && sentences.every(denies))
    return { message: `The name says “${granted[0]}”, but the description forbids the act.` };
  return null;
}

const leastWords = 2;
/** With fewer content words, a name without an act can be a label: "Sick note". */
const longLabel = 3;
/** Matches nouns of acts: "Installation of critical patches". */
const actNoun = /(?:tion|sion|ment|ance|ence|al|ing|ures?|s?is)s?$/;

/** The name shares no word with the description, not even a word of the same subject. */
function otherSubject({ rule, language }: RuleReading): Difference | null {
  const own = contentTokens(rule.name, language).filter(
    ({ kind, word }) =>
      kind === 'word' && word.length > 1 && !language.metaWords.has(word) && !documentWords.test(word),
  );
  const terms = new Set(contentTerms(rule.description.slice(0, longestParsed), language));
  if (own.length < leastWords || terms.size < leastWords) return null;
  if (own.length < longLabel && !own.some(({ word }) => actNoun.test(word) || plainVerbs.has(word)))
    return null;
  const shares = own.some(({ term }) =>
    [...terms].some((other) => areRelated(term, other) || haveOneRoot(term, other)),
  );
  return shares ? null : { message: 'The name and the description have no word in common.' };
}

/** Whether two terms begin alike, as "encrypt" and "encryption" do. */
function haveOneRoot(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length, 5);
  return length >= 4 && one.slice(0, length) === other.slice(0, length);
}
