import type { RuleSource } from './model.ts';

type Definition = { term: string; words: readonly string[]; reference: string };

const quoted =
  /^(?:(?:for (?:the )?purposes? of [^,]{1,80},\s*)?(?:the (?:terms?|words?|expressions?|phrases?)\s+)?)["“‘](?<term>[^"”’]{2,60})["”’](?:\s\([^()]{1,40}\))?\s+(?:means?|shall (?:mean|include)|refers? to|has the meaning|shall have the meaning|is defined|includes?)\b/i;
/** Matches a definition without quotation marks: "Verifier means an entity that …". */
const plain = /^(?<term>\p{Lu}[\p{L}\p{N} /-]{1,50}?) (?:means(?! (?:of|by|other|that)\b)|shall mean)\b/u;
/** Matches what cannot end a term: in "codes sent by other means", nothing is defined. */
const openEnd = /\b(?:by|of|the|an?|other|any|all|such|these|those|with|no|which|that|it|this)$/i;
/** Matches an entry outside of a glossary: "Verifier: the entity that …". */
const entity = /^(?<term>\p{Lu}[\p{L}\p{N} /-]{1,50}): (?:the|an?) [\p{L} -]{1,40} (?:that|who|which)\b/iu;
/** Matches an entry of a glossary: "Verifier – An entity …", "AGENCY: Any executive department …". */
const entry = /^["“]?(?<term>\p{Lu}[\p{L}\p{N} /()'’&-]{1,60}?)["”]?\s?(?::|\s[–—-]\s|\|)\s?\S/u;
/** Matches an entry that only names another: "System: See information system". */
const crossReference = /^[^:–—|]{1,80}(?::|\s[–—]|\|)\s?see\b/i;
/** Matches what is in front of a colon without being a term. */
const notTerm = /^(?:note|example|examples|see|table|figure|source|important|warning|definition)s?$/i;

const mostTerms = 2_000;
const mostReferences = 8;
/** Limit of a reference in a rule. */
const longestReference = 500;
/** The words with which the reference to a definition begins. */
export const definitionReference = 'Definition in ';

/**
 * The terms that a document defines, with the words and the place of each definition. A rule that uses a term has its
 * definition as a reference.
 */
export class DefinedTerms {
  readonly #byFirstWord = new Map<string, Definition[]>();
  #count = 0;

  /** Stores the definition if the sentence defines a term. `placed` returns the place of the sentence. */
  note(sentence: string, inGlossary: boolean, placed: () => RuleSource): void {
    if (this.#count >= mostTerms) return;
    const term = termOf(sentence, inGlossary);
    if (term === null) return;
    const words = wordsOf(term);
    const [first = ''] = words;
    const known = this.#byFirstWord.get(first) ?? [];
    if (first === '' || known.some((other) => other.words.join(' ') === words.join(' '))) return;
    this.#count += 1;
    this.#byFirstWord.set(first, [...known, { term, words, reference: referenceTo(placed()) }]);
  }

  /** The definitions of the terms in a text, each as a reference; terms of several words come first. */
  in(text: string): string[] {
    const words = wordsOf(text);
    const found = new Set<Definition>();
    for (let at = 0; at < words.length; at += 1) {
      const here = (this.#byFirstWord.get(words[at] ?? '') ?? [])
        .filter((one) => one.words.every((word, offset) => words[at + offset] === word))
        .toSorted((one, other) => other.words.length - one.words.length)[0];
      if (!here) continue;
      found.add(here);
      // "Security" is not a term in "information security", if both are defined.
      at += here.words.length - 1;
    }
    return [...found]
      .toSorted((one, other) => other.words.length - one.words.length)
      .slice(0, mostReferences)
      .map(({ reference }) => reference);
  }
}

function termOf(sentence: string, inGlossary: boolean): string | null {
  const found =
    quoted.exec(sentence) ??
    plain.exec(sentence) ??
    entity.exec(sentence) ??
    (inGlossary ? entry.exec(sentence) : null);
  const term = found?.groups?.term?.replace(/^(?:the|an?) /i, '').trim() ?? '';
  const isOther = notTerm.test(term) || openEnd.test(term) || /\b(?:shall|must|will|may)\b/i.test(term);
  return term === '' || isOther || crossReference.test(sentence) ? null : term;
}

/** The words of a text in small letters and without the "s" of a plural. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
  );
}

/** Where a rule or a definition comes from: "policy.pdf, page 3, clause 4.1". */
export function placeIn({ file, page, clause }: RuleSource): string {
  return [
    file,
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(clause === undefined ? [] : [`clause ${clause}`]),
  ].join(', ');
}

function referenceTo(source: RuleSource): string {
  const { quote } = source;
  const place = placeIn(source);
  const words = quote.replace(/\s+/g, ' ');
  const room = longestReference - place.length - `${definitionReference}: …`.length;
  if (words.length <= room) return `${definitionReference}${place}: ${words}`;
  return `${definitionReference}${place}: ${words.slice(0, Math.max(0, words.lastIndexOf(' ', room)))} …`;
}
