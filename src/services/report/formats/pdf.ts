import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { fileRows, headline, incompleteWords, reportFacts, summaryFacts, unreadFacts } from '../facts.ts';
import {
  type FindingLine,
  type FindingView,
  lineOf,
  markedParts,
  type QuoteView,
  viewOf,
} from '../finding-view.ts';
import type { Fact, Report } from '../report.ts';
import { signWords, type Tone } from '../words.ts';
import { contextBlocks } from './context/pdf.ts';
import { type Block, PdfPages } from './pdf-pages.ts';
import { reportComment } from './report-comment.ts';

const colors: Record<Tone, string> = { bad: '#a3161f', care: '#7a4b00', good: '#12632f', plain: '#45506a' };
const soft = '#555d6b';
const link = '#0b4f9e';
/** The tallest picture, in points. */
const tallest = 220;
const [textSize, captionSize] = [10.5, 8.5];

/**
 * The report as PDF, page by page, with bookmarks, page numbers and links. Another task of the process can run after
 * each finding, because the layout of text takes time.
 */
export async function* pdfReport(report: Report): AsyncGenerator<Uint8Array> {
  const pages = new PdfPages({ title: report.name, version: report.version });
  const { result } = report;
  summary(pages, report);
  yield* pages.written();
  const [first] = report.findings;
  pages.heading('Findings', first && 20 + heightOfFinding(pages, viewOf(first, report)));
  for (const finding of report.findings) {
    findingSection(pages, viewOf(finding, report));
    await turn();
    yield* pages.written();
  }
  if (result.output !== null) {
    pages.heading('Output');
    for (const line of JSON.stringify(result.output, null, 2).split('\n')) {
      pages.text(line.trimStart(), { size: 8.5, indent: 4 * (line.length - line.trimStart().length) });
    }
  }
  pages.heading('Files');
  for (const [name, role, read] of fileRows(report)) {
    pages.text(`${name}${role === 'knowledge' ? ' (knowledge)' : ''}: ${read}`);
  }
  if (result.warnings.length > 0) pages.heading('Warnings');
  for (const { message } of result.warnings) pages.text(message);
  pages.heading('About this report');
  for (const one of reportFacts(report)) fact(pages, one);
  if (pages.lostCharacters) pages.text(lostWords, { color: colors.bad });
  const ended = once(pages.document, 'end');
  pages.document.end();
  await ended;
  yield* pages.written();
  yield Buffer.from(`%${reportComment}\n`);
}

const lostWords =
  'The font of this PDF has no shapes for some characters of the documents, or they are written from right to left. They are shown as ▯. The HTML report shows them.';

function summary(pages: PdfPages, report: Report): void {
  const { result } = report;
  pages.bookmark('Summary');
  pages.text(report.name, { size: 20, bold: true });
  pages.text(`Proviso report. ${headline(report)}`, { color: soft });
  for (const one of summaryFacts(report)) fact(pages, one);
  if (result.incomplete) pages.text(incompleteWords, { bold: true, color: colors.bad });
  const unread = unreadFacts(report);
  if (unread.length > 0) pages.heading('Could not be read');
  for (const one of unread) fact(pages, one);
  pages.heading('At a glance');
  for (const finding of report.findings) {
    const { id, named, subject, signs, tone, place, decided } = lineOf(finding, report);
    pages.runs(
      [
        { text: `${named}${subject === null ? '' : `: ${subject}`}  `, color: link, target: id },
        ...answer({ signs, tone }),
        {
          text: [place, decided]
            .filter(Boolean)
            .map((text) => `  ${text}`)
            .join(' ·'),
          color: soft,
        },
      ],
      { size: 9.5 },
    );
  }
}

/** The outcome and the label. No line ends inside of one of them. */
function answer({ signs, tone }: Pick<FindingLine, 'signs' | 'tone'>) {
  return signs.flatMap((sign, at) => [
    ...(at === 0 ? [] : [{ text: ' · ' }]),
    { text: signWords(sign), bold: true, whole: true, color: colors[tone] },
  ]);
}

function fact(pages: PdfPages, { name, value }: Fact): void {
  pages.runs([{ text: `${name}: `, bold: true }, { text: value }]);
}

/** The height of a finding down to its first quote, in points, or a little more. */
function heightOfFinding(pages: PdfPages, view: FindingView): number {
  const [first] = view.citations;
  const head = [
    view.description,
    ...(view.ruleFacts === '' ? [] : [view.ruleFacts]),
    `${view.signs.map(signWords).join(' · ')}  ${view.statement}`,
    ...view.decisions.map(({ name, value }) => `${name}: ${value}`),
  ];
  return sumOf([
    20,
    pages.heightOf(view.heading, { indent: 0, size: 12 }),
    ...head.map((text) => pages.heightOf(text, { indent: 0, size: textSize })),
    ...(first === undefined ? [] : [heightOfQuote(pages, first)]),
  ]);
}

function findingSection(pages: PdfPages, view: FindingView): void {
  pages.keepTogether(heightOfFinding(pages, view));
  pages.finding(view.heading, view.id);
  pages.text(view.description, { color: soft });
  if (view.ruleFacts !== '') pages.text(view.ruleFacts, { color: soft });
  pages.runs([...answer(view), { text: `  ${view.statement}` }]);
  for (const one of view.decisions) fact(pages, one);
  for (const quote of view.citations) quoted(pages, quote);
  quotes(pages, 'What the rule is based on:', view.basis);
  for (const note of view.notes) pages.text(`• ${note}`, { size: 9.5 });
  quotes(pages, 'The nearest passages:', view.nearest);
}

/** Quotes below a line on what they are, which is on one page with the first of them. */
function quotes(pages: PdfPages, title: string, all: readonly QuoteView[]): void {
  const [first] = all;
  if (first === undefined) return;
  pages.keepTogether(pages.heightOf(title, { indent: 0, size: textSize }) + heightOfQuote(pages, first));
  pages.text(title, { color: soft });
  for (const quote of all) quoted(pages, quote);
}

const indent = 12;

/** A quote with its place and a line on where it is, on one page if they fit on one. */
function quoted(pages: PdfPages, quote: QuoteView): void {
  const { place, href, notes } = quote;
  pages.keepTogether(heightOfQuote(pages, quote));
  pages.runs(
    markedParts(quote).map(({ text, marked }) => ({ text, bold: marked })),
    { indent, size: textSize },
  );
  pages.blocks(placeBlocks(pages, quote));
  pages.runs(
    [{ text: place, color: link, href }, ...notes.map((note) => ({ text: ` · ${note}`, color: soft }))],
    { indent, size: captionSize },
  );
}

/** The height of a quote with its place and its line, in points, or a little more. */
function heightOfQuote(pages: PdfPages, quote: QuoteView): number {
  const caption = [quote.place, ...quote.notes].join(' · ');
  return sumOf([
    pages.heightOf(quote.text, { indent, size: textSize }),
    ...placeBlocks(pages, quote).map(({ height }) => height),
    pages.heightOf(caption, { indent, size: captionSize }),
    4,
  ]);
}

/** The picture of the cited place, or the text around the quote. */
function placeBlocks(pages: PdfPages, { picture, context }: QuoteView): Block[] {
  if (picture !== null) return [pages.image(picture, { indent, tallest })];
  return context === null ? [] : contextBlocks(pages, context, indent);
}

function sumOf(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0);
}
