import { subjectKey } from '../../../../engine/model/counts.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { currentAnswer } from '../current-answer.ts';
import {
  acceptedWords,
  fileRows,
  fileTitles,
  headline,
  incompleteWords,
  reportFacts,
  reviewWords,
  sourcePlace,
  subjectName,
  summaryFacts,
  verdictWords,
} from '../facts.ts';
import { toneOf } from '../finding-view.ts';
import { linkOf } from '../links.ts';
import type { Report } from '../report.ts';
import { labelSign, labelSigns, outcomeSigns } from '../words.ts';
import { findingColumns } from './columns.ts';
import { withComment } from './report-comment.ts';
import { type Cell, cutMark, mostCharacters, type Sheet, workbookOf } from './workbook.ts';
import { xmlSafe } from './xml-text.ts';

const colors = { bad: '#a3161f', care: '#7a4b00', good: '#12632f', plain: '#1d2129' };

/**
 * The report as a workbook: what was decided, the findings in the columns that a reviewer reads, their details, the grid of
 * rules and files if each file was checked on its own, and the files.
 */
export async function xlsxReport(report: Report): Promise<Uint8Array> {
  const tables = [findings(report), details(report), ...(report.each ? [grid(report)] : []), files(report)];
  return withComment(await workbookOf([summary(report, cutNote(tables)), ...tables]));
}

function summary(report: Report, notes: Sheet['rows']): Sheet {
  const { result, name } = report;
  const first = summaryFacts(report);
  const facts = [
    { name: 'Report', value: name },
    { name: 'Extent', value: headline(report) },
    ...first,
    ...(result.incomplete ? [{ name: 'Incomplete', value: incompleteWords }] : []),
    ...reportFacts(report).filter(({ name }) => !first.some((one) => one.name === name)),
    ...result.warnings.map(({ message }) => ({ name: 'Warning', value: message })),
  ];
  const rows = facts.map((fact) => [{ value: fact.name, bold: true }, { value: fact.value }]);
  const titles = [{ value: 'Property' }, { value: 'Value' }];
  return { name: 'Summary', widths: [26, 90], rows: [titles, ...rows, ...notes] };
}

/** The findings with the answers that count. */
function findings(report: Report): Sheet {
  const { each } = report;
  const titles = ['No.', 'Rule', 'Outcome', 'Label', 'Statement', 'Quote', 'Place', 'Link', 'Review'];
  return {
    name: 'Findings',
    widths: [5, 22, ...(each ? [18] : []), 16, 13, 36, 40, 20, 6, 28],
    rows: [
      titles.toSpliced(2, 0, ...(each ? ['Subject'] : [])).map((value) => ({ value })),
      ...report.findings.map((finding): Cell[] => {
        const { rule, citations, statement } = finding;
        const { outcome, label } = currentAnswer(finding);
        const [cited] = citations;
        return [
          { value: rule.index + 1 },
          { value: rule.name },
          ...(each ? [{ value: subjectName(finding) }] : []),
          { value: outcomeSigns[outcome].word, bold: true, color: colors[toneOf(finding)] },
          { value: labelSigns[label ?? 'notAssessed'].word },
          { value: statement },
          { value: cited?.quote ?? '' },
          { value: cited ? sourcePlace(cited) : '' },
          cited ? { value: 'open', href: linkOf(cited, report) } : { value: '' },
          { value: reviewed(finding, report) },
        ];
      }),
    ],
  };
}

/** What a person has said about a finding, and Proviso's answer. */
function reviewed(finding: Finding, report: Report): string {
  const own = `Proviso: ${outcomeSigns[finding.outcome].word}, ${labelSign(finding).word}`;
  const accepted = acceptedWords(finding);
  const parts = finding.review === null ? [] : [reviewWords(finding, report), own];
  return [...parts, ...(accepted === '' ? [] : [`Accepted: ${accepted}`])].join(' · ');
}

/** The columns of the CSV file that are not empty, apart from those that `findings` shows as a whole. */
function details(report: Report): Sheet {
  const columns = findingColumns
    .filter(({ title }) => !['Statement', 'Quote', 'Place'].includes(title))
    .map((column) => ({ ...column, values: report.findings.map((one) => column.value(one, report)) }))
    .filter(({ values }, index) => index < 2 || values.some((value) => value !== ''));
  return {
    ...{ name: 'Details', fixed: 2, widths: columns.map(({ width }) => width) },
    rows: [
      columns.map(({ title }) => ({ value: title })),
      ...report.findings.map((_, row) => columns.map(({ values }) => ({ value: values[row] ?? '' }))),
    ],
  };
}

/** A row for each rule and a column for each subject; each cell has the answer with its first citation. */
function grid(report: Report): Sheet {
  const subjects = new Map(
    report.result.findings.map((finding) => [subjectKey(finding.subject), subjectName(finding)]),
  );
  const rules = new Map(report.result.findings.map(({ rule }) => [rule.key, rule]));
  const cells = new Map(
    report.result.findings.map((finding) => [`${finding.rule.key} ${subjectKey(finding.subject)}`, finding]),
  );
  return {
    ...{ name: 'Grid', fixed: 1, widths: [34, ...Array.from(subjects, () => 34)] },
    rows: [
      [{ value: 'Rule' }, ...Array.from(subjects.values(), (value) => ({ value }))],
      ...[...rules.values()].map(({ key, index, name }) => [
        { value: `${index + 1}. ${name}` },
        ...Array.from(subjects.keys(), (subject) => gridCell(cells.get(`${key} ${subject}`))),
      ]),
    ],
  };
}

function gridCell(finding: Finding | undefined): Cell {
  if (finding === undefined) return { value: '' };
  const quotes = finding.citations.slice(0, 1).map((cited) => ` · ${sourcePlace(cited)}: “${cited.quote}”`);
  return { value: `${verdictWords(finding)}${quotes.join('')}`, color: colors[toneOf(finding)] };
}

function files(report: Report): Sheet {
  const rows = [fileTitles, ...fileRows(report)].map((row) => row.map((value) => ({ value })));
  return { name: 'Files', widths: [60, 14, 70], rows };
}

/** The note on texts that were cut; none if all texts are whole. */
function cutNote(sheets: readonly Sheet[]): Sheet['rows'] {
  const cells = sheets.flatMap(({ rows }) => rows.flat());
  if (!cells.some(({ value }) => xmlSafe(String(value)).length > mostCharacters)) return [];
  const value = `A cell of a workbook has at most ${mostCharacters.toLocaleString('en-US')} characters. Longer texts end with “${cutMark.trim()}”. The reports of this run as HTML, JSON and CSV have the whole texts.`;
  return [[{ value: 'Texts that were cut', bold: true, color: colors.bad }, { value }]];
}
