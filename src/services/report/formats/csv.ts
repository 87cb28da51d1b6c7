import papa from 'papaparse';
import { clean } from '../clean.ts';
import { allFacts, noFindingsWords } from '../facts.ts';
import type { Report } from '../report.ts';
import { findingColumns } from './columns.ts';

/**
 * A spreadsheet program evaluates a cell that begins with one of these characters, after white space and quotation
 * marks. The last four are their wide forms, which some programs convert.
 */
const formulaStart = /^(?=[\s\0"]*[=+\-@|%\uff1d\uff0b\uff0d\uff20])/;

/**
 * A program can be set to separate cells by one of these characters instead of the comma, and it then begins a cell
 * after each of them, also inside of quotation marks. A line break in a cell begins a row if the quotation marks are
 * not respected.
 */
const innerStart = /([;\t|\r\n])(?=[ \0"]*[=+\-@%\uff1d\uff0b\uff0d\uff20])/g;

/**
 * The findings as CSV (RFC 4180): a row for each finding, with those that need action first. What applies to the whole
 * report is repeated in the last columns, so that every row can be read alone. A report without findings has one row,
 * which says so. A part of a cell that a spreadsheet program would evaluate begins with an apostrophe.
 */
export function* csvReport(report: Report): Generator<string> {
  const facts = allFacts(report);
  const values = facts.map(({ value }) => value);
  yield csvLine([...findingColumns.map(({ title }) => title), ...facts.map(({ name }) => name)]);
  for (const finding of report.findings) {
    yield csvLine([...findingColumns.map(({ value }) => value(finding, report)), ...values]);
  }
  if (report.findings.length > 0) return;
  yield csvLine([
    ...findingColumns.map(({ title }) => (title === 'Statement' ? noFindingsWords(report) : '')),
    ...values,
  ]);
}

/** One row of CSV, safe for spreadsheet programs. */
export function csvLine(cells: readonly string[]): string {
  return `${papa.unparse([cells.map((cell) => withoutFormulas(clean(cell)))])}\r\n`;
}

function withoutFormulas(cell: string): string {
  return cell.replace(formulaStart, "'").replace(innerStart, "$1'");
}
