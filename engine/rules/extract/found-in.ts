import { Reading } from '../../chunk/reading.ts';
import { lineWidth } from '../../chunk/sentences.ts';
import { locatorAt } from '../../cite/locator-at.ts';
import { quoteText, tidied } from '../../cite/quote-text.ts';
import { capitalized } from '../../language/letter-case.ts';
import { hiddenFrom, type Source, type Span } from '../../model/source.ts';
import { type Cue, cueOf, partiesIn } from './cues.ts';
import { DefinedTerms } from './defined-terms.ts';
import type { LeftOutReason, Modality, RuleSource } from './model.ts';
import { outlineOf, type Section } from './outline.ts';
import { type RequirementRow, requirementRows } from './requirement-rows.ts';
import { type Unit, unitsOf } from './units.ts';

/** A normative sentence of a document, before rules are named and duplicates found. */
export type Found = {
  source: RuleSource;
  /** The words that introduce the list of which the sentence is an item; null if it can be read alone. */
  leadIn: string | null;
  /** The clause of the section, without the marks of list items. */
  clause: string | null;
  /** The titles of the section and of those above it, outermost first. */
  path: readonly string[];
  /** The title in front of the sentence in the same line; null if there is none. */
  title: string | null;
  /** The sentence, worded so that it can be read alone. */
  text: string;
  outcome: { modality: Modality } | { reason: LeftOutReason };
  /** Of a row in a table of positions. */
  playbook?: RequirementRow['playbook'];
  /** The terms that the document defines. They are complete when all its sentences are read. */
  terms: DefinedTerms;
};

/** The maximum length of a rule's description. */
const longestDescription = 10_000;

/** The normative sentences of a source, in text order. Hidden words are passed over. */
export function* foundIn(source: Pick<Source, 'name' | 'content'>): Generator<Found> {
  const { content } = source;
  const visible = { ...content, text: content.text.slice(0, hiddenFrom(content)) };
  const reading = new Reading(visible);
  const width = lineWidth(reading.text);
  const parties = partiesIn(reading.text);
  const terms = new DefinedTerms();
  const above: { depth: number; title: string | null; reason: LeftOutReason | null; glossary: boolean }[] =
    [];
  for (const section of outlineOf(visible, reading)) {
    if (section.isContents) continue;
    while ((above.at(-1)?.depth ?? 0) >= section.depth) above.pop();
    const parent = above.at(-1);
    const entry = {
      depth: section.depth,
      title: section.title,
      reason: reasonOfHeading(section) ?? parent?.reason ?? null,
      glossary: isGlossary(section) || (parent?.glossary ?? false),
    };
    above.push(entry);
    const path = above.flatMap(({ title }) => title ?? []);
    for (const { row, ...unit } of partsOf(reading.text, section, width)) {
      const kind = sectionKind(unit.own);
      if (kind !== null) entry.reason = kind === 'informative' ? 'informative_section' : null;
      const place = () => placeOf(source, reading, { clause: row?.id ?? section.clause }, unit);
      terms.note(unit.own, entry.glossary, place);
      const cue = row ? cueOfRow(unit.text, row, parties) : cueOf(unit.text, parties);
      if (cue === null) continue;
      const { title, rest: text } = opened(unit.text);
      const positions = Object.values(row?.playbook?.positions ?? {}).flat();
      const reason =
        reasonOfSentence(unit.own, entry.glossary) ?? entry.reason ?? tooLong([text, ...positions]);
      yield {
        source: place(),
        leadIn: unit.leadIn,
        clause: section.clause,
        path,
        title,
        text,
        outcome: reason === null ? cue : { reason },
        terms,
        ...(row?.playbook && { playbook: row.playbook }),
      };
    }
  }
}

/** The sentences of a section and the rows of its tables of requirements, in text order. */
function* partsOf(text: string, section: Section, width: number): Generator<Unit & { row?: RequirementRow }> {
  let from = section.body;
  for (const row of requirementRows(text, { start: section.body, end: section.end })) {
    yield* unitsOf(text, { ...section, body: from, end: row.start }, width);
    const words = tidied(text.slice(row.cell.start, row.cell.end));
    const sentence = /[.!?]["”’)\]]*$/.test(words) ? words : `${words}.`;
    const { start, end } = row;
    yield { start, end, own: words, text: sentence, leadIn: null, marks: '', row };
    from = end;
  }
  yield* unitsOf(text, { ...section, body: from }, width);
}

/** A requirement in a table binds by its row, even without "shall". */
function cueOfRow(text: string, { binding }: RequirementRow, parties: ReadonlySet<string>): Cue {
  if (binding === 'optional') return { reason: 'permission' };
  if (binding === 'recommended') return { reason: 'recommendation' };
  const own = cueOf(text, parties);
  if (own !== null && ('modality' in own || binding === null)) return own;
  return { modality: 'obligation' };
}

const runIn = /^(\p{Lu}[\p{L}\p{N} ,&/'’()-]{2,70}):\s(?=\p{Lu})/u;
const connective =
  /^(?:thus|however|therefore|hence|accordingly|in addition|additionally|furthermore|moreover|finally|as such|consequently),\s(?=\p{L})/iu;

/** A sentence without the title in front of it ("Access Control (AC): Organizations must …") and words that only join. */
function opened(text: string): { title: string | null; rest: string } {
  const found = runIn.exec(text);
  const words = found?.[1]?.split(/\s+/) ?? [];
  // "The Supplier agrees to do the following:" is not a title.
  const small = words.filter(
    (word) => /^\p{Ll}/u.test(word) && !/^(?:and|or|of|the|a|an|to|in|for|with|by|on)$/.test(word),
  );
  const isTitle =
    found !== null && small.length === 0 && !/\b(?:shall|must|may|will|note)\b/i.test(found[1] ?? '');
  const rest = (isTitle ? text.slice(found[0].length) : text).replace(connective, '');
  return { title: isTitle ? (found[1] ?? null) : null, rest: capitalized(rest) };
}

function tooLong(texts: readonly string[]): LeftOutReason | null {
  return texts.some((text) => text.length > longestDescription) ? 'too_long' : null;
}

function placeOf(
  { name, content }: Pick<Source, 'name' | 'content'>,
  reading: Reading,
  { clause }: Pick<Section, 'clause'>,
  { start, end, marks }: Pick<Unit, 'start' | 'end' | 'marks'>,
): RuleSource {
  const span: Span = reading.toSource({ start, end });
  const locator = locatorAt(content, span);
  const page =
    locator.kind === 'page' || locator.kind === 'region'
      ? locator.page
      : locator.kind === 'slide'
        ? locator.slide
        : undefined;
  const place = clause === null ? '' : `${clause}${marks}`;
  return {
    file: name,
    ...(page !== undefined && { page }),
    ...(place !== '' && { clause: place }),
    quote: quoteText(content, span),
  };
}

const definitionHeading =
  /\b(?:definitions?|glossary|abbreviations?|acronyms?|defined terms|interpretation|terms and definitions)\b/i;
const frontHeading =
  /^(?:\W*(?:abstract|acknowledge?ments?|authority|foreword|preface|keywords?|trademarks?|audience|revision history|change log|errata|requirements notation and conventions|conventions?|notational conventions|reports on [\p{L} ]+|executive summary|about this \p{L}+|document (?:control|history)|references|bibliography|table of contents|contents)\b)/iu;
const exampleHeading = /\b(?:examples?|illustrations?|samples?|recitals?|background|whereas)\b/i;
const informativeHeading = /\(?\b(?:informative|non-normative)\b\)?$/i;

/** The reason that the heading of a section shows for leaving out its sentences; null if it shows none. */
function reasonOfHeading({ title }: Pick<Section, 'title'>): LeftOutReason | null {
  if (title === null) return null;
  if (informativeHeading.test(title)) return 'informative_section';
  if (frontHeading.test(title)) return 'about_this_document';
  if (exampleHeading.test(title) && title.split(/\s+/).length <= 4) return 'example';
  return null;
}

/** Whether the sentences of a section define words. A duty among them stays a rule. */
function isGlossary({ title }: Pick<Section, 'title'>): boolean {
  return title !== null && definitionHeading.test(title);
}

const ownKind =
  /^this (?:section|chapter|part|clause|appendix|annex|table|document) (?:is|contains only) (?<kind>informative|normative|non-normative|for information|both|guidance)/i;

/** What a sentence says about the section it is in; null if it says nothing about that. */
function sectionKind(text: string): 'informative' | 'normative' | null {
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
function reasonOfSentence(text: string, inGlossary: boolean): LeftOutReason | null {
  if (bindingWords.test(text)) return 'about_this_document';
  if (definition.test(text) || (inGlossary && (entry.test(text) || definedWord.test(text))))
    return 'definition';
  if (example.test(text) || note.test(text)) return 'example';
  if (aboutText.test(text) || reference.test(text)) return 'about_this_document';
  return null;
}
