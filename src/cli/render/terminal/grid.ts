import stringWidth from 'string-width';
import type { Finding } from '../../../../engine/model/finding.ts';
import { clean } from '../../../services/report/clean.ts';
import { labelSigns, outcomeSigns, saysOutcome, signWords } from '../../../services/report/words.ts';
import { apart, inColumns, margin, type Page, paragraph, row } from './page.ts';
import { paintLabel, paintOutcome } from './signs.ts';

type Axis = { key: string; name: string };

const cellWidth = 5;
const smallestNames = 24;

/**
 * A table of rules and files with two icons in each cell, for the outcome and the label, and the rank of a
 * fallback that is met. The columns are the rules or
 * the files, whichever list is shorter. Each column is headed by a number, which is explained below the table. Columns
 * that do not fit are in further tables.
 */
export function gridLines(page: Page, findings: readonly Finding[]): string[] {
  const rules = axis(findings, (finding) => ({ key: finding.rule.key, name: finding.rule.name }));
  const files = axis(findings, ({ subject }) =>
    subject.kind === 'file'
      ? { key: String(subject.fileIndex), name: subject.name }
      : { key: '', name: 'all files' },
  );
  const cells = new Map(findings.map((finding) => [cellKey(ruleKey(finding), fileKey(finding)), finding]));
  const filesAcross = files.length < rules.length;
  const [down, across] = filesAcross ? [rules, files] : [files, rules];
  const find = (row: Axis, column: Axis) =>
    cells.get(filesAcross ? cellKey(row.key, column.key) : cellKey(column.key, row.key));
  const longest = Math.max(smallestNames, ...down.map(({ name }) => stringWidth(name)));
  const numbers = filesAcross ? String(down.length).length + 2 : 0;
  const room = page.width - margin.length - numbers;
  const names = Math.min(longest + 2, Math.max(smallestNames, room - across.length * cellWidth));
  const perRow = Math.max(1, Math.floor((room - names) / cellWidth));
  const blocks: string[][] = [];
  for (let from = 0; from < across.length; from += perRow) {
    const columns = across.slice(from, from + perRow);
    const head = columns.map((_, index) => String(from + index + 1).padEnd(cellWidth)).join('');
    const lines = down.map((row, index) => {
      const number = filesAcross ? `${page.paint.dim(String(index + 1).padStart(numbers - 2))}  ` : '';
      const line = columns.map((column) => cell(page, find(row, column))).join('');
      return `${margin}${number}${inColumns(row.name, names)}${line}`.trimEnd();
    });
    blocks.push([`${margin}${' '.repeat(numbers + names)}${page.paint.dim(head.trimEnd())}`, ...lines]);
  }
  const legend = across.map(({ name }, index) => `${page.paint.dim(String(index + 1))} ${name}`);
  return [
    ...apart(blocks),
    '',
    ...paragraph(page, page.paint.dim(filesAcross ? 'Files across:' : 'Rules across:')),
    ...legend.flatMap((line) => paragraph(page, line, `${margin}  `, `${margin}    `)),
    '',
    ...keyLines(page, findings),
  ];
}

function axis(findings: readonly Finding[], of: (finding: Finding) => Axis): Axis[] {
  const byKey = new Map(findings.map((finding) => [of(finding).key, of(finding).name]));
  return [...byKey].map(([key, name]) => ({ key, name: clean(name) }));
}

function ruleKey(finding: Finding): string {
  return finding.rule.key;
}

function fileKey({ subject }: Finding): string {
  return subject.kind === 'file' ? String(subject.fileIndex) : '';
}

function cellKey(rule: string, file: string): string {
  return JSON.stringify([rule, file]);
}

function cell({ paint }: Page, finding: Finding | undefined): string {
  if (!finding) return ' '.repeat(cellWidth);
  const label = finding.label ?? 'notAssessed';
  const outcome = saysOutcome(finding)
    ? paintOutcome(paint, finding.outcome, outcomeSigns[finding.outcome].icon)
    : paint.dim('·');
  const icons = `${outcome} ${paintLabel(paint, label, labelSigns[label].icon)}`;
  return `${icons}${fallbackOf(finding) ?? ' '}${' '.repeat(cellWidth - 4)}`;
}

/** The rank of the fallback that documents meet. */
function fallbackOf({ position }: Finding): number | undefined {
  return position?.met && position.kind === 'fallback' ? position.index : undefined;
}

/** The legend of the icons that occur in the table. */
function keyLines(page: Page, findings: readonly Finding[]): string[] {
  const outcomes = [...new Set(findings.filter(saysOutcome).map((finding) => finding.outcome))];
  const labels = [...new Set(findings.map((finding) => finding.label ?? 'notAssessed'))];
  const words = [
    ...outcomes.map((outcome) => paintOutcome(page.paint, outcome, signWords(outcomeSigns[outcome]))),
    ...labels.map((label) => paintLabel(page.paint, label, signWords(labelSigns[label]))),
    ...(findings.some((one) => fallbackOf(one) !== undefined) ? ['1 to 5: the fallback that is met'] : []),
  ];
  return row(page, words);
}
