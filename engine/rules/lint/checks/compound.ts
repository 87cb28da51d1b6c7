import { type Found, inDescription } from '../problem.ts';
import { longestParsed, type RuleReading, type SentenceReading, shortened } from '../reading.ts';

const duty =
  /\b(?:shall|must|may not|cannot|has to|have to|(?:is|are) (?:required|obliged|prohibited|forbidden)(?: to| from)?)\b/i;
/** Matches a word that binds, or that permits: the two parts of "may audit and shall pay" have two answers. */
const modal =
  /\b(?:shall|must|may|will|cannot|has to|have to|(?:is|are) (?:required|obliged) to)\b(?:\s(?:be|not|also|either)\b)*(?:\s\p{L}+)?/giu;
/** Matches two acts with an object each: "shall name its staff and inform the customer", not "shall state the date and time". */
const twoActs =
  /\b(?:shall|must|has to|have to)\s(?!(?:contain|include|state|show|list|have|be)\b)\p{L}+\s(?:an?|the|its|their|each|every|any|all)\s(?<between>[^,;:]{1,200}?)\s(?<second>and\s(?<verb>\p{L}+)\s(?:an?|the|its|their|each|every|any|all)\s\p{L}+)/iu;
const preposition =
  /^(?:of|in|on|at|for|by|with|from|within|under|through|during|between|without|against|per|over|into|upon|not|also|both|then|including)$/i;
/** Matches words of a clause that only describes another one: "and how the data that the Customer must keep". */
const subordinate =
  /\b(?:that|which|who|whose|what|how|why|whether|where|if|when|whenever|unless|until|while|before|after|because|since|as|or|to)\b/i;
/** Matches the beginning of a list of acts: "shall: (a) keep a log". Behind "shall contain:", items are things. */
const actList = /\b(?:shall|must|has to|have to)(?: do (?:all )?(?:of )?the following)?:\s/i;
const item = /(?:^|\s)\(?(?:[a-h]|[ivx]{1,4}|\d{1,2})[).]\s/g;

/** Rules with more than one duty. One problem a rule, at the words that begin the second duty. */
export function checkCompound({ rule, sentences }: RuleReading): Found[] {
  if (sentences.length === 0) return [];
  const list = listOf(rule.description.slice(0, longestParsed));
  if (list) return [list];
  const binding = sentences.filter(({ text }) => duty.test(text));
  const second = binding[1];
  if (second) {
    const place = { start: second.start, end: second.start + second.text.length };
    const message = `This rule has ${binding.length} sentences with a duty; the second begins with “${shortened(second.text, 60)}”.`;
    return [inDescription('compound', place, message)];
  }
  return sentences.flatMap((sentence) => secondDuty(sentence) ?? []).slice(0, 1);
}

/** The words from an "and" to the modal word behind it. */
function secondDuty({ text, start }: SentenceReading): Found | null {
  const modals = [...text.matchAll(modal)].map(({ 0: word, index }) => ({ index, end: index + word.length }));
  for (const [at, { index, end }] of modals.entries()) {
    const before = modals[at - 1];
    if (!before) continue;
    const between = text.slice(before.end, index);
    const joined = between.lastIndexOf(' and ');
    if (joined < 0 || subordinate.test(between.slice(joined))) continue;
    const from = before.end + joined + 1;
    return secondAt(text, start, from, end);
  }
  const { between = '', second = '', verb = '' } = twoActs.exec(text)?.groups ?? {};
  if (second === '' || preposition.test(verb) || subordinate.test(`${between} ${verb}`)) return null;
  const from = text.indexOf(second);
  return secondAt(text, start, from, from + second.length);
}

function secondAt(text: string, start: number, from: number, end: number): Found {
  const message = `“${text.slice(from, end)}” begins a second duty, and the two can have different answers.`;
  return inDescription('compound', { start: start + from, end: start + end }, message);
}

/** A list of acts: "shall: (a) keep a log; and (b) report incidents". Items that "or" joins are one duty. */
function listOf(text: string): Found | null {
  const list = actList.exec(text);
  if (!list) return null;
  const from = list.index + list[0].length - 1;
  const items = [...text.slice(from).matchAll(item)];
  const second = items[1];
  if (!second || /[;,]\s*or\b/.test(text.slice(from))) return null;
  const place = { start: from + second.index, end: text.trimEnd().length };
  return inDescription('compound', place, `This rule lists ${items.length} acts under one duty.`);
}
