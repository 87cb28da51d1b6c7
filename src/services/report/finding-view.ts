import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Span } from '../../../engine/model/source.ts';
import { placeWords } from '../../domain/place-words.ts';
import { clean } from './clean.ts';
import { currentAnswer } from './current-answer.ts';
import { decisiveSpans, excerpt, ruleText, sharedSpans } from './decisive.ts';
import { acceptedWords, reviewWords, sourcePlace, subjectName } from './facts.ts';
import { linkOf } from './links.ts';
import { positionFacts } from './positions.ts';
import type { Context, Fact, MarkedText, Picture, Report } from './report.ts';
import { ruleFactsLine } from './rule-facts.ts';
import {
  answerSigns,
  cautionWords,
  outcomeTones,
  type Sign,
  searchWords,
  stanceRemark,
  type Tone,
  whyNotConfirmed,
} from './words.ts';

/** A quote with the spans of its decisive words, and where it is. All texts are clean, but not escaped. */
export type QuoteView = {
  text: string;
  spans: readonly Span[];
  place: string;
  href: string;
  /** How the quote relates to the finding, and why it is weaker evidence than an exact quote. */
  notes: readonly string[];
  /** The cited place: a picture or, without one, the text around the quote. At most one of them is set. */
  picture: Picture | null;
  context: Context | null;
};

/** A finding in one line, as an overview shows it. All texts are clean, but not escaped. */
export type FindingLine = {
  id: string;
  title: string;
  /** The file that was checked; null if all files were checked together. */
  subject: string | null;
  /** The title, and the subject behind it. */
  heading: string;
  /** The title with the rule's own id, if it has one. */
  named: string;
  /** Who decided the finding and why, cut to a line; empty without a review. */
  decided: string;
  /** Null if the label already implies it. */
  outcome: Sign | null;
  label: Sign;
  /** The outcome, if it is shown, and the label. */
  signs: readonly Sign[];
  tone: Tone;
  /** The first cited place; empty if nothing is cited. */
  place: string;
};

/** A finding in words, as documents for people show it. All texts are clean, but not escaped. */
export type FindingView = FindingLine & {
  description: string;
  /** The other fields of the rule that are set, in one line. */
  ruleFacts: string;
  statement: string;
  citations: readonly QuoteView[];
  basis: readonly QuoteView[];
  nearest: readonly QuoteView[];
  /** Values, reasons, steps and the extent of the search, one line each. */
  notes: readonly string[];
  /** What was found about each position of the rule, the answer of a reviewer, and why the finding is accepted. */
  decisions: readonly Fact[];
};

const nearestLength = 300;
const reasonLength = 80;

export function lineOf(finding: Finding, report: Pick<Report, 'each'>): FindingLine {
  const { rule, review } = finding;
  const title = `${rule.index + 1}. ${clean(rule.name)}`;
  const subject = report.each ? subjectName(finding) : null;
  const { outcome, label } = answerSigns(finding);
  return {
    ...{ id: finding.id, title, subject, outcome, label },
    heading: subject === null ? title : `${title}: ${subject}`,
    named: rule.id === undefined ? title : `${title} (${clean(rule.id)})`,
    decided: review === null ? '' : clean(`${review.by}: ${cutTo(reasonLength, review.reason)}`),
    signs: outcome === null ? [label] : [outcome, label],
    tone: toneOf(finding),
    place: finding.citations.map(sourcePlace)[0] ?? '',
  };
}

/** The titles of the table of all findings. */
export function overviewTitles(each: boolean, isReviewed: boolean): string[] {
  const file = each ? ['File'] : [];
  return ['Rule', ...file, 'Outcome', 'Label', 'Evidence', ...(isReviewed ? ['Reviewed by'] : [])];
}

function cutTo(most: number, text: string): string {
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, most).join('').trimEnd()}…` : text;
}

export function viewOf(finding: Finding, report: Report): FindingView {
  const { rule } = finding;
  const asked = ruleText(finding);
  const quote = (citation: Citation, text: string, spans: readonly Span[], notes: readonly string[]) => ({
    ...{ text, spans, notes: notes.map(clean) },
    place: sourcePlace(citation),
    href: linkOf(citation, report),
    picture: report.pictures.get(citation) ?? null,
    context: report.contexts.get(citation) ?? null,
  });
  const quoted = (citation: Citation) => {
    const text = clean(citation.quote);
    const notes = [...stanceRemark(citation, finding), ...cautionWords(citation)];
    return quote(citation, text, decisiveSpans(text, asked), notes);
  };
  return {
    ...lineOf(finding, report),
    description: clean(rule.description),
    ruleFacts: ruleFactsLine(rule),
    statement: clean(finding.statement),
    citations: finding.citations.map(quoted),
    basis: finding.basis.map(quoted),
    nearest:
      finding.label !== 'NOT FOUND'
        ? []
        : finding.search.nearest.map(({ citation, why }) => {
            const text = excerpt(citation.quote, asked, nearestLength);
            return quote(citation, text, sharedSpans(text, asked), [why]);
          }),
    notes: notesOf(finding, report).map(clean),
    decisions: [
      ...positionFacts(finding).map(({ name, value }) => ({ name, value: clean(value) })),
      { name: 'Reviewed', value: reviewWords(finding, report) },
      { name: 'Accepted', value: acceptedWords(finding) },
    ].filter(({ value }) => value !== ''),
  };
}

export function toneOf(finding: Finding): Tone {
  const { outcome, isCertain } = currentAnswer(finding);
  const tone = outcomeTones[outcome];
  if (isCertain) return tone;
  return tone === 'bad' || tone === 'care' ? 'care' : 'plain';
}

function notesOf(finding: Finding, { result }: Report): string[] {
  const { values, citations, toSettle, search, assessed, label, review } = finding;
  const whyNot = whyNotConfirmed(finding);
  const unread = search.unread.map(({ name, reason }) => `${name} (${reason})`).join(', ');
  const searched = search.queries.length > 0 ? `, for: ${search.queries.join('; ')}` : '';
  return [
    ...values.map(({ name, value, unit, citations: indexes }) => {
      const places = indexes
        .flatMap((index) => citations[index] ?? [])
        .map(({ locator }) => placeWords(locator));
      const amount = unit === undefined ? String(value) : `${value} ${unit}`;
      return `${name}: ${amount}${places.length > 0 ? ` (${places.join('; ')})` : ''}`;
    }),
    ...(label === 'ESTIMATED' && whyNot !== '' ? [`Why not CONFIRMED: ${whyNot}`] : []),
    ...(label === 'ESTIMATED' && review === null ? toSettle.map((step) => `To settle it: ${step}`) : []),
    ...(label === 'NOT FOUND' ? [`${searchWords(finding, result)}${searched}`] : []),
    ...(assessed && !search.complete
      ? [
          `The search was not complete${unread ? `: ${unread}` : ''}. The unread part could change this finding.`,
        ]
      : []),
  ];
}

/** The parts of a text, in order, and whether each of them is inside of a span. */
export function markedParts({ text, spans }: Pick<QuoteView, 'text' | 'spans'>): MarkedText[] {
  const parts: MarkedText[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(
      { text: text.slice(at, start), marked: false },
      { text: text.slice(start, end), marked: true },
    );
    at = end;
  }
  parts.push({ text: text.slice(at), marked: false });
  return parts.filter((part) => part.text !== '');
}
