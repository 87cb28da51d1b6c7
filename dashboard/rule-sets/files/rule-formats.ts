import Papa from 'papaparse';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ruleFields, ruleListSchema } from '../../../engine/model/rule.ts';
import { type RuleSet as ReadRules, rulesIn } from '../../../src/cli/rules/parse.ts';
import { parseWritten } from '../../../src/cli/written/parse.ts';
import { kindOf, problemsOf, suggestion } from '../../../src/cli/written/problems.ts';
import type { RuleSet } from '../../service/service.ts';

/* The formats of rule files. This file is loaded only when rules are imported or exported. */

export type { ReadRules };

/**
 * Reads a YAML or JSON file of rules, as the command line does. Throws an error whose message lists every problem, one
 * in each line, with the line of the file. An unknown field is a problem.
 */
export function rulesFromYaml(text: string, name = 'rules.yaml'): ReadRules {
  return rulesIn(parseWritten(text.replace(/^\uFEFF/, ''), name));
}

const fields = ruleFields();
const columns = Object.keys(fields);
const required = ['name', 'description'];

/** Whether the values of a column are text. A cell of another column has an entry in each line, or JSON. */
function isText(column: string): boolean {
  const field = Object.entries(fields).find(([name]) => name === column)?.[1];
  const schema = field instanceof z.ZodExactOptional ? field.unwrap() : field;
  return !(schema instanceof z.ZodArray || schema instanceof z.ZodObject);
}

/** Lines are enough for a list of single lines that does not look like JSON. */
function cellOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const isLines =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((entry) => typeof entry === 'string' && /^[^\r\n]*\S[^\r\n]*$/.test(entry)) &&
    !/^\s*[[{]/.test(String(value[0]));
  return isLines ? value.join('\n') : JSON.stringify(value);
}

/** Reads what `cellOf` wrote. Text that is not the JSON that it looks like is returned as it is, and then rejected. */
function fieldOf(column: string, cell: string): unknown {
  if (isText(column)) return cell;
  if (!/^\s*[[{]/.test(cell)) return cell.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** Whether a table has the columns that `rulesAsTable` writes, so that its columns need not be chosen. */
export function isRuleTable([titles = []]: readonly string[][]): boolean {
  return (
    required.every((column) => titles.includes(column)) && titles.every((title) => columns.includes(title))
  );
}

/** Reads a CSV file as `rulesFromTable` reads its cells. */
export function rulesFromCsv(text: string, name = 'rules.csv'): ReadRules {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    transform: (cell) => (escapedFormula.test(cell) ? cell.slice(1) : cell),
  });
  return rulesFromTable(data, name);
}

/**
 * Reads a table with the columns name and description and, if needed, columns for the other fields of a rule. Throws
 * an error whose message lists every problem, one in each line, with the row of the file. An unknown column is a
 * problem.
 */
export function rulesFromTable([first = [], ...rows]: readonly string[][], name: string): ReadRules {
  const titles = first.map((title) => title.trim());
  const values = rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const cell = cells[titles.indexOf(column)];
        const isLeftOut = cell === undefined || (cell === '' && !required.includes(column));
        return isLeftOut ? [] : [[column, fieldOf(column, cell)] as const];
      }),
    ),
  );
  const read = ruleListSchema.safeParse(values);
  const problems = [
    ...titles
      .filter((title) => !columns.includes(title))
      .map((title) => `row 1: column “${title}” is unknown; ${suggestion(title, columns)}`),
    ...required
      .filter((column) => !titles.includes(column))
      .map((column) => `row 1: column “${column}” is missing`),
    ...rows.flatMap((cells, index) => {
      const extra = cells[titles.length];
      return extra === undefined
        ? []
        : [`row ${index + 2}: has more cells than the first row, from ${kindOf(extra)} “${extra}” on`];
    }),
  ];
  if (problems.length === 0 && !read.success) {
    problems.push(
      ...read.error.issues
        .flatMap((issue) => problemsOf(issue, values, ruleListSchema))
        .map(({ path: [row, ...field], message }) =>
          typeof row === 'number' ? `row ${row + 2}: ${field.join('.')} ${message}` : message,
        ),
    );
  }
  if (problems.length > 0 || !read.success)
    throw new Error([`${name} cannot be used`, ...problems].join('\n'));
  return { rules: read.data, outputFormat: null };
}

/**
 * Spreadsheets read a cell that begins with one of these characters as a formula. Papa Parse writes an apostrophe
 * before such a cell, and before a cell that already looks escaped, so that reading the file restores every cell.
 */
const formula = /^'*[=+\-@\t\r]/;
const escapedFormula = /^'+[=+\-@\t\r]/;

export type RuleFormat = 'yaml' | 'json' | 'csv';

/**
 * The rules of a set as the text of a file. The dashboard can import such a file, and the command line can check
 * documents against it.
 */
export function rulesAsFile(
  {
    rules,
    outputFormat,
    secondSignOff,
  }: Pick<RuleSet, 'rules' | 'outputFormat'> & Partial<Pick<RuleSet, 'secondSignOff'>>,
  format: RuleFormat,
): string {
  const settings = { ...(outputFormat && { outputFormat }), ...(secondSignOff && { secondSignOff }) };
  const content = { rules, ...settings };
  switch (format) {
    case 'yaml':
      return stringify(content);
    case 'json':
      return `${JSON.stringify(content, null, 2)}\n`;
    case 'csv': {
      const [fields, ...data] = rulesAsTable(rules);
      return `${Papa.unparse({ fields: fields ?? [], data }, { escapeFormulae: formula })}\r\n`;
    }
  }
}

/** A row for each rule below the names of the fields that are used. */
export function rulesAsTable(rules: RuleSet['rules']): string[][] {
  const used = columns.filter(
    (column) => required.includes(column) || rules.some((rule) => Object.hasOwn(rule, column)),
  );
  const rows = rules.map((rule) => {
    const cells = new Map<string, unknown>(Object.entries(rule));
    return used.map((column) => cellOf(cells.get(column)));
  });
  return [used, ...rows];
}
