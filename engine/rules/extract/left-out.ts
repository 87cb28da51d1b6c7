import type { LeftOutReason } from './model.ts';
import type { Section } from './outline.ts';

const definitionHeading =
  /\b(?:definitions?|glossary|abbreviations?|acronyms?|defined terms|interpretation|terms and definitions)\b/i;
const frontHeading =
  /^(?:\W*(?:abstract|acknowledge?ments?|authority|foreword|preface|keywords?|trademarks?|audience|revision history|change log|errata|requirements notation and conventions|conventions?|notational conventions|reports on [\p{L} ]+|executive summary|about this \p{L}+|document (?:control|history)|references|bibliography|table of contents|contents)\b)/iu;
const exampleHeading = /\b(?:examples?|illustrations?|samples?|recitals?|background|whereas)\b/i;
const informativeHeading = /\(?\b(?:informative|non-normative)\b\)?$/i;

/** The reason that the heading of a section shows for leaving out its sentences; null if it shows none. */
export function reasonOfHeading({ title }: Pick<Section, 'title'>): LeftOutReason | null {
  if (title === null) return null;
  if (informativeHeading.test(title)) return 'informative_section';
  if (frontHeading.test(title)) return 'about_this_document';
  if (exampleHeading.test(title) && title.split(/\s+/).length <= 4) return 'example';
  return null;
}

/** Whether the sentences of a section define words. A duty among them stays a rule. */
export function isGlossary({ title }: Pick<Section, 'title'>): boolean {
  return title !== null && definitionHeading.test(title);
}

const ownKind =
  /^this (?:section|chapter|part|clause|appendix|annex|table|document) (?:is|contains only) (?<kind>informative|normative|non-normative|for information|both|guidance)/i;

/** What a sentence says about the section it is in; null if it says nothing about that. */
export function sectionKind(text: string): 'informative' | 'normative' | null {
  const kind = ownKind.exec(text)?.groups?.kind?.toLowerCase();
  if (kind === undefined || kind === 'both') return null;
  return kind === 'normative' ? 'normative' : 'informative';
}

const definition =
  /^(?:(?:for (?:the )?purposes? of [^,]{1,80},\s*)?(?:the (?:terms?|words?|expressions?|phrases?)\s+)?["“‘][^"”’]{1,80}["”’](?:\s+(?:and|or|,)\s+["“‘][^"”’]{1,80}["”’])*[^.]{0,40}\b(?:means?|shall (?:mean|include)|indicates?|refers? to|has the meaning|have the meanings?|shall have the meanings?|is defined|are defined|includes?|shall include)\b)/i;
const definedWord =
  /^(?:\p{Lu}[\p{L}\p{N} /()’'-]{1,60}:\s|\p{Lu}[\p{L}\p{N} -]{1,50} (?:means|shall mean)\b)/u;
const entry =
  /^[\p{Lu}][\p{Lu}\p{N} /()’'&-]{2,60}:\s|^["“]?\p{Lu}[\p{L}\p{N} /()’'-]{1,60}["”]?\s*(?:[–—:]|means\b)/u;
const example =
  /^(?:for (?:example|instance)|e\.g\.|by way of (?:example|illustration)|examples?(?: of [^:]{1,60})?:|example\s\d*\s?:?)/i;
const note = /^(?:note(?:\s\d{1,2})?\s?[:–—-]|notes?:)/i;
/** Matches sentences about the document as a text, not about anybody's acts. */
const aboutText =
  /^(?:(?:the|this|these|such|nothing in th(?:is|ese))\s+)(?:[\p{L}-]+\s){0,3}?(?:document|publication|guidelines?|standards?(?: and guidelines)?|recommendations?|report|appendix|annex|chapter|table|figure|key ?words?|terms?)\b[^.;]{0,60}\b(?:shall|must|may|should|is|are)\s(?:not\s)?(?:be\s)?(?:appl(?:y|ies)|applicable|used|read|taken|interpreted|construed|cited|referred|indicate[ds]?|contradict(?:ed)?|effective|mandatory|binding)\b|\bsuch standards and guidelines shall not apply\b/iu;
const reference = /^(?:see|refer to|as described in)\b/i;

/** Matches sentences that say how binding words are to be read: “SHALL” and “SHALL NOT” indicate requirements. */
const bindingWords =
  /^[\p{L}, ]{0,60}["“‘](?:shall|must|should|may|can|will|required|recommended|optional)\b[^.]{0,160}\s(?:indicates?|marks?|means?|denotes?|express(?:es)?|describes?|(?:is|are) (?:to be|used|understood|interpreted|reserved))\b/iu;

/** The reason for which a sentence by itself makes no rule; null if there is none. */
export function reasonOfSentence(text: string, inGlossary: boolean): LeftOutReason | null {
  if (bindingWords.test(text)) return 'about_this_document';
  if (definition.test(text) || (inGlossary && (entry.test(text) || definedWord.test(text))))
    return 'definition';
  if (example.test(text) || note.test(text)) return 'example';
  if (aboutText.test(text) || reference.test(text)) return 'about_this_document';
  return null;
}
