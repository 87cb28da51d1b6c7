import {
  AlignmentType,
  Bookmark,
  Document,
  ExternalHyperlink,
  type FileChild,
  Footer,
  HeadingLevel,
  ImageRun,
  ImportedXmlComponent,
  InternalHyperlink,
  type IRunOptions,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import {
  fileRows,
  fileTitles,
  headline,
  incompleteWords,
  reportFacts,
  summaryFacts,
  unreadFacts,
} from '../facts.ts';
import { type FindingView, markedParts, type QuoteView, viewOf } from '../finding-view.ts';
import type { Fact, Report } from '../report.ts';
import { signWords } from '../words.ts';
import { contextParagraphs, markedLook } from './context/docx.ts';
import { withComment } from './report-comment.ts';
import { xmlSafe } from './xml-text.ts';

const colors = { bad: 'A3161F', care: '7A4B00', good: '12632F', plain: '45506A' };
const soft = '555D6B';
/** The widest picture, in pixels of 1/96 inch: the width of an indented text on A4. */
const pictureWidth = 576;

/** The report as a Word document with heading styles, a table of contents, links and page numbers. */
export async function docxReport(report: Report): Promise<Uint8Array> {
  const views = report.findings.map((finding) => viewOf(finding, report));
  const document = new Document({
    creator: `Proviso ${report.version}`,
    title: xmlSafe(report.name),
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 22 } },
        heading1: {
          run: { size: 30, bold: true },
          paragraph: { outlineLevel: 0, spacing: { before: 320, after: 120 } },
        },
        heading2: {
          run: { size: 25, bold: true },
          paragraph: { outlineLevel: 1, spacing: { before: 280, after: 80 } },
        },
      },
      paragraphStyles: [
        {
          ...{ id: 'Quote', name: 'Quote', basedOn: 'Normal', quickFormat: true },
          paragraph: { indent: { left: 360 }, spacing: { before: 100, after: 60 } },
        },
        {
          ...{ id: 'Context', name: 'Context', basedOn: 'Normal', quickFormat: true },
          ...{ run: { size: 18 }, paragraph: { indent: { left: 360 }, spacing: { after: 40 } } },
        },
        {
          ...{ id: 'Caption', name: 'caption', basedOn: 'Normal', quickFormat: true },
          ...{
            run: { size: 18, color: soft },
            paragraph: { indent: { left: 360 }, spacing: { after: 120 } },
          },
        },
      ],
    },
    sections: [{ footers: { default: footer() }, children: content(report, views) }],
  });
  return withComment(await Packer.toBuffer(document));
}

type Part = { title: string; id: string; body: readonly FileChild[] };

function content(report: Report, views: readonly FindingView[]): FileChild[] {
  const { result } = report;
  const facts = reportFacts(report).map(({ name, value }) => [name, value]);
  const all: Part[] = [
    {
      title: 'Could not be read',
      id: 'unread',
      body: unreadFacts(report).map(({ name, value }) => bullet(`${name}: ${value}`)),
    },
    { title: 'Findings', id: 'findings', body: views.flatMap(finding) },
    { title: 'Output', id: 'output', body: result.output === null ? [] : jsonLines(result.output) },
    { title: 'Files', id: 'files', body: [table(fileTitles, fileRows(report))] },
    { title: 'Warnings', id: 'warnings', body: result.warnings.map(({ message }) => bullet(message)) },
    { title: 'About this report', id: 'about', body: [table(['Property', 'Value'], facts)] },
  ];
  const parts = all.filter(({ id, body }) => body.length > 0 || id === 'findings');
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [run(report.name)] }),
    plain(`Proviso report. ${headline(report)}`),
    ...summaryFacts(report).map(fact),
    ...(result.incomplete
      ? [new Paragraph({ children: [run(incompleteWords, { bold: true, color: colors.bad })] })]
      : []),
    ...contents(parts, views),
    ...parts.flatMap(({ title, id, body }) => [heading(title, id), ...body]),
  ];
}

/**
 * The table of contents: a field that Word computes again on demand, with linked entries that every program shows, and
 * the answer of each finding. Each
 * part of the field has a run of its own, because LibreOffice shows a field in one run as text.
 */
function contents(parts: readonly Part[], views: readonly FindingView[]): Paragraph[] {
  const findings = views.map((view) => ({
    title: view.subject === null ? view.named : `${view.named}: ${view.subject}`,
    ...{ level: 2, anchor: `f-${view.id}` },
    answer: [
      run('  '),
      ...answer(view),
      ...(view.decided === '' ? [] : [run(`  ${view.decided}`, { color: soft })]),
    ],
  }));
  const entries = parts.flatMap(({ title, id }) => [
    { title, level: 1, anchor: id, answer: [] },
    ...(id === 'findings' ? findings : []),
  ]);
  const last = entries.length - 1;
  return entries.map(
    ({ title, level, anchor, answer }, index) =>
      new Paragraph({
        indent: { left: 240 * (level - 1) },
        children: [
          ...(index === 0 ? fieldStart() : []),
          new InternalHyperlink({ anchor, children: [run(title, { style: 'Hyperlink' })] }),
          ...answer,
          ...(index === last ? [fieldMark('end')] : []),
        ],
      }),
  );
}

function fieldStart(): ImportedXmlComponent[] {
  return [fieldMark('begin'), inRun('w:instrText', {}, 'TOC \\o "1-2" \\h'), fieldMark('separate')];
}

function fieldMark(type: 'begin' | 'separate' | 'end'): ImportedXmlComponent {
  return inRun('w:fldChar', { 'w:fldCharType': type });
}

function inRun(name: string, attributes: Record<string, string>, text?: string): ImportedXmlComponent {
  const part = new ImportedXmlComponent(name, attributes);
  if (text !== undefined) part.push(text);
  const wrapping = new ImportedXmlComponent('w:r');
  wrapping.push(part);
  return wrapping;
}

function finding(view: FindingView): FileChild[] {
  return [
    new Paragraph({
      ...{ heading: HeadingLevel.HEADING_2, keepNext: true },
      children: [new Bookmark({ id: `f-${view.id}`, children: [run(view.heading)] })],
    }),
    new Paragraph({ keepNext: true, children: [run(view.description, { color: soft, italics: true })] }),
    ...(view.ruleFacts === ''
      ? []
      : [new Paragraph({ keepNext: true, children: [run(view.ruleFacts, { color: soft })] })]),
    new Paragraph({
      keepNext: view.citations.length > 0,
      children: [...answer(view), run(` ${view.statement}`)],
    }),
    ...view.decisions.map(fact),
    ...view.citations.flatMap(quoted),
    ...(view.basis.length > 0 ? [plain('What the rule is based on:', true)] : []),
    ...view.basis.flatMap(quoted),
    ...view.notes.map(bullet),
    ...(view.nearest.length > 0 ? [plain('The nearest passages:', true)] : []),
    ...view.nearest.flatMap(quoted),
  ];
}

/** The outcome and the label. No line ends inside of one of them. */
function answer({ signs, tone }: FindingView): TextRun[] {
  const words = signs.map((sign) => signWords(sign).replaceAll(' ', '\u00a0')).join(' · ');
  return [new TextRun({ text: words, bold: true, color: colors[tone] })];
}

function fact({ name, value }: Fact): Paragraph {
  return new Paragraph({ children: [run(`${name}: `, { bold: true }), run(value)] });
}

function quoted(quote: QuoteView): FileChild[] {
  const { picture, context, place, href, notes } = quote;
  const words = markedParts(quote).map(({ text, marked }) => run(text, marked ? markedLook : {}));
  const link = new ExternalHyperlink({ link: href, children: [run(place, { style: 'Hyperlink' })] });
  return [
    new Paragraph({ style: 'Quote', keepNext: true, children: words }),
    ...(picture === null
      ? []
      : [new Paragraph({ style: 'Quote', keepNext: true, children: [image(picture, place)] })]),
    ...(context === null ? [] : contextParagraphs(context)),
    new Paragraph({ style: 'Caption', children: [link, ...notes.map((note) => run(` · ${note}`))] }),
  ];
}

function image({ jpeg, width, height }: NonNullable<QuoteView['picture']>, place: string): ImageRun {
  const scale = Math.min(1, pictureWidth / width);
  const name = xmlSafe(`${place}, with the quote marked`);
  return new ImageRun({
    ...{ type: 'jpg', data: jpeg },
    transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
    altText: { name, title: name, description: name },
  });
}

function heading(title: string, id: string): Paragraph {
  return new Paragraph({
    heading: HeadingLevel.HEADING_1,
    children: [new Bookmark({ id, children: [run(title)] })],
  });
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): Table {
  const row = (cells: readonly string[], bold: boolean) =>
    new TableRow({
      ...{ tableHeader: bold, cantSplit: true },
      children: cells.map(
        (cell) => new TableCell({ children: [new Paragraph({ children: [run(cell, { bold })] })] }),
      ),
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [row(titles, true), ...rows.map((cells) => row(cells, false))],
  });
}

function footer(): Footer {
  const numbers = new TextRun({
    ...{ size: 18, color: soft },
    children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES],
  });
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children: [numbers] })] });
}

function jsonLines(made: unknown): Paragraph[] {
  return JSON.stringify(made, null, 2)
    .split('\n')
    .map((line) => {
      const indent = line.length - line.trimStart().length;
      return new Paragraph({
        indent: { left: indent * 120 },
        children: [run(line, { font: 'Consolas', size: 18 })],
      });
    });
}

function bullet(text: string): Paragraph {
  return new Paragraph({ bullet: { level: 0 }, children: [run(text)] });
}

function plain(text: string, keepNext = false): Paragraph {
  return new Paragraph({ keepNext, children: [run(text)] });
}

/** Text from documents, without characters that no XML file may contain. Spaces at its ends are kept. */
function run(text: string, options: IRunOptions = {}): TextRun {
  return new TextRun({ ...options, text: xmlSafe(text) });
}
