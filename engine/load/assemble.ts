import type { Locator } from '../model/locator.ts';
import { mostHeadings, type ReadMethod, type SourceText } from '../model/source.ts';
import { atMost } from '../model/wording/at-most.ts';
import { findBoilerplate } from './pages/boilerplate.ts';
import { joinBrokenWords } from './pages/broken-words.ts';
import { hiddenWarnings } from './pages/hidden-text.ts';
import { type PrintedLabel, printedLabels } from './pages/page-labels.ts';
import type { Part, PlaceInPart, ReadingWarning } from './part.ts';
import type { FileEnding } from './sandbox/read-file.ts';

/** The id and version of the reader that extracted a source's text, and the media type that this reader handles. */
type ReaderType = { id: string; version: string; mediaType: string };

/**
 * Joins the parts of a file into one text, with a table that says where in the file each range of the text is.
 * Boilerplate stays in the text and is listed in `skips`. Page labels are determined before boilerplate, because the
 * labels help to recognise boilerplate. Hidden words are moved to the end, so that the text before them is the text
 * that the document displays.
 */
export function assemble(type: ReaderType, parts: Part[], ending: FileEnding): SourceText {
  const all = joinBrokenWords(parts);
  const seen = all.filter(({ hidden }) => hidden === undefined);
  const hidden = all.filter((part) => part.hidden !== undefined);
  const joined = [...seen, ...hidden];
  const labels = printedLabels(seen);
  const labelOfPage = labelsByPage(seen, labels);
  const numbered = onlyPhysicalNumbers(seen);
  const boilerplate = findBoilerplate(seen, labels);
  const source: SourceText = {
    text: joined.map((part) => part.text).join(''),
    ranges: [],
    skips: [],
    headings: [],
    pages: countPages(joined, ending),
    countedAs: ending.countedAs,
    method: weakestMethod(joined),
    mediaType: type.mediaType,
    loader: { id: type.id, version: type.version },
    unread: [],
    warnings: [
      ...atMost(ending.warnings, mostNamed, otherWarnings),
      ...poorlyRecognised(joined),
      ...hiddenWarnings(hidden),
    ],
  };
  let offset = 0;
  const headings = joined.reduce((sum, part) => sum + part.headings.length, 0);
  for (const [index, part] of joined.entries()) {
    const { text, method, lineEnds } = part;
    for (const { start, end, locator, confidence } of placesOf(part)) {
      source.ranges.push({
        start: offset + start,
        end: offset + end,
        locator: withLabel(locator, labelOfPage, numbered),
        method,
        ...(lineEnds !== undefined && { lineEnds }),
        ...(confidence !== undefined && { confidence }),
        ...(part.hidden && { hidden: true as const }),
        ...(part.hidden === 'struck_out' && { struck: true as const }),
      });
    }
    const skipped = part.boilerplate ? [{ start: 0, end: text.length }] : (boilerplate.get(index) ?? []);
    for (const { start, end } of skipped) {
      source.skips.push({ start: offset + start, end: offset + end });
    }
    for (const { start, end, level } of headings > mostHeadings ? [] : part.headings) {
      source.headings.push({ start: offset + start, end: offset + end, level, text: text.slice(start, end) });
    }
    if (part.unread !== undefined) source.unread.push({ where: placeName(part), reason: part.unread });
    offset += text.length;
  }
  source.unread.push(...atMost(ending.unread, mostNamed, otherPlaces));
  return source;
}

/**
 * A source lists at most this many warnings, and at most this many places that were not read. Without a limit, a
 * workbook could name a million missing sheets.
 */
const mostNamed = 1_000;

function otherPlaces(count: number): SourceText['unread'][number] {
  return { where: `${count} more places`, reason: 'not listed' };
}

function otherWarnings(count: number): ReadingWarning {
  return {
    code: 'more_warnings',
    message: `${count} more warnings are not listed. Split the file to see them.`,
  };
}

/**
 * A page of recognised text gets a warning if its mean confidence is below this. Measured: good scans reach 91, a photo
 * at 90 dpi reaches 76.
 */
const goodConfidence = 85;

function poorlyRecognised(parts: Part[]): ReadingWarning[] {
  const poor = parts.filter(
    ({ method, confidence = 100, places = [] }) =>
      method === 'ocr' && places.length > 0 && confidence < goodConfidence,
  );
  const [first] = poor;
  if (first === undefined) return [];
  const others = poor.length === 1 ? '' : ` and ${poor.length - 1} more`;
  return [
    {
      code: 'poorly_recognised',
      message: `${placeName(first)}${others}: words were recognised with low confidence, so findings based on them are not CONFIRMED.`,
    },
  ];
}

function placesOf({ text, locator, confidence, places = [] }: Part): PlaceInPart[] {
  return places.length > 0 ? places : [{ start: 0, end: text.length, locator, confidence }];
}

/** The printed label of each page, by the page's number. */
function labelsByPage(parts: Part[], labels: ReadonlyMap<number, PrintedLabel>): Map<number, string> {
  const byPage = new Map<number, string>();
  for (const [index, { label }] of labels) {
    const locator = parts[index]?.locator;
    if (locator?.kind === 'page') byPage.set(locator.page, label);
  }
  return byPage;
}

/**
 * Adds a label to the locator of a page: the label that the file assigns, or else the label that is printed on the
 * page. If `onlyNumbered` is true, each label that the file assigns is only the number of its page, and only printed
 * labels are used.
 */
function withLabel(locator: Locator, labels: ReadonlyMap<number, string>, onlyNumbered: boolean): Locator {
  if (locator.kind !== 'page') return locator;
  const { pageLabel, ...place } = locator;
  const printed = labels.get(place.page);
  const label = onlyNumbered ? printed : (pageLabel ?? printed);
  return label === undefined ? place : { ...place, pageLabel: label };
}

function onlyPhysicalNumbers(parts: Part[]): boolean {
  return parts.every(
    ({ locator }) =>
      locator.kind !== 'page' ||
      locator.pageLabel === undefined ||
      locator.pageLabel === String(locator.page),
  );
}

function countPages(parts: Part[], ending: FileEnding): number {
  if (ending.countedAs === 'file') return 1;
  if (ending.countedAs === 'sections') {
    return Math.max(1, parts.filter((part) => part.headings.length > 0).length);
  }
  const locators = parts.map(({ locator }) => locator);
  switch (ending.countedAs) {
    case 'sheets':
      return new Set(locators.flatMap((at) => (at.kind === 'cell' ? [at.sheet] : []))).size;
    case 'slides':
      return most(locators.map((at) => (at.kind === 'slide' ? at.slide : 0)));
    case 'minutes':
      return Math.ceil(most(locators.map((at) => (at.kind === 'time' ? at.endMs : 0))) / 60_000);
    case 'messages':
      return locators.length;
    case 'pages':
      return most(locators.map((at) => (at.kind === 'page' ? at.page : 0)));
  }
}

function most(numbers: number[]): number {
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}

/** A source has the reading method of its least reliable part. */
function weakestMethod(parts: Part[]): ReadMethod {
  const order: ReadMethod[] = ['vision', 'transcript', 'ocr', 'text'];
  return order.find((method) => parts.some((part) => part.method === method)) ?? 'text';
}

function placeName({ locator }: Part): string {
  if (locator.kind === 'page') return `page ${locator.page}`;
  if (locator.kind === 'section') return `paragraph ${locator.paragraph}`;
  if (locator.kind === 'slide') return `slide ${locator.slide}`;
  if (locator.kind === 'message') return locator.part;
  return locator.kind;
}
