import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Statement } from '../parse/statement.ts';

/** Words that this comparison ignores: articles, forms of "be" and "have", and adverbs of emphasis. */
const free = new Set(
  'a an the also hereby duly always then that which who thereof own such shall must will do does to be is are been being has have'.split(
    ' ',
  ),
);
const universal = new Set('all any each every'.split(' '));

/**
 * Whether a clause says what the rule says and nothing else. Modals, limits and actors are compared elsewhere; without
 * them, the rule and the clause must have the same words, and each word must be governed by the same word.
 */
export function isAccounted(
  rule: Statement,
  clause: Statement,
  language: Language,
  withActor: boolean,
): boolean {
  const [asked, stated] = [rule, clause].map((one) => pairsOf(one, language, withActor));
  if (!asked || !stated || asked.pairs.length !== stated.pairs.length) return false;
  const rest = [...stated.pairs];
  for (const pair of asked.pairs) {
    const at = rest.indexOf(pair);
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return asked.universals <= stated.universals;
}

/**
 * The words of a sentence without modals, limits and actor, each with the word that governs it; null if the sentence
 * has an exception or a condition.
 */
function pairsOf(
  { tokens, first, binding, limits, actor, segments }: Statement,
  language: Language,
  withActor: boolean,
): { pairs: string[]; universals: number } | null {
  if (segments.length > 0) return null;
  const within = (at: number, spans: readonly { from: number; to: number }[]): boolean =>
    spans.some(({ from, to }) => from <= at && at <= to);
  const isActor = (at: number): boolean => withActor && actor !== null && actor.from <= at && at <= actor.to;
  const agentBy = withActor && actor && tokens[actor.from - 1]?.word === 'by' ? actor.from - 1 : -1;
  const kept: Token[] = [];
  const pairs: string[] = [];
  let universals = 0;
  let governor = '';
  // A preposition without a word after it counts as a word: "about to", "carried out".
  let pending: string | null = null;
  tokens.forEach((token, at) => {
    if (at < first) return;
    const isModal = within(at, binding.modals);
    const isPart = isModal || within(at, limits) || isActor(at) || at === agentBy;
    if (isPart) {
      governor = '';
      pending = null;
      return;
    }
    if (
      /^(?:event|circumstances?|case|time)$/.test(token.word) &&
      /^(?:no|any|all)$/.test(tokens[at - 1]?.word ?? '')
    )
      return;
    if (universal.has(token.word)) {
      universals += 1;
      return;
    }
    if (
      free.has(token.word) &&
      !(token.word === 'to' && kept.at(-1)?.word !== 'to' && isDirection(tokens, at, language))
    )
      return;
    if (language.prepositions.has(token.word) || token.word === 'to') {
      // A preposition after a limit belongs to the limit, as in "within 48 hours of". The preposition of a denial, as
      // in "in no event shall", governs nothing.
      if (pending !== null) pairs.push(pending);
      pending = within(at - 1, limits) ? null : token.word;
      governor = within(at - 1, limits)
        ? 'limit'
        : /^(?:no|any|all)$/.test(tokens[at + 1]?.word ?? '') &&
            /^(?:event|circumstances?|case|time)$/.test(tokens[at + 2]?.word ?? '')
          ? ''
          : token.word;
      if (governor === '') pending = null;
      return;
    }
    pending = null;
    kept.push(token);
    pairs.push(`${at === binding.verb ? '' : governor} ${token.kind === 'number' ? token.word : token.term}`);
    governor = at === binding.verb ? '' : token.term;
  });
  if (pending !== null) pairs.push(pending);
  return { pairs, universals };
}

/** Whether a "to" shows a direction ("to the customer") and does not begin an infinitive ("to report"). */
function isDirection(tokens: readonly Token[], at: number, language: Language): boolean {
  const next = tokens[at + 1];
  return (
    next !== undefined &&
    (language.determiners.has(next.word) ||
      next.capital ||
      next.kind !== 'word' ||
      language.isNoun(next.word))
  );
}
