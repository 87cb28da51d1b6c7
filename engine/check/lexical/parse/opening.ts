import { openingWords } from '../../../language/harmless-words.ts';
import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';

/** The words of a rule that a sentence is compared with. */
export type Known = {
  has(term: string): boolean;
  /** Whether the sentence is itself the rule, so that only idle words can be an introduction. */
  isRule?: true;
};

type Opening = { first: number; opening: string | null; quoted: boolean; end: number };

/** Matches a list mark, a clause number or a heading number before a sentence. */
const label =
  /^\s*(?:[•●▪–—*+-]\s+)?(?:[*_]{0,2}(?:(?:§\s*)?\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z](?:\.\d{1,3})+|[a-zA-Z]|[ivxIVX]{1,5})[).:]?(?=[\s)*_–-])\)?|\((?:\w{1,4})\))[*_]{0,2}(?:\s+\((?:\w{1,4})\))?\s+)?/u;
const longestOpening = 22;
const quotation = /["“”„«»]/;
const escapedSign = /\\(?=[.()[\]*_#+~>|-])/g;

/** The text without the backslashes that Markdown needs before a sign: `20\. Payment`. */
export function withoutEscapes(text: string): string {
  return text.replace(escapedSign, '');
}

/**
 * Finds where the statement in a sentence begins and ends. It begins after any clause number, frame such as "It was
 * agreed that" or "Check that", colon, and introduction with a comma that has none of the rule's words. A statement in
 * quotation marks ends with the quotation.
 */
export function openingOf(tokens: readonly Token[], text: string, language: Language, known: Known): Opening {
  const labelled = label.exec(text)?.[0].length ?? 0;
  const begin = tokens.findIndex(({ start }) => start >= labelled);
  let first = begin < 0 ? 0 : begin;
  const start = first;
  let end = tokens.length;
  let quoted = false;
  const offset = (at: number): number => tokens[at]?.start ?? text.length;
  const searched = Math.max(0, offset(first) - 1);
  const opened = text.slice(searched).search(quotation);
  if (opened >= 0) {
    const from = searched + opened;
    const to = text.slice(from + 1).search(quotation);
    const inside = tokens.filter((token) => token.start > from && (to < 0 || token.end <= from + 1 + to));
    const [head] = inside;
    if (head && inside.length >= 5) {
      quoted = true;
      first = tokens.indexOf(head);
      end = first + inside.length;
    }
  }
  const colon = colonEnd(tokens, text, first, end);
  if (colon !== null) first = colon;
  const that = thatEnd(tokens, text, first, end, language, known);
  if (that !== null) first = that;
  const comma = commaEnd(tokens, text, first, end, language, known);
  if (comma !== null) first = comma;
  const opening =
    first > start
      ? text
          .slice(offset(start), offset(first))
          .replace(/[\s"“„«:,]+$/u, '')
          .trim()
      : null;
  const trailing = end < tokens.length ? text.slice(tokens[end]?.start ?? text.length) : '';
  const around = [opening, trailing].filter((part) => part).join(' … ');
  return { first, opening: around === '' ? null : around, quoted, end };
}

/**
 * The first token after an introduction with a colon, such as "By way of example:"; null if there is none, or if only a
 * few words follow.
 */
function colonEnd(tokens: readonly Token[], text: string, first: number, end: number): number | null {
  for (let at = first; at < Math.min(end - 4, first + longestOpening); at += 1) {
    const gap = text.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start ?? 0);
    if (/:\s/.test(gap) || /[–—]\s*["“]/.test(gap)) return at + 1;
  }
  return null;
}

const frameHeads =
  /^(?:check|please|verify|ensure|make|confirm|look|is|we|our|test|find|see|establish|the|this|it|there|i|does|do)$/;
/** Matches first words of what a rule can ask the checker to do: "Flag it if …", "Ascertain that …". */
const asking =
  /^(?:flag|ascertain|alert|report|tell|ask|assess|determine|examine|search|note|warn|highlight|state|say|show|prove|decide|investigate|assure|answer|judge|evaluate|validate|indicate|reject|object|complain|my|can|could|would|will|expect|require|insist|demand)$/;

/** Whether the words before a "that" only ask the checker to find something. */
function asksOnly(tokens: readonly Token[], language: Language): boolean {
  return tokens.every(
    ({ word }, at) =>
      (at === 0 && asking.test(word)) || isIdle(word, language) || language.metaWords.has(word),
  );
}

const verbs = /^(?:shall|must|may|will|can|should)$/;
/** Matches the first words of frames that can have a modal: "There must be a statement that". */
const impersonal = /^(?:it|the|there|we)$/;

/**
 * The first token after a frame such as "It was agreed that", "Check that" or "We insist that"; null if there is none.
 * Before its "that", a frame has no modal and none of the rule's words.
 */
function thatEnd(
  tokens: readonly Token[],
  text: string,
  first: number,
  end: number,
  language: Language,
  known: Known,
): number | null {
  const head = tokens[first]?.word ?? '';
  for (let at = first; at < Math.min(end - 3, first + longestOpening); at += 1) {
    const word = tokens[at]?.word ?? '';
    const gap = text.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start ?? 0);
    const asks = known.isRule === true && asksOnly(tokens.slice(first, at), language);
    const frames = frameHeads.test(head) || asks;
    if (/;/.test(gap) && frames && at - first < 6) return at + 1;
    // "Look for a clause under which", and "Flag it if it is not the case that", which asks for the same.
    const joins =
      word === 'that' ||
      word === 'if' ||
      word === 'whether' ||
      (asks && word === 'which' && /^(?:under|by|in|to|from)$/.test(tokens[at - 1]?.word ?? ''));
    if (!joins || at === first || !frames) {
      const isOwnAct =
        head === 'it' && at === first + 1 && !/^(?:be|not|also)$/.test(tokens[at + 1]?.word ?? '');
      if (verbs.test(word) && (!impersonal.test(head) || isOwnAct)) return null;
      continue;
    }
    if (word === 'if' && tokens[at - 1]?.word !== 'only') continue;
    const before = tokens.slice(first, at);
    if (
      before.some(
        ({ term, word: own, capital }, index) =>
          (known.has(term) && !language.metaWords.has(own) && !language.stopWords.has(own)) ||
          (capital && index > 0),
      )
    )
      return null;
    if (modalNouns.test(tokens[at - 1]?.word ?? '')) return null;
    if (/^(?:the|this)$/.test(head) && !documents.test(tokens[first + 1]?.word ?? '')) return null;
    return at + 1;
  }
  return null;
}

const documents =
  /^(?:text|document|agreement|contract|policy|standard|report|lease|minutes|wording|clause|provision|rule|requirement|material|paper)$/;

/** Matches words that are the modal of a statement if they precede a "that", as in "It is a requirement that X do". */
const modalNouns =
  /^(?:requirement|required|recommended|mandatory|forbidden|necessary|envisaged|suggested|agrees|motion|expects|condition|duty|desirable|advisable|hoped|intended|prohibited|discussion)$/;

/**
 * The first token after an introduction with a comma, such as "Until 2019," or "In the period under review,"; null if
 * there is none. An introduction has no modal and none of the rule's words.
 */
function commaEnd(
  tokens: readonly Token[],
  text: string,
  first: number,
  end: number,
  language: Language,
  known: Known,
): number | null {
  const head = tokens[first]?.word ?? '';
  if (
    !/^(?:as|in|under|until|till|since|before|from|formerly|previously|after|on|during|at|by|up|for|looking|now|currently|today|likewise|without|besides|moreover|furthermore|further|also|additionally|accordingly|therefore|with)$/.test(
      head,
    )
  )
    return null;
  if (head === 'without' && !idleWithout.test(tokens[first + 1]?.word ?? '')) return null;
  let found: number | null = null;
  for (let at = first; at < Math.min(end - 4, first + longestOpening); at += 1) {
    const { term = '', word = '' } = tokens[at] ?? {};
    if (known.has(term) && !language.stopWords.has(word)) break;
    if (/^(?:shall|must|may|will)$/.test(word)) break;
    if (!/,\s/.test(text.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start ?? 0))) continue;
    const isFrame = tokens.slice(first, at + 1).some(({ word: own }) => /^(?:us|our|we)$/.test(own));
    if (
      known.isRule &&
      !isFrame &&
      !tokens.slice(first, at + 1).every(({ word: own }) => isIdle(own, language))
    )
      break;
    found = at + 1;
    if (!continues(tokens, text, found)) break;
  }
  return found;
}

/** Matches what follows "without" in an introduction that is not a condition: "Without delay". */
const idleWithout =
  /^(?:being|having|delay|undue|fail|exception|prejudice|limiting|limitation|any|further|waiting)$/;

const isIdle = (word: string, language: Language): boolean =>
  openingWords.has(word) || language.stopWords.has(word);

const openers = /^(?:and|or|but|which|that|whose|since|so)$/;
const finite =
  /^(?:shall|must|may|will|can|should|is|are|was|were|has|have|had|undertakes?|agrees?|does|do)$/;
const longestAside = 6;

/**
 * Whether an introduction continues after a comma, because no subject with a verb follows: "Under the old rules,
 * abolished on 1 May, 2017, …".
 */
function continues(tokens: readonly Token[], text: string, from: number): boolean {
  if (openers.test(tokens[from]?.word ?? '')) return true;
  for (let at = from; at < Math.min(tokens.length - 1, from + longestAside); at += 1) {
    if (finite.test(tokens[at]?.word ?? '')) return false;
    if (/,\s/.test(text.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start ?? 0)))
      return tokens[from]?.kind === 'number' || /(?:ed|en|ing)$/.test(tokens[from]?.word ?? '');
  }
  return false;
}
