import { urgencyOf } from '../../../src/services/report/by-action.ts';
import { currentAnswer } from '../../../src/services/report/current-answer.ts';
import type { Finding } from '../../service/service.ts';
import { verdictOf } from '../verdict.ts';
import type { GridSearch } from './grid-search.ts';

/** A row or a column: a file, with its folders, or a rule, with its description. */
export type Line = { key: string; name: string; about: string };

export type Grid = {
  /** What the columns are; the rows are the others. */
  columnsAre: 'rules' | 'files';
  columns: Line[];
  rows: Line[];
  /** The numbers of all files and rules, whatever is searched for. */
  totals: { rules: number; files: number };
  cell(row: Pick<Line, 'key'>, column: Pick<Line, 'key'>): Finding | undefined;
};

/**
 * Arranges findings by file and rule, for the files and rules whose names contain the given words. A row is left out if
 * none of its answers in these columns contains the words for answers.
 */
export function gridOf(findings: readonly Finding[], search: GridSearch): Grid {
  const files = new Map<string, Line>();
  const rules = new Map<string, Line>();
  const cells = new Map<string, Finding>();
  for (const finding of findings) {
    const file = fileOf(finding);
    const { key, name, description: about } = finding.rule;
    files.set(file.key, file);
    rules.set(key, { key, name, about });
    cells.set(`${file.key} ${key}`, finding);
  }
  const folders = sharedFolders([...files.values()].map(({ about }) => about));
  for (const file of files.values()) file.name = file.about.slice(folders);
  const totals = { rules: rules.size, files: files.size };
  const columnsAre = search.columns ?? (rules.size > files.size ? 'files' : 'rules');
  const cell: Grid['cell'] = (row, column) =>
    cells.get(columnsAre === 'rules' ? `${row.key} ${column.key}` : `${column.key} ${row.key}`);
  const named = (lines: ReadonlyMap<string, Line>, words = '') =>
    [...lines.values()].filter(({ name, about }) => contains(`${name}\n${about}`, words));
  const [foundFiles, foundRules] = [named(files, search.files), named(rules, search.rules)];
  const [columns, found] = columnsAre === 'rules' ? [foundRules, foundFiles] : [foundFiles, foundRules];
  const { sort, order, answers = '' } = search;
  const isAnswered = (row: Line) =>
    columns.some((column) => {
      const finding = cell(row, column);
      return finding !== undefined && contains(wordsOf(finding), answers);
    });
  const rows = answers.trim() === '' ? found : found.filter(isAnswered);
  const sorted = columns.find(({ key }) => key === sort);
  if (sorted !== undefined)
    rows.sort(byAnswer((row) => cell(row, sorted), columnsAre === 'rules', order === 'descending'));
  return { columnsAre, columns, rows, totals, cell };
}

/**
 * The values that a finding extracts, such as `30 days`, or `fee: 20 euro; late fee: 30 euro` if there are several; null
 * if there is none.
 */
export function valueText({ values }: Finding): string | null {
  const words = values.map(({ value, unit }) => {
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
    return unit === undefined || unit === '' ? shown : `${shown} ${unit}`;
  });
  if (words.length < 2) return words[0] ?? null;
  return values.map(({ name }, at) => `${name}: ${words[at]}`).join('; ');
}

/** The words by which an answer is found: its values, what it says about the rule, and how certain it is. */
function wordsOf(finding: Finding): string {
  return [valueText(finding), verdictOf(finding).words, currentAnswer(finding).label].join('\n');
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares rows by their answers in a column. In the column of a rule, the answers with values are first, by the unit
 * and size of the first value; values of different rules are not compared. The other answers are in the order of their
 * urgency. Rows without an answer are at the end in either direction.
 */
function byAnswer(answerOf: (row: Line) => Finding | undefined, isOfRule: boolean, isDescending: boolean) {
  return (one: Line, other: Line): number => {
    const [a, b] = [answerOf(one), answerOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    const [first, second] = isOfRule ? [a.values[0], b.values[0]] : [];
    if ((first === undefined) !== (second === undefined)) return first === undefined ? 1 : -1;
    const order =
      first === undefined || second === undefined ? urgencyOf(a) - urgencyOf(b) : byValue(first, second);
    return isDescending ? -order : order;
  };
}

type Value = Finding['values'][number];

function byValue({ value, unit = '' }: Value, { value: other, unit: otherUnit = '' }: Value): number {
  const order = collator.compare(unit, otherUnit);
  if (order !== 0) return order;
  return typeof value === 'number' && typeof other === 'number'
    ? value - other
    : collator.compare(String(value), String(other));
}

/** The length of the folders with which all names begin: they would hide in a narrow column what tells the files apart. */
function sharedFolders([first = '', ...others]: readonly string[]): number {
  const ends = [...first.matchAll(/\//g)].map(({ index }) => index + 1);
  return ends.findLast((end) => others.every((name) => name.startsWith(first.slice(0, end)))) ?? 0;
}

function contains(text: string, words = ''): boolean {
  return text.toLowerCase().includes(words.trim().toLowerCase());
}

function fileOf({ subject }: Finding): Line {
  const [key, name] =
    subject.kind === 'file' ? [String(subject.fileIndex), subject.name] : ['all', 'All files together'];
  return { key, name, about: name };
}
