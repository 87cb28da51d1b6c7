import Papa from 'papaparse';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { Rule, RuleSet } from '../service/service.ts';

/* The formats of rule files. This file is loaded only when rules are imported or exported. */

const filled = z.string().trim().min(1);
const rule = z.object({
  name: filled,
  description: filled,
  ifAbsent: z.enum(['violated', 'satisfied']).exactOptional(),
} satisfies Record<keyof Rule, z.ZodType>);
const ruleFile = z.union([z.array(rule), z.object({ rules: z.array(rule) }).transform(({ rules }) => rules)]);

const advice = 'a file of rules is a list of entries with name, description and, if needed, ifAbsent';

/** Rules of a YAML or JSON file: a list, or an object with `rules`. Throws an error that says what is wrong. */
export function rulesFromYaml(text: string): Rule[] {
  return checked(parse(text));
}

/** Rules of a CSV file with the columns name, description and ifAbsent. Throws an error that says what is wrong. */
export function rulesFromCsv(text: string): Rule[] {
  const { data } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim(),
  });
  return checked(data.map(({ ifAbsent, ...fields }) => ({ ...fields, ...(ifAbsent && { ifAbsent }) })));
}

function checked(value: unknown): Rule[] {
  const read = ruleFile.safeParse(value);
  if (read.success) return read.data;
  throw new Error(advice);
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
