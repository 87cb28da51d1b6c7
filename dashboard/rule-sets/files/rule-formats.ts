import Papa from 'papaparse';
import { stringify } from 'yaml';
import { type RuleSet as ReadRules, ruleListSchema, rulesIn } from '../../../src/cli/rules/parse.ts';
import { parseWritten } from '../../../src/cli/written/parse.ts';
import { kindOf, problemsOf, suggestion } from '../../../src/cli/written/problems.ts';
import type { Rule, RuleSet } from '../../service/service.ts';

/* The formats of rule files. This file is loaded only when rules are imported or exported. */

export type { ReadRules };

/**
 * Reads a YAML or JSON file of rules, as the command line does. Throws an error whose message lists every problem, one
 * in each line, with the line of the file. An unknown field is a problem.
 */
export function rulesFromYaml(text: string, name = 'rules.yaml'): ReadRules {
  return rulesIn(parseWritten(text.replace(/^\uFEFF/, ''), name));
}

const columns = ['name', 'description', 'ifAbsent'] as const satisfies readonly (keyof Rule)[];

/**
 * Reads a CSV file with the columns name, description and, if needed, ifAbsent. Throws an error whose message lists
 * every problem, one in each line, with the row of the file. An unknown column is a problem.
 */
export function rulesFromCsv(text: string, name = 'rules.csv'): ReadRules {
  const { data, meta } = Papa.parse<Record<string, unknown>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim(),
  });
  const { fields = [] } = meta;
  const rows = data.map(({ __parsed_extra: extra, ifAbsent, ...rest }) => {
    const known = Object.fromEntries(columns.flatMap((key) => (key in rest ? [[key, rest[key]]] : [])));
    return { extra, rule: { ...known, ...(ifAbsent !== '' && ifAbsent !== undefined && { ifAbsent }) } };
  });
  const values = rows.map(({ rule }) => rule);
  const read = ruleListSchema.safeParse(values);
  const problems = [
    ...fields
      .filter((field) => !columns.some((known) => known === field))
      .map((field) => `row 1: column “${field}” is unknown; ${suggestion(field, [...columns])}`),
    ...columns
      .filter((column) => column !== 'ifAbsent' && !fields.includes(column))
      .map((column) => `row 1: column “${column}” is missing`),
    ...rows.flatMap(({ extra }, index) =>
      Array.isArray(extra)
        ? [`row ${index + 2}: has more cells than the first row, from ${kindOf(extra[0])} “${extra[0]}” on`]
        : [],
    ),
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
 * before such a cell.
 */
const formula = /^[=+\-@\t\r]/;

export type RuleFormat = 'yaml' | 'json' | 'csv';

/**
 * The rules of a set as the text of a file. The dashboard can import such a file, and the command line can check
 * documents against it.
 */
export function rulesAsFile({ rules, outputFormat }: RuleSet, format: RuleFormat): string {
  const content = { rules, ...(outputFormat && { outputFormat }) };
  switch (format) {
    case 'yaml':
      return stringify(content);
    case 'json':
      return `${JSON.stringify(content, null, 2)}\n`;
    case 'csv':
      return `${Papa.unparse(
        rules.map(({ name, description, ifAbsent = '' }) => ({ name, description, ifAbsent })),
        { escapeFormulae: formula },
      )}\r\n`;
  }
}
