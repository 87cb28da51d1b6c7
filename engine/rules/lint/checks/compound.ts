import type { Token } from '../../../language/tokens.ts';
import type { Found } from '../problem.ts';
import { placeOf, type RuleReading, type SentenceReading } from '../reading.ts';
import { beforeObject, nounVerbs, plainVerbs } from '../words/verbs.ts';

const modal = /^(?:shall|must|may|will)$/;
const duty =
  /\b(?:shall|must|may not|cannot|has to|have to|(?:is|are) (?:required|obliged|prohibited|forbidden)(?: to| from)?)\b/i;
const item = /(?:^|\s)\(?(?:[a-h]|[ivx]{1,4}|\d{1,2})[).]\s/g;

/** Rules with more than one duty. One problem a rule, at the words that begin the second duty. */
export function checkCompound({ sentences }: RuleReading): Found[] {
  const binding = sentences.filter(({ text }) => duty.test(text));
  const [first, second] = binding;
  if (first && second) {
    return [
      found(
        { start: second.start, end: second.start + second.text.length },
        `This rule has ${binding.length} sentences with a duty; the second begins with “${opening(second.text)}”.`,
      ),
    ];
  }
  return sentences.flatMap((sentence) => secondDuty(sentence) ?? []).slice(0, 1);
}

function secondDuty(sentence: SentenceReading): Found | null {
  const list = listOf(sentence);
  if (list) return list;
  const { tokens } = sentence;
  const governing = tokens.findIndex((_, at) => modalAfter(tokens.slice(at, at + 2), 0) === 0);
  if (governing < 0) return null;
  for (let at = governing + 2; at < tokens.length - 1; at += 1) {
    const word = tokens[at]?.word ?? '';
    if (word !== 'and' && word !== 'but') continue;
    const next = afterAdverbs(tokens, at + 1);
    const follows = modalAfter(tokens, next);
    const begins = follows !== null || (word === 'and' && isAct(sentence, next, governing));
    if (!begins || isInClause(tokens, governing, at)) continue;
    const { words, ...place } = placeOf(
      sentence,
      tokens[at],
      tokens[Math.min(tokens.length - 1, (follows ?? next) + 1)],
    );
    return found(place, `“${words}” begins a second duty, and the two can have different answers.`);
  }
  return null;
}

/** The modal after a subject of at most four words, as in "and the Customer shall"; null if there is none. */
function modalAfter(tokens: readonly Token[], from: number): number | null {
  for (let at = from; at < Math.min(tokens.length, from + 5); at += 1) {
    const word = tokens[at]?.word ?? '';
    if (modal.test(word)) return at;
    if (/^(?:has|have|is|are)$/.test(word) && /^(?:to|required|obliged)$/.test(tokens[at + 1]?.word ?? ''))
      return at;
    if (/^(?:that|which|who|if|when|where|to|of|in|for|by|and|or)$/.test(word)) return null;
  }
  return null;
}

function afterAdverbs(tokens: readonly Token[], from: number): number {
  let at = from;
  while (
    /^(?:to|be|required|obliged|also|then|further|afterwards|subsequently|thereafter|immediately|not|never)$/.test(
      tokens[at]?.word ?? '',
    )
  )
    at += 1;
  return at;
}

/**
 * Whether a token is the verb of a second act with an object of its own. In "shall review and update the plan" both
 * verbs have one object.
 */
function isAct({ tokens }: SentenceReading, at: number, modal: number): boolean {
  const word = tokens[at]?.word ?? '';
  const next = tokens[at + 1];
  if (!next || tokens[at]?.capital) return false;
  // Between the first verb and "and", the first act needs an object.
  const start = afterAdverbs(tokens, modal + 1);
  const hasObject = tokens.slice(start + 1, at - 1).some(({ content }) => content !== null);
  if (!hasObject) return false;
  const object = next.kind === 'number' || beforeObject.test(next.word);
  if (nounVerbs.has(word)) return object;
  if (!plainVerbs.has(word)) return false;
  return object || (next.kind === 'word' && !/^(?:of|and|or|is|are|shall|must)$/.test(next.word));
}

/** Whether an "and" is inside a condition or a clause, so that it joins no duties: "that store and send the data". */
function isInClause(tokens: readonly Token[], from: number, at: number): boolean {
  const before = tokens.slice(from, at).map(({ word }) => word);
  const opened = before.findLastIndex((word) =>
    /^(?:that|which|who|if|when|where|whether|unless|to|until|before|after|while|between|both)$/.test(word),
  );
  if (opened < 0) return false;
  const opener = before[opened] ?? '';
  const end = tokens[at - 1]?.end ?? 0;
  const start = tokens[at]?.start ?? 0;
  // A comma before the "and" closes the clause.
  if (start - end > 1) return false;
  // "To", "before" and "after" can also precede a noun, and then open no clause.
  if (/^(?:to|before|after|until)$/.test(opener))
    return opener === 'to' && plainVerbs.has(before[opened + 1] ?? '');
  return !/^(?:between|both)$/.test(opener) || at - from - opened < 5;
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
  return found(
    { start: at, end: start + text.length },
    `This rule lists ${acts.length} acts under one duty.`,
  );
}

function found(place: { start: number; end: number }, message: string): Found {
  return { field: 'description', ...place, code: 'compound', message };
}

function opening(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
