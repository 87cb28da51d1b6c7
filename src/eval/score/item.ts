import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Locator } from '../../../engine/model/locator.ts';
import type { Expectation, Place } from '../cases/case-file.ts';
import type { EvalCase } from '../cases/read-cases.ts';

/**
 * A quote that an answer shows. `stands` is whether an independent parser finds the quote at its place in the file;
 * null if no such parser could read the file.
 */
export type ShownQuote = { file: string; place: string; quote: string; stands: boolean | null };

/**
 * The grade of one answer:
 * - `right`: a careful reader would give this answer.
 * - `cautious`: the answer is ESTIMATED, and nothing that it shows or claims is wrong. Its outcome is `undetermined`,
 *   or it is the expected outcome where CONFIRMED was expected.
 * - `wrong`: any other answer.
 */
export type Grade = 'right' | 'cautious' | 'wrong';

/** One expectation of a case, with the answer and its grade. */
export type Scored = {
  expected: Expectation;
  finding: Finding | null;
  /** The places that the answer shows, each once: first those of citations, then those of the nearest passages. */
  places: Citation[];
  quotes: ShownQuote[];
  grade: Grade;
  /** How the answer differs from the expectation, in words. */
  problems: string[];
};

export type Recheck = (citation: Citation) => boolean | null;

/** Compares the answer with one expectation. */
export function scoreOne(
  expected: Expectation,
  one: EvalCase,
  findings: readonly Finding[],
  recheck: Recheck,
): Scored {
  const finding = findings.find((found) => isAbout(found, expected, one)) ?? null;
  const citations = finding ? finding.citations.filter(({ source }) => source.role === 'input') : [];
  const near = finding ? finding.search.nearest.map(({ citation }) => citation) : [];
  const shown = [...citations, ...near, ...(finding?.basis ?? [])];
  const quotes = shown.map((citation) => ({
    file: citation.source.name,
    place: placeText(citation.locator),
    quote: citation.quote,
    stands: recheck(citation),
  }));
  const scored = { expected, finding, places: eachOnce([...citations, ...near]), quotes };
  return { ...scored, ...graded(scored) };
}

function isAbout({ rule, subject }: Finding, expected: Expectation, { scope }: EvalCase): boolean {
  if (rule.name !== expected.rule) return false;
  return scope === 'together' || (subject.kind === 'file' && subject.name === expected.file);
}

function graded(scored: Omit<Scored, 'grade' | 'problems'>): Pick<Scored, 'grade' | 'problems'> {
  const { expected, finding, quotes, places } = scored;
  if (!finding) return { grade: 'wrong', problems: ['there is no finding for this rule'] };
  const given = { label: finding.label ?? 'not assessed', outcome: finding.outcome };
  const labelAsExpected = given.label === expected.label;
  const outcomeAsExpected = given.outcome === expected.outcome;
  const onlyCautious =
    given.label === 'ESTIMATED' &&
    (given.outcome === 'undetermined' || (expected.label === 'CONFIRMED' && outcomeAsExpected));
  const mild = [
    ...(labelAsExpected ? [] : [`${given.label} instead of ${expected.label}`]),
    ...(outcomeAsExpected ? [] : [`${given.outcome} instead of ${expected.outcome}`]),
  ];
  const severe = [
    ...missingQuotes(scored).map((words) => `does not quote "${words}"`),
    ...claimsMade(scored).map((words) => `claims "${words}"`),
    ...quotes
      .filter(({ stands }) => stands === false)
      .map(({ quote, place }) => `"${quote}" is not at ${place}`),
    ...(expected.pages.length > 0 && !places.some((place) => isExpected(place, expected.pages))
      ? ['shows none of the right places']
      : []),
  ];
  const problems = [...mild, ...severe];
  if (problems.length === 0) return { grade: 'right', problems };
  return { grade: onlyCautious && severe.length === 0 ? 'cautious' : 'wrong', problems };
}

/** The words in `mustQuote` that no citation contains. */
export function missingQuotes({ expected, finding }: Pick<Scored, 'expected' | 'finding'>): string[] {
  const cited = folded((finding?.citations ?? []).map(({ quote }) => quote).join(' '));
  return expected.mustQuote.filter((words) => !cited.includes(folded(words)));
}

/** The words in `mustNotClaim` that the statement or the values contain. */
export function claimsMade({ expected, finding }: Pick<Scored, 'expected' | 'finding'>): string[] {
  const claimed = folded(
    [
      finding?.statement ?? '',
      ...(finding?.values ?? []).map(({ value, unit }) => `${value} ${unit ?? ''}`),
    ].join(' '),
  );
  return expected.mustNotClaim.filter((words) => claimed.includes(folded(words)));
}

/** Whether a citation is at one of the places. */
export function isExpected({ source, locator }: Citation, places: readonly Place[]): boolean {
  return places.some(({ file, page, heading, line }) => {
    if (source.name !== file) return false;
    if (locator.kind === 'page' && page !== undefined)
      return locator.page <= page && page <= (locator.endPage ?? locator.page);
    if (locator.kind === 'section' && heading !== undefined)
      return locator.heading?.endsWith(heading) === true;
    return locator.kind === 'lines' && line !== undefined && locator.from <= line && line <= locator.to;
  });
}

/** Describes a place in a few words, such as `page 3`. */
export function placeText(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return locator.endPage === undefined
        ? `page ${locator.page}`
        : `pages ${locator.page}-${locator.endPage}`;
    case 'lines':
      return locator.from === locator.to ? `line ${locator.from}` : `lines ${locator.from}-${locator.to}`;
    case 'section':
      return `${locator.heading ?? 'beginning'}, paragraph ${locator.paragraph}`;
    case 'time':
      return `${Math.round(locator.startMs / 1000)} s`;
    case 'region':
      return locator.page === undefined ? 'picture' : `picture on page ${locator.page}`;
    case 'cell':
      return `${locator.sheet} ${locator.range}`;
    case 'slide':
      return `slide ${locator.slide}`;
    case 'message':
      return locator.part;
  }
}

/** The first citation of each place: a page counts once, however many of its sentences are cited. */
function eachOnce(citations: readonly Citation[]): Citation[] {
  const seen = new Map<string, Citation>();
  for (const citation of citations) {
    const { locator, source } = citation;
    const place = locator.kind === 'page' ? `page ${locator.page}` : placeText(locator);
    const key = `${source.name}\n${place}`;
    if (!seen.has(key)) seen.set(key, citation);
  }
  return [...seen.values()];
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}
