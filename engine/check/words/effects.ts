import { quoteText } from '../../cite/quote-text.ts';
import { contentTerms } from '../../language/content.ts';
import { english } from '../../language/english.ts';
import type { Source, Span } from '../../model/source.ts';
import { cues } from '../../risks/cues.ts';
import { inputPassages, type Subject, weightOf } from './absence.ts';
import { withoutLabel } from './elements.ts';
import { limitsOf } from './limits.ts';
import type { ReadRule } from './read-rule.ts';
import type { ReadSentence } from './read-sentences.ts';

/**
 * A place that may limit or contradict a sentence. `isGrave`: its words say so, so that the sentence decides nothing. Other
 * places stand beside the sentence or name its clause, and only keep it from deciding for certain.
 */
export type Contest = Span & { passage: string; text: string; isGrave: boolean };

/** A contest of a sentence of a passage, without what else its range has. */
export function contestAt(passage: string, { start, end }: Span, text: string, isGrave: boolean): Contest {
  return { passage, start, end, text, isGrave };
}

/** Matches words by which a line ends, changes or doubts a text, besides those of `engine/risks`. */
const doubting =
  /(?<!\p{L})(?:disregard\p{L}*|discontinu\p{L}*|cross(?:ed|es) out|n\/a|not applicable|applied until|reject\p{L}*|void|prevails? over|declared|omitted|whatever is said|instead of|only (?:clauses?|sections?|articles?|items?)|old versions?|sample|template|specimen|drafts?|exercise|for information|had (?:the|a)|would (?:read|have)|different before|writes? in|hoped for|superseded|obsolete|expired|for (?:illustration|training|discussion)|not (?:yet )?(?:signed|adopted|approved|agreed|valid|binding)|no to|entfällt|entfallen|entwurf|ungültig|projet|caduc\p{L}*|abrog\p{L}*|borrador|derogad\p{L}*)(?!\p{L})|^\W*(?:draft|entwurf)\W*$|["“](?:must|shall|will|may)["”]/iu;
const documents =
  'agreement|contract|document|polic(?:y|ies)|lease|report|standard|minutes|plan|guidelines?|handbook|order|terms|rules|conditions|text|version|vertrag|dokument|richtlinie|vereinbarung|contrat|accord|politique|contrato|acuerdo|documento';
const ofDocument = new RegExp(
  `(?<!\\p{L})(?:th(?:is|ese|e present|e whole|e entire)|dieser?s?|der vorliegende|le présent|la présente|este|esta|el presente|la presente)\\s(?:[\\p{L}-]+\\s){0,2}(?:${documents})(?!\\p{L})`,
  'iu',
);
const theDocument = new RegExp(
  `(?<!\\p{L})(?:th(?:is|ese|e)|our|dieser?s?|der|die|das|le|la|el)\\s(?:[\\p{L}-]+\\s){0,2}(?:${documents})(?!\\p{L})`,
  'iu',
);
const anyDocument = new RegExp(`(?<!\\p{L})(?:${documents})(?!\\p{L})`, 'iu');
/** Matches the future or the past as the time of a document: "apply from 1 January 2090", "applied until 2018". */
const otherTime =
  /(?<!\p{L})(?:apply|applies|effective|valid|in force|applied|gilt|gelten) (?:as )?(?:from|until|since|up to|ab|bis)(?!\p{L})/iu;
/** Matches a part of a document: by its noun, and by its place. */
const partNoun =
  /(?<!\p{L})(?:clauses?|cl\.|sections?|articles?|paragraphs?|provisions?|rules?|controls?|items?|points?|sentences?|words?|parts?|ziffern?|klauseln?|artikel|absatz|satz|cláusulas?|artículos?|alinéas?)\s*(?<names>(?:\(?(?:\d[\d.]{0,8}|[A-Za-z]|[ivxIVX]{1,5})\)?(?![\p{L}\p{N}])\s?(?:,|and|or|to|und|bis|et|y|–|-)?\s*){0,6})/giu;
const name = /^(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})$/;

/** Whether a text speaks of the document that it is in. */
export function isOfDocument(text: string): boolean {
  return ofDocument.test(text);
}

/**
 * The lines of a subject that end, change or doubt a text, and may mean a sentence: they name its clause or no clause
 * for certain, share a word with it, or are about the document.
 */
export function effectsOn(read: ReadSentence, rule: ReadRule, subject: Subject): Contest[] {
  const { passage, sentence, leadIn } = read;
  const own = labelsOf(read);
  // "2 years" names no clause.
  const isOwn = (text: string) =>
    own.some((one) => nameOf(one).test(text) && !limitsOf(text).some(({ words }) => nameOf(one).test(words)));
  const title = contentTerms(passage.headingPath.at(-1) ?? '', english);
  const heading = new Set(title.filter((term) => /\p{L}/u.test(term)));
  return linesOf(subject).flatMap((line): Contest[] => {
    if (line.passage === passage.id && line.start === sentence.start) return [];
    // The words of a lead-in with a colon are compared with the rule's.
    if (line.start === sentence.leadIn?.start && /:\s*$/.test(leadIn ?? '')) return [];
    const text = withoutLabel(line.text);
    if (severability.test(text)) return [];
    const named = partsIn(text);
    if (named !== null) return named.includes('?') || own.some((one) => named.includes(one)) ? [line] : [];
    if (isOwn(text) || endsDocument(text) || ofForce.test(text)) return [line];
    const terms = contentTerms(text, english);
    // "10. Drafts" is the heading of another clause, and "Draft" in another file is about that file.
    const isHere = subject.passages.get(line.passage)?.source === passage.source;
    // Words before a colon are about what follows them: "The warranty shall not apply if:".
    const isNear = !/:\s*$/.test(text) || line.passage === passage.id;
    if (isHere && isNear && terms.length <= fewWords && text === line.text && isTitle(text)) return [line];
    const shares = terms.some((term) => heading.has(term)) || shareOf(terms, rule) >= leastShare;
    return shares ? [{ ...line, isGrave: cues.ends.test(text) }] : [];
  });
}

/** Matches the number or letter of a clause in a text. */
export function nameOf(label: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}.])${label.replace(/[.]/g, '\\.')}(?![\\p{L}\\p{N}]|\\.\\d)`, 'iu');
}

/** Matches a modal word in quotation marks: a line that says what it means. */
const ofForce = /["“](?:must|shall|will|may)["”]/iu;

/** Whether a line does not end like a sentence, the number of the next one aside: "Old version 1." */
function isTitle(text: string): boolean {
  return !/[.;]\W*$/.test(text.replace(/\s\w{1,4}\.\s*$/, ''));
}

/** A line that has this share of the words of a rule, by weight, may be about it. */
const leastShare = 0.25;

function shareOf(row: readonly string[], { terms, described }: ReadRule): number {
  const own = terms.filter(({ term }) => described.has(term));
  return weightOf(own.filter(({ term }) => row.includes(term))) / (weightOf(own) || 1);
}

/** Matches the usual clause about clauses that are void. */
const severability = /(?<!\p{L})(?:if|should|where|sollte) (?:any|one|a|some|part|eine?)(?!\p{L})/iu;
/** Matches words by which a line ends or doubts the document that it speaks of. */
const ended =
  /(?<!\p{L})(?:drafts?|samples?|specimen|template|exercise|declared|void|prevails? over|reject\p{L}*|obsolete|expired|entwurf|ungültig|(?:is|are|was|were|been|hereby) (?:hereby |now )?(?:deleted|superseded|replaced|withdrawn|revoked|rescinded|cancell?ed|suspended|terminated|repealed|amended)|no longer|not (?:yet )?(?:been )?(?:signed|adopted|approved|agreed|valid|binding|in force)|ceased? to|außer kraft|aufgehoben)(?!\p{L})/iu;

function endsDocument(text: string): boolean {
  return anyDocument.test(text) && (otherTime.test(text) || (theDocument.test(text) && ended.test(text)));
}

/** A line of so few content words names nothing else: "DRAFT", "Old version". */
const fewWords = 4;

/** Matches what stands between a clause and a part of it: "clause 3.1, the words". */
const insideOf = /^[\s,:]*(?:the|die|der|das)?\s*$/iu;

/** The parts of a document that a text names: their numbers and letters, `?` for a part that is named otherwise. */
function partsIn(text: string): string[] | null {
  const found = [...text.matchAll(partNoun)];
  if (found.length === 0) return null;
  return found.flatMap(({ groups, 0: all, index }, at) => {
    // "In clause 3, the words “45 days”": they are words of the clause that is named directly before.
    const before = found[at - 1];
    const between = before === undefined ? null : text.slice(before.index + before[0].length, index);
    const isNamed = /\w/.test(before?.groups?.names ?? '') && between !== null && insideOf.test(between);
    if (isNamed && /^(?:words?|sentences?|satz)\s*$/iu.test(all)) return [];
    const words = (groups?.names ?? '').split(/[\s,()]+/).filter((word) => word !== '');
    if (/\bto\b|bis|–/.test(all) || /(?<!\p{L})only(?!\p{L})/iu.test(text)) return ['?'];
    const names = words.map((word) => word.replace(/\.$/, '')).filter((word) => name.test(word));
    return names.length === 0 ? ['?'] : names.map((one) => one.toLowerCase());
  });
}

const label =
  /^\W{0,6}(?:(?:section|article|clause|§)\s{0,3})?(\d{1,3}(?:\.\d{1,3}){0,4}(?=\\?[.):*\s])|[A-Z](?:\.\d{1,3})+(?=\\?[.):*\s])|(?:[A-Z]|[ivx]{1,5})(?=\\?[.)]))/iu;

/** The numbers and letters by which a line can name a sentence: its own and that of its heading. */
export function labelsOf({ text, passage, sentence }: ReadSentence): string[] {
  const at = passage.sentences.findIndex(({ start }) => start === sentence.start);
  const before = passage.sentences[at - 1];
  // "B." can be a sentence of its own.
  const alone = before === undefined ? '' : quoteText(passage.source.content, before);
  return [
    text,
    /^\W*(?:\p{L}{1,12}\s)?[\w.]{1,8}[.)]?\W*$/u.test(alone) ? `${alone} ` : '',
    passage.headingPath.at(-1) ?? '',
  ].flatMap((one) => {
    const found = label.exec(one)?.[1];
    return found === undefined ? [] : [found.toLowerCase()];
  });
}

const known = new WeakMap<readonly Source[], Contest[]>();

/** The lines of the input files that end, change or doubt a text; found once for all rules of a subject. */
function linesOf(subject: Subject): Contest[] {
  const cached = known.get(subject.searched);
  if (cached) return cached;
  const found: Contest[] = [];
  for (const { id, source, sentences } of inputPassages(subject)) {
    for (const sentence of sentences) {
      const text = quoteText(source.content, sentence);
      const isDoubt =
        doubting.test(text) || cues.ends.test(text) || (otherTime.test(text) && anyDocument.test(text));
      if (isDoubt) found.push(contestAt(id, sentence, text, true));
    }
  }
  known.set(subject.searched, found);
  return found;
}
