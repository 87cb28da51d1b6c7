import Papa from 'papaparse';
import { ruleSchema } from '../../../engine/model/rule.ts';
import { positionHeads } from '../../../engine/rules/extract/requirement-rows.ts';
import type { Rule } from '../../service/service.ts';
import { isTable, nameOf } from './rules-from-text.ts';

/** What a column of a table can hold: a field of a rule. */
export const targets = {
  description: 'Rule',
  name: 'Name',
  preferred: 'Preferred position',
  fallbacks: 'Fallback',
  never: 'Refused',
  wording: 'Suggested clause',
  id: 'Id',
  group: 'Group',
  kind: 'Duty or question',
  modality: 'Kind',
  actor: 'Who must comply',
  ifAbsent: 'If nothing bears on it',
  severity: 'Severity',
  owner: 'Owner',
  deadline: 'Deadline',
  tags: 'Tags',
  references: 'References',
} as const;
export type Target = keyof typeof targets;

export const fields = Object.keys(targets).filter((key): key is Target => key in targets);

/** For each column of a table, what it holds; null for a column that is left out. */
export type Mapping = readonly (Target | null)[];

/** Titles of columns by which a column is recognised, in the order in which they are tried. */
const titles: [Target, RegExp][] = [
  ...positionHeads,
  ['id', /^(?:id|#|ref\.?|key|code)$|\bid\b|\b(?:no|nr|number)\.?$/],
  [
    'description',
    /^(?!.*\b(?:name|title)\b).*(?:requirement|description|\bexpect(?:ations?)?\b|\brule|duty|obligation|control|clause text|wording|question|anforderung|beschreibung|regel|pflicht)/,
  ],
  ['severity', /severity|priority|weight|risk|critical|schwere|priorit/],
  ['owner', /owner|responsible|department|verantwortlich/],
  ['deadline', /deadline|due|frist|fällig/],
  ['ifAbsent', /absent/],
  ['kind', /^(?:kind|type|art|typ)$|duty or question/],
  ['modality', /^(?:kind|type|art|typ)$|modality/],
  ['actor', /actor|who must|obliged|addressee|adressat/],
  ['tags', /tags?\b|label|keyword|schlagw/],
  ['references', /reference|source|law|article|standard|quelle|rechtsgrund/],
  ['group', /group|section|chapter|category|area|theme|kategorie|abschnitt|bereich/],
  ['name', /name|title|topic|subject|heading|titel|thema/],
];

/** The cells of a pasted or written table. Every row has the same number of cells. */
export function rowsOf(text: string): string[][] {
  const written = text.replace(/^\uFEFF/, '');
  const { meta } = Papa.parse(written, { preview: 20, skipEmptyLines: 'greedy' });
  return even(Papa.parse<string[]>(written, { delimiter: isTable(text) ? '\t' : meta.delimiter }).data);
}

/** Rows of one length, without empty ones at the end. Other empty rows stay, so that each row keeps its number. */
export function even(rows: readonly (readonly unknown[])[]): string[][] {
  const cells = rows.map((row) => row.map((cell) => textOf(cell).trim()));
  const most = Math.max(0, ...cells.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  return cells
    .slice(0, cells.findLastIndex(isFilled) + 1)
    .map((row) => Array.from({ length: most }, (_, at) => row[at] ?? ''));
}

export function textOf(cell: unknown): string {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
}

export function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

/** Where the table begins: at its first row with several filled cells. Titles of the sheet stand above it. */
export function startOf(rows: readonly string[][]): number {
  const full = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  return full >= 0 ? full : Math.max(0, rows.findIndex(isFilled));
}

/** What the columns seem to hold, and the row that names them: the chosen one, or the one that seems to; -1 for none. */
export function guessed(rows: readonly string[][], chosen?: number): { mapping: Mapping; titleRow: number } {
  const start = chosen !== undefined && chosen >= 0 ? chosen : startOf(rows);
  const [first = [], ...others] = rows.slice(start);
  const mapping: (Target | null)[] = first.map(() => null);
  const named = new Set<number>();
  for (const [target, pattern] of titles) {
    const matching = first.flatMap((cell, at) =>
      mapping[at] === null && cell.length <= longestTitle && pattern.test(cell.toLowerCase()) ? [at] : [],
    );
    for (const at of isRepeatable(target) ? matching : matching.slice(0, 1)) {
      named.add(at);
      // A column “Type” holds the kind of a rule only if its cells do.
      if (!(target in choices) || others.some((row) => choiceOf(target, row[at]))) mapping[at] = target;
    }
  }
  const seemsNamed = named.size > 1 || (named.size === 1 && !first.some((cell) => /^\d/.test(cell)));
  const hasTitles = chosen === undefined ? others.length > 0 && seemsNamed : chosen >= 0;
  if (!hasTitles) mapping.fill(null);
  if (!mapping.includes('description') && !mapping.includes('preferred')) {
    const body = hasTitles ? others : [first, ...others];
    const lengths = first.map((_, at) => body.reduce((sum, row) => sum + (row[at]?.length ?? 0), 0));
    const longest = lengths.indexOf(Math.max(...lengths.filter((_, at) => mapping[at] === null)));
    if (longest >= 0) mapping[longest] = 'description';
  }
  return { mapping, titleRow: hasTitles ? start : -1 };
}

/** Whether several columns can hold the field: "Fallback 1", "Fallback 2". */
export function isRepeatable(target: Target | null): boolean {
  return target === 'fallbacks';
}

/** A longer text in the first row is a rule, not a title. */
const longestTitle = 40;

/**
 * The rules of the rows below `titleRow` or, without one (-1), of the whole table. `left` says in sentences what was left
 * out, and which cells are no value of their field, such as a severity "5". Rows count from 1 in the file.
 */
export function rulesOf(
  rows: readonly string[][],
  mapping: Mapping,
  titleRow: number,
): { rules: Rule[]; left: string[] } {
  const start = titleRow < 0 ? startOf(rows) : titleRow + 1;
  const out = [
    ...rows
      .slice(0, titleRow < 0 ? start : titleRow)
      .flatMap((row, at) => (isFilled(row) ? [`row ${at + 1}, “${nameOf(row.join(' ').trim())}”`] : [])),
    ...mapping.flatMap((target, at) =>
      target === null && rows.slice(start).some((row) => row[at])
        ? [`the column ${rows[titleRow]?.[at] || at + 1}`]
        : [],
    ),
  ];
  const left = out.length === 0 ? [] : [`Left out: ${out.join('; ')}.`];
  const ids = new Set<string>();
  const rules = rows.flatMap((row, index): Rule[] => {
    if (index < start) return [];
    const cell = (target: Target) =>
      row
        .filter((_, at) => mapping[at] === target)
        .join('\n')
        .trim();
    const description = cell('description') || cell('preferred');
    if (description === '') return [];
    const rule: Record<string, unknown> = {
      name: (cell('name') || nameOf(description)).replace(/\s+/g, ' '),
      description,
    };
    for (const target of new Set(mapping)) {
      const text = target === null ? '' : cell(target);
      if (target === null || target === 'name' || text === '' || text === description) continue;
      const value = fieldOf(target, text);
      const isRepeated = target === 'id' && ids.has(text);
      if (!isRepeated && ruleSchema.safeParse({ ...rule, [target]: value }).success) rule[target] = value;
      else left.push(`${targets[target]} “${text}” of row ${index + 1} ${whyNot(target, isRepeated)}`);
      if (target === 'id') ids.add(text);
    }
    const read = ruleSchema.safeParse(rule);
    if (read.success) return [read.data];
    left.push(`Row ${index + 1} is left out: ${read.error.issues[0]?.message ?? 'it is not a rule'}.`);
    return [];
  });
  return { rules, left };
}

function whyNot(target: Target, isRepeated: boolean): string {
  const allowed = choices[target]?.map((names) => names.split('|')[0]).join(', ');
  const why = isRepeated ? 'is used above' : allowed ? `is not one of ${allowed}` : 'is not valid';
  return `${why}: the rule has no ${targets[target].toLowerCase()}.`;
}

function fieldOf(target: Target, text: string): unknown {
  if (target === 'fallbacks') return text.split('\n').flatMap((part) => part.trim() || []);
  if (target === 'tags' || target === 'references')
    return text.split(/[;,\n]/).flatMap((part) => part.trim() || []);
  return target === 'id' ? text.replace(/\s+/g, '-') : (choiceOf(target, text) ?? text);
}

function choiceOf(target: Target, text = ''): string | undefined {
  const begins = (name: string) => text !== '' && name.startsWith(text.toLowerCase());
  return choices[target]?.find((names) => names.split('|').some(begins))?.split('|')[0];
}

/** The values of the fields that allow only some, each with other names for it. */
const choices: Partial<Record<Target, readonly string[]>> = {
  severity: ['critical|kritisch', 'high|hoch', 'medium|mittel|mid|moderate', 'low|niedrig'],
  kind: ['duty|pflicht', 'question|frage'],
  modality: ['obligation|gebot', 'prohibition|verbot', 'permission|erlaubnis'],
  ifAbsent: ['violated|verletzt', 'satisfied|erfüllt'],
};
