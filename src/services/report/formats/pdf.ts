import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import {
  fileStatus,
  headline,
  incompleteWords,
  labelCounts,
  outcomeCounts,
  reportFacts,
  sourcePlace,
  subjectName,
  verdictWords,
} from '../facts.ts';
import { type FindingView, markedParts, type QuoteView, toneOf, viewOf } from '../finding-view.ts';
import type { Report } from '../report.ts';
import type { Tone } from '../words.ts';
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
  pages.heading('Findings');
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
  for (const file of result.files) {
    pages.text(`${file.name}${file.role === 'authority' ? ' (knowledge)' : ''}: ${fileStatus(file)}`, {
      color: file.status === 'failed' ? colors.bad : '#1d2129',
    });
  }
  if (result.warnings.length > 0) pages.heading('Warnings');
  for (const { message } of result.warnings) pages.text(message);
  pages.heading('About this report');
  for (const { name, value } of reportFacts(report)) {
    pages.runs([{ text: `${name}: `, bold: true }, { text: value }]);
  }
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
  const { result, findings, each } = report;
  pages.bookmark('Summary');
  pages.text(report.name, { size: 20, bold: true });
  pages.text(`Proviso report. ${headline(report)}`, { color: soft });
  pages.text(`Outcomes: ${outcomeCounts(report)}`);
  pages.text(`Labels: ${labelCounts(report)}`);
  if (result.incomplete) pages.text(incompleteWords, { bold: true, color: colors.bad });
  const failed = result.files.filter((file) => file.status === 'failed');
  if (failed.length > 0) pages.heading('Could not be read');
  for (const file of failed) pages.text(`${file.name}: ${fileStatus(file)}`);
  pages.heading('At a glance');
  for (const finding of findings) {
    const place = finding.citations.map(sourcePlace)[0];
    const subject = each ? `: ${subjectName(finding)}` : '';
    const title = `${finding.rule.index + 1}. ${finding.rule.name}${subject}`;
    pages.runs(
      [
        { text: title, color: link, target: finding.id },
        { text: `  ${verdictWords(finding)}`, bold: true, color: colors[toneOf(finding)] },
        ...(place === undefined ? [] : [{ text: `  ${place}`, color: soft }]),
      ],
      { size: 9.5 },
    );
  }
}

function findingSection(pages: PdfPages, view: FindingView): void {
  const [first] = view.citations;
  const head = [
    view.description,
    ...(view.ruleFacts === '' ? [] : [view.ruleFacts]),
    `${view.answer}  ${view.statement}`,
  ];
  const heights = [
    pages.heightOf(view.heading, { indent: 0, size: 12 }),
    ...head.map((text) => pages.heightOf(text, { indent: 0, size: textSize })),
    ...(first === undefined ? [] : [heightOfQuote(pages, first)]),
  ];
  pages.keepTogether(sumOf(heights) + 20);
  pages.finding(view.heading, view.id);
  pages.text(view.description, { color: soft });
  if (view.ruleFacts !== '') pages.text(view.ruleFacts, { color: soft });
  pages.runs([{ text: `${view.answer}  `, bold: true, color: colors[view.tone] }, { text: view.statement }]);
  for (const quote of view.citations) quoted(pages, quote);
  if (view.basis.length > 0) pages.text('What the rule is based on:', { color: soft });
  for (const quote of view.basis) quoted(pages, quote);
  for (const note of view.notes) pages.text(`• ${note}`, { size: 9.5 });
  if (view.nearest.length > 0) pages.text('The nearest passages:', { color: soft });
  for (const quote of view.nearest) quoted(pages, quote);
  for (const { name, value } of view.decisions)
    pages.runs([{ text: `${name}: `, bold: true }, { text: value }]);
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
