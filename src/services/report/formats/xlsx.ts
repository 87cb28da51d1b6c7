import writeExcelFile, { type Feature, type Image } from 'write-excel-file/node';
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility';
import { subjectKey } from '../../../../engine/model/counts.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { atMost } from '../../../../engine/model/wording/at-most.ts';
import {
  fileStatus,
  headline,
  incompleteWords,
  reportFacts,
  sourcePlace,
  subjectName,
  verdictWords,
} from '../facts.ts';
import { toneOf } from '../finding-view.ts';
import { linkOf } from '../links.ts';
import type { Report } from '../report.ts';
import { findingColumns } from './columns.ts';
import { withComment } from './report-comment.ts';
import { markup, xmlSafe } from './xml-text.ts';

type Cell = { value: string; href?: string; bold?: boolean; color?: string };
type SheetRows = { name: string; widths: readonly number[]; rows: readonly (readonly Cell[])[] };

/** The largest text of a cell in Excel, in UTF-16 code units. */
const mostCharacters = 32_767;
const cutMark = ' … [cut: see the sheet About]';
/** The note names at most this many cells. */
const mostAddresses = 50;
const colors = { bad: '#a3161f', care: '#7a4b00', good: '#12632f', plain: '#1d2129' };

/**
 * The report as a workbook: the findings with all details, the grid of rules and subjects, the files, and what the
 * report is about. All cells are text, so that no program evaluates them. A cell with a citation is a link to its place.
 */
export async function xlsxReport(report: Report): Promise<Uint8Array> {
  const tables = [findings(report), grid(report), files(report)];
  const sheets = [...tables, about(report, cutNote(tables))];
  const buffer = await writeExcelFile(
    sheets.map(({ name, widths, rows }) => ({
      data: rows.map((row, index) => row.map((cell) => written(cell, index === 0))),
      sheet: name,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
    { features: [links(sheets)] },
  ).toBuffer();
  return withComment(buffer);
}

function written({ value, href, bold, color }: Cell, isHead: boolean) {
  return {
    value: escapedCodes(cut(xmlSafe(value))),
    type: String,
    wrap: true,
    alignVertical: 'top' as const,
    ...((isHead || bold) && { fontWeight: 'bold' as const }),
    ...(isHead && { backgroundColor: '#e8ebf0' }),
    ...(color !== undefined && { textColor: color }),
    ...(href !== undefined && { textColor: '#0b4f9e' }),
  };
}

/** Shortens a text that no cell can contain, and says so at its end. */
function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  const kept = text.slice(0, mostCharacters - cutMark.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept}${cutMark}`;
}

/** Programs read a code such as `_x0041_` in a cell as the character `A`, unless its first character is a code itself. */
function escapedCodes(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** The note on the cells that were cut, with their addresses; none if all texts are whole. */
function cutNote(sheets: readonly SheetRows[]): SheetRows['rows'] {
  const addresses = sheets.flatMap(({ name, rows }) =>
    rows.flatMap((row, at) =>
      row.flatMap(({ value }, column) =>
        xmlSafe(value).length > mostCharacters ? [`${name}!${getCellAddress(at, column)}`] : [],
      ),
    ),
  );
  if (addresses.length === 0) return [];
  const named = atMost(addresses, mostAddresses, (count) => `${count} more`).join(', ');
  const value = `A cell of a workbook has at most ${mostCharacters.toLocaleString('en-US')} characters. These cells end with “${cutMark.trim()}”: ${named}. The reports of this run as HTML, JSON and CSV have the whole texts.`;
  return [[{ value: 'Texts that were cut', bold: true, color: colors.bad }, { value }]];
}

function findings(report: Report): SheetRows {
  return {
    name: 'Findings',
    widths: findingColumns.map(({ width }) => width),
    rows: [
      findingColumns.map(({ title }) => ({ value: title })),
      ...report.findings.map((finding) =>
        findingColumns.map(({ title, value }) => {
          const cell = { value: value(finding, report) };
          const cited = finding.citations[0];
          if (title === 'Place' && cited) return { ...cell, href: linkOf(cited, report) };
          const counts = finding.review?.outcome === undefined ? 'Outcome' : 'Review outcome';
          return title === counts ? { ...cell, bold: true, color: colors[toneOf(finding)] } : cell;
        }),
      ),
    ],
  };
}

/** A row for each rule and a column for each subject; each cell has the answer with its first citation. */
function grid(report: Report): SheetRows {
  const subjects = new Map(
    report.result.findings.map((finding) => [subjectKey(finding.subject), subjectName(finding)]),
  );
  const rules = new Map(report.result.findings.map(({ rule }) => [rule.key, rule]));
  const cells = new Map(
    report.result.findings.map((finding) => [`${finding.rule.key} ${subjectKey(finding.subject)}`, finding]),
  );
  return {
    name: 'Grid',
    widths: [34, ...Array.from(subjects, () => 34)],
    rows: [
      [{ value: 'Rule' }, ...Array.from(subjects.values(), (value) => ({ value }))],
      ...[...rules.values()].map(({ key, index, name }) => [
        { value: `${index + 1}. ${name}` },
        ...Array.from(subjects.keys(), (subject) => gridCell(cells.get(`${key} ${subject}`), report)),
      ]),
    ],
  };
}

function gridCell(finding: Finding | undefined, report: Report): Cell {
  if (finding === undefined) return { value: '' };
  const cited = finding.citations[0];
  const value = verdictWords(finding);
  if (cited === undefined) return { value, color: colors[toneOf(finding)] };
  return { value: `${value}\n${sourcePlace(cited)}: “${cited.quote}”`, href: linkOf(cited, report) };
}

function files({ result }: Report): SheetRows {
  return {
    name: 'Files',
    widths: [40, 14, 70],
    rows: [
      ['Name', 'Role', 'Read'].map((value) => ({ value })),
      ...result.files.map((file) => [
        { value: file.name },
        { value: file.role === 'authority' ? 'knowledge' : 'input' },
        { value: fileStatus(file), ...(file.status === 'failed' && { bold: true, color: colors.bad }) },
      ]),
    ],
  };
}

function about(report: Report, notes: SheetRows['rows']): SheetRows {
  const { result, name } = report;
  const rows = [
    ['Report', name],
    ['Extent', headline(report)],
    ...(result.incomplete ? [['Incomplete', incompleteWords]] : []),
    ...reportFacts(report).map((fact) => [fact.name, fact.value]),
    ...result.warnings.map(({ message }) => ['Warning', message]),
  ];
  return {
    name: 'About',
    widths: [26, 90],
    rows: [...[['Property', 'Value'], ...rows].map((row) => row.map((value) => ({ value }))), ...notes],
  };
}

/** Adds the links of cells, each as a relationship of its sheet, because a formula cannot contain a long link. */
function links(sheets: readonly SheetRows[]): Feature<Image['content']> {
  const linksOf = (index: number) =>
    (sheets[index]?.rows ?? []).flatMap((row, rowIndex) =>
      row.flatMap(({ href }, column) =>
        href === undefined
          ? []
          : [{ cell: getCellAddress(rowIndex, column), href, id: `rIdLink${rowIndex}x${column}` }],
      ),
    );
  const order = getOrderOfSiblings('xl/worksheets/sheet{id}.xml', 'worksheet') ?? [];
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform(content, _options, { sheetIndex }) {
            const all = linksOf(sheetIndex).map(({ cell, id }) => `<hyperlink ref="${cell}" r:id="${id}"/>`);
            if (all.length === 0) return content;
            const xml = `<hyperlinks>${all.join('')}</hyperlinks>`;
            return insertElementMarkupAccordingToOrderOfSiblings(content, xml, order, 'worksheet');
          },
        },
        'xl/worksheets/_rels/sheet{id}.xml.rels': {
          insert: (_options, { sheetIndex }) =>
            linksOf(sheetIndex)
              .map(
                ({ id, href }) =>
                  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${markup(href)}" TargetMode="External"/>`,
              )
              .join(''),
        },
      },
    },
  };
}
