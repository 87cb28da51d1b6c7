import { isStruck } from '../../cite/locator-at.ts';
import { quoteText } from '../../cite/quote-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import type { Passage, Sentence } from '../../model/passage.ts';
import { hiddenFrom, type Source, type Span } from '../../model/source.ts';
import { cues } from '../../risks/cues.ts';
import { detachString } from '../../runtime/detach-string.ts';
import { isInstructionLike } from '../model/instruction-like.ts';
import { type Element, elementsOf } from './elements.ts';
import { type Limit, limitsOf } from './limits.ts';
import { clausesOf } from './same-sentence.ts';

/** A sentence as the search compares it with rules. Its parts that only a few sentences need are computed on demand. */
export type ReadSentence = {
  passage: Passage;
  sentence: Sentence;
  /** The sentence as it is displayed. */
  text: string;
  /** The sentence that introduces the list of which this one is an item; null if there is none. */
  leadIn: string | null;
  /** The content terms of lead-in and sentence, in the order of the text. */
  terms: readonly string[];
  /** The content terms of the headings above the sentence. */
  headings: ReadonlySet<string>;
  /** The content terms of the sentences next to it in its passage. */
  beside: readonly string[];
  /** The content terms of the sentence before it, if it begins with a word that points back to that one. */
  before: readonly string[];
  isHeading: boolean;
  /** Whether the sentence can decide anything: readers see it, it states something, and it does not address the checker. */
  canDecide: boolean;
  /** Whether its words are struck out. */
  isStruck: boolean;
  /** Whether the sentence, or the one before it, reads like an instruction to the checker. */
  instructs: boolean;
  /** The numbers with units of lead-in and sentence. */
  limits: () => readonly Limit[];
  /** The clauses of the sentence with its lead-in, each as the elements by which it is compared with a rule. */
  clauses: () => readonly (readonly Element[])[];
};

const known = new WeakMap<Source, Map<Passage, readonly ReadSentence[]>>();

/** Releases the sentences of a source that are kept for further rules. */
export function forgetSentences(source: Source): void {
  known.delete(source);
}

/** The sentences of a passage, kept because many rules find the same passages. */
export function sentencesOf(passage: Passage, language: Language): readonly ReadSentence[] {
  const ofSource = known.get(passage.source) ?? new Map<Passage, readonly ReadSentence[]>();
  known.set(passage.source, ofSource);
  const read = ofSource.get(passage) ?? readSentences(passage, language);
  ofSource.set(passage, read);
  return read;
}

/** Matches what states nothing: a question, a sentence in the brackets of a draft, an unticked box, an example. */
const statesNothing =
  /\?["”’)\]]*\s*$|^\s*\[[^\]]*\]\W*$|^\W*(?:☐|\[ \])|^\W*(?:whereas|recitals?|background|examples?|e\.g\.|for example|for instance|note|history|history:|zum beispiel|z\. ?b\.|beispiel|par exemple|por ejemplo)(?!\p{L})/iu;

function readSentences(passage: Passage, language: Language): ReadSentence[] {
  const { content } = passage.source;
  const hidden = hiddenFrom(content);
  const headings = new Set(contentTerms(passage.headingPath.join('\n'), language));
  const texts = passage.sentences.map((sentence) => detachString(quoteText(content, sentence)));
  const rows = texts.map((text) => contentTerms(text, language));
  const talks = texts.map(isInstructionLike);
  return passage.sentences.map((sentence, at): ReadSentence => {
    const text = texts[at] ?? '';
    const before = rows[at - 1] ?? [];
    const leadIn = sentence.leadIn ? detachString(quoteText(content, sentence.leadIn)) : null;
    const isHidden = sentence.end > hidden;
    const isOut = isHidden && isStruck(content, sentence);
    const instructs = talks[at] === true || talks[at - 1] === true;
    const states = !statesNothing.test(text) && !statesNothing.test(leadIn ?? '') && !sentence.fragment;
    const isItem = leadIn !== null && continues(leadIn, text);
    const isHeading = passage.headingPath.at(-1) === text.trim() || (!isItem && looksLikeHeading(text));
    return {
      passage,
      sentence,
      text,
      leadIn,
      terms: leadIn === null ? (rows[at] ?? []) : contentTerms(`${leadIn}\n${text}`, language),
      headings,
      beside: [...before, ...(rows[at + 1] ?? [])],
      before: cues.back.test(text) ? before : [],
      isHeading,
      canDecide: states && !isHidden && !isOut && !instructs,
      isStruck: isOut,
      instructs,
      limits: once(() => limitsOf(leadIn === null ? text : `${leadIn}\n${text}`)),
      clauses: once(() => clauseElements(text, isItem ? leadIn : null)),
    };
  });
}

/** Whether an item continues the words before its list. A heading ends without a colon, and its items begin in upper case. */
export function continues(leadIn: string, item: string): boolean {
  return /[:—–,;]\s*$/.test(leadIn) || /^\W*\w{1,4}[.)]+\s+\p{Ll}/u.test(item);
}

function clauseElements(text: string, leadIn: string | null): Element[][] {
  if (leadIn === null) return clausesOf(text).map(elementsOf);
  const lead = elementsOf(leadIn);
  // An item of a list ends with "and" or "or".
  return clausesOf(text.replace(/[;,]\s*(?:and|or|und|oder|et|ou|y|o)?\s*$/u, '')).map((clause) => [
    ...lead,
    ...elementsOf(clause),
  ]);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const clauseLabel =
  /^\s*(?:[-*+•]\s+)?[*_#]{0,6}\s?(?:§\s*|(?:[Ss]ection|[Aa]rticle|[Cc]lause|SECTION|ARTICLE|CLAUSE)\s+)?(\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z](?:\.\d{1,3}){1,4})[.):]?[*_]{0,2}\s+\P{Ll}/u;

/** The number of the clause of a sentence: of the last one that begins in its paragraph, else of the heading above. Null if in doubt. */
export function clauseNumberOf({ passage, sentence, text }: ReadSentence): string | null {
  const { headingPath, sentences, source } = passage;
  const all = source.content.text;
  const isBefore = ({ start }: Span) =>
    start < sentence.start &&
    /(?:^|\n)[^\S\n]*$/.test(all.slice(Math.max(0, start - 40), start)) &&
    !/\n\s*\n/.test(all.slice(start, sentence.start));
  const before = sentences.filter(isBefore);
  const numbers = [text, ...before.map((one) => quoteText(source.content, one)).reverse()].map(
    (one) => clauseLabel.exec(one)?.[1],
  );
  return numbers.find(Boolean) ?? numberOfHeading(headingPath.at(-1) ?? '', all.slice(0, sentence.start));
}

/** The number of the heading above; null if a clause outside of it begins between it and the end of the text. */
function numberOfHeading(heading: string, text: string): string | null {
  const number = clauseLabel.exec(heading)?.[1] ?? null;
  if (number === null) return null;
  const after = text.slice(Math.max(0, text.lastIndexOf(heading)) + heading.length);
  const isLeft = after.split('\n').some((line, at) => {
    const other = at > 0 ? clauseLabel.exec(`${line} `)?.[1] : undefined;
    return other !== undefined && !`${other}.`.startsWith(`${number}.`);
  });
  // The next clause can also begin within a paragraph: "… the notice. 10. Assignment. Neither party …".
  const next = number.replace(/\d+$/, (last) => String(Number(last) + 1));
  return isLeft || new RegExp(`[.;:]\\s+${next}[.)]?\\s+\\p{Lu}`, 'u').test(after) ? null : number;
}

const longestHeading = 90;
const mostTitleWords = 8;
const clauseNumber = /^(?:\(?[\dA-Za-z]{1,4}[.)]|[\d.]{1,8}|section|article|clause)$/;
const titleWord = /^(?:\p{Lu}.*|&|and|or|of|the|to|for|in|by|on|a)$/u;

/**
 * Whether a text is a short line that does not end like a sentence, or a few capitalised words, also after a number:
 * "7.2 Governing Law."
 */
export function looksLikeHeading(text: string): boolean {
  const line = text.trim();
  if (line.length >= longestHeading) return false;
  if (!/[.;:!?,]["”’)]*(?:\[\^?[\w*]{1,9}\]|[\u00b2\u00b3\u00b9\u2070\u2074-\u2079])*$/.test(line))
    return true;
  const words = line.replace(/[.:]$/, '').split(/[\s,/]+/);
  const first = words.findIndex((word) => !clauseNumber.test(word));
  const title = first < 0 ? [] : words.slice(first);
  return title.length > 0 && title.length <= mostTitleWords && title.every((word) => titleWord.test(word));
}
