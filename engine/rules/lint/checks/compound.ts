import { normalForm } from '../../../language/normal-form.ts';
import { clausesOf, isVerb, type Words } from '../../reword/clauses.ts';
import { essentialWords } from '../../reword/wording.ts';
import { type Found, inDescription } from '../problem.ts';
import { type RuleReading, type SentenceReading, shortened } from '../reading.ts';
import { beforeObject, nounVerbs, plainVerbs } from '../words/verbs.ts';

const duty =
  /\b(?:shall|must|may not|cannot|has to|have to|(?:is|are) (?:required|obliged|prohibited|forbidden)(?: to| from)?)\b/i;
const item = /(?:^|\s)\(?(?:[a-h]|[ivx]{1,4}|\d{1,2})[).]\s/g;

/** Rules with more than one duty. One problem a rule, at the words that begin the second duty. */
export function checkCompound({ sentences }: RuleReading): Found[] {
  const binding = sentences.filter(({ text }) => duty.test(text));
  const second = binding[1];
  if (second) {
    const place = { start: second.start, end: second.start + second.text.length };
    const message = `This rule has ${binding.length} sentences with a duty; the second begins with “${shortened(second.text, 60)}”.`;
    return [inDescription('compound', place, message)];
  }
  return sentences.flatMap((sentence) => listOf(sentence) ?? secondDuty(sentence) ?? []).slice(0, 1);
}

/** The second clause of a sentence with a modal word, or the second act of its first clause. */
function secondDuty({ text, start }: SentenceReading): Found | null {
  const [clause, second] = clausesOf(essentialWords(text));
  if (!clause || !isDuty(clause.head)) return null;
  const isClause = second !== undefined && second.own[0]?.kind === 'join' && isDuty(second.own);
  const own = isClause ? second.own : secondAct(clause.body, text);
  const modal = own.findIndex(({ kind }) => kind === 'modal');
  const [from, to] = [own[0], own[Math.min(own.length - 1, modal < 0 ? 2 : modal + 1)]];
  if (!from || !to) return null;
  const isPlaced = normalForm(text) === text;
  const [begin, end] = isPlaced ? [from.start, to.end] : [0, text.length];
  return inDescription(
    'compound',
    { start: start + begin, end: start + end },
    `“${text.slice(begin, end)}” begins a second duty, and the two can have different answers.`,
  );
}

/** Whether a clause has its own answer, which advice and possibilities have not. */
function isDuty(words: Words): boolean {
  return /^(?:must|may|will)$/.test(words.find(({ kind }) => kind === 'modal')?.key ?? '');
}

/**
 * The words from an "and" with a second act, which has an object of its own; none if there is none. In "shall review and
 * update the plan" both verbs have one object.
 */
function secondAct(body: Words, text: string): Words {
  const at = body.findIndex(({ kind, key }, index) => {
    const [verb, object] = [body[index + 1], body[index + 2]];
    if (kind !== 'join' || key !== 'and' || index < 2 || !verb || !isVerb(verb, object)) return false;
    const after = /^\s(\S+)/.exec(text.slice(verb.end))?.[1]?.toLowerCase() ?? '';
    const isNoun = nounVerbs.has(verb.text.toLowerCase()) && !beforeObject.test(after) && !/^\d/.test(after);
    const isInClause = body.slice(0, index).some(({ isSubordinate }) => isSubordinate);
    return after !== '' && !isNoun && !isInClause && !/^(?:of|and|or)$/.test(after);
  });
  return at < 0 ? [] : body.slice(at);
}

/** A list of acts: "shall: (a) keep a log; and (b) report incidents". Items that "or" joins are one duty. */
function listOf(sentence: SentenceReading): Found | null {
  const { text, start } = sentence;
  const colon = text.indexOf(':');
  if (colon < 0 || !duty.test(text.slice(0, colon))) return null;
  const rest = text.slice(colon + 1);
  const items = [...rest.matchAll(item)];
  if (items.length < 2 || /[;,]\s*or\b/.test(rest)) return null;
  const acts = items.filter(({ index, 0: mark }) => {
    const word = /^\p{L}+/u.exec(rest.slice(index + mark.length))?.[0].toLowerCase() ?? '';
    return plainVerbs.has(word) || nounVerbs.has(word);
  });
  const second = acts[1];
  if (!second) return null;
  const at = start + colon + 1 + second.index;
  return inDescription(
    'compound',
    { start: at, end: start + text.length },
    `This rule lists ${acts.length} acts under one duty.`,
  );
}
