import { locatorAt } from '../../cite/locator-at.ts';
import { capitalized } from '../../language/letter-case.ts';
import type { Locator } from '../../model/locator.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import type { Subject } from './absence.ts';
import type { Decision } from './decide.ts';
import { compareLimits } from './limits.ts';
import type { Judged, JudgedByLimit, Place } from './places.ts';
import { clauseNumberOf, type ReadSentence } from './read-sentences.ts';

const longestExcerpt = 200;

/** One sentence, or two, that say what the documents say about a rule. */
export function statementOf(
  { outcome, judged, contests, fitting }: Decision,
  shown: readonly Place[],
  subject: Subject,
): string {
  const [first, ...others] = judged;
  if (first === undefined) return openStatement(shown, subject, fitting);
  const where = placeName(first.place.read, subject);
  if (outcome === 'conflicting') {
    const other = others.find((one) => one.outcome !== first.outcome) ?? first;
    return `The documents contradict each other: ${where} says “${excerpt(first.place.read.text)}”, ${placeName(other.place.read, subject)} says ${ending(other.place.read.text)}`;
  }
  const said = `${capitalized(where)} ${saidBy(first)}`;
  const [contest] = contests;
  if (contest !== undefined && outcome === 'undetermined')
    return `${said} Another passage may limit this: ${ending(contest.text)}`;
  return outcome === 'undetermined' ? `${said} Other passages have other numbers.` : said;
}

function saidBy({ ground, place }: Judged): string {
  switch (ground.relation) {
    case 'equal':
      return `says what the rule says, in the same words: ${ending(place.read.text)}`;
    case 'denied':
      return `says the opposite of the rule: ${ending(place.read.text)}`;
    case 'weaker':
      return `only permits or recommends what the rule requires: ${ending(place.read.text)}`;
    case 'limits':
    case 'limit':
      return `says “${ground.stated.words}”; the rule says “${ground.asked.words}”.`;
  }
}

function openStatement(
  [first, ...others]: readonly Place[],
  subject: Subject,
  fitting: JudgedByLimit | null,
): string {
  if (first?.read.isStruck === true)
    return `${capitalized(placeName(first.read, subject))} comes nearest, but it is struck out.`;
  if (first === undefined || !first.isAbout)
    return 'Words alone do not show which sentence decides this rule. The passages shown come nearest to its words.';
  const name = capitalized(placeName(first.read, subject));
  const isOpen = 'Words alone do not decide whether it meets the rule.';
  if (fitting?.place !== first || others.some(({ read }) => breaks(read, fitting)))
    return `${name} comes nearest to the words of this rule. ${isOpen}`;
  return `${name} ${saidBy(fitting)} ${isOpen}`;
}

/** Whether a sentence has a number that breaks the rule, perhaps about something else. */
function breaks({ limits }: ReadSentence, { ground: { asked } }: JudgedByLimit): boolean {
  return limits().some((limit) => compareLimits(asked, limit, false)?.isMet === false);
}

/** What a person can do with the documents in hand: at most two steps. */
export function nextSteps(
  { outcome, isConfirmed, judged, contests }: Decision,
  shown: readonly Place[],
  subject: Subject,
): string[] {
  if (isConfirmed) return [];
  const [first] = judged;
  const [contest] = contests;
  const limiting =
    contest === undefined ? [] : [`Read the passage that may limit the clause: ${ending(contest.text)}`];
  if (contest !== undefined && outcome === 'undetermined') return limiting;
  if (outcome === 'conflicting')
    return ['Decide which of the quoted passages prevails: they contradict each other.'];
  if (first !== undefined && outcome !== 'undetermined')
    return [
      `Check that ${placeName(first.place.read, subject)} is about the same thing as the rule.`,
      ...limiting,
    ];
  const [place] = shown;
  if (place === undefined) return [];
  const more = shown.length > 1 ? ' and the other passages shown' : '';
  return [`Read ${placeName(place.read, subject)}${more}, and decide whether the document meets the rule.`];
}

/** How a statement names the place of a sentence: its clause if the text shows its number, else its page or line. */
export function placeName(read: ReadSentence, { searched }: Subject): string {
  const { source } = read.passage;
  const number = clauseNumberOf(read);
  const place = number === null ? placeWords(beginningOf(read)) : `clause ${number}`;
  const isOne = searched.filter(({ role }) => role === 'input').length === 1;
  return isOne ? place : `${place} of ${source.name}`;
}

/** Where a sentence is; of its pages only the first, so that what is said of "page 2" is in the singular. */
function beginningOf({ sentence, passage }: ReadSentence): Locator {
  const { content } = passage.source;
  const { start } = sentence;
  const whole = locatorAt(content, sentence);
  return whole.kind === 'page' ? locatorAt(content, { start, end: start + 1 }) : whole;
}

/** An excerpt in quotation marks at the end of a sentence, which has no second full stop. */
function ending(text: string): string {
  const quoted = excerpt(text);
  return `“${quoted}”${/[.!?]$/.test(quoted) ? '' : '.'}`;
}

function excerpt(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= longestExcerpt ? plain : `${plain.slice(0, longestExcerpt).trimEnd()} …`;
}
