import { urgencyOf } from '../../../src/services/report/by-action.ts';
import type { Finding } from '../../service/service.ts';
import { verdictOf } from '../verdict.ts';
import type { GridSearch } from './grid-search.ts';

type Subject = { key: string; name: string };
type Rule = Finding['rule'];

export type Grid = {
  subjects: Subject[];
  rules: Rule[];
  cell(subject: string, rule: string): Finding | undefined;
};

/**
 * Arranges findings by subject and rule, for the files and rules whose names contain the given words. A file is left out
 * if none of its answers to these rules contains the words for answers.
 */
export function gridOf(findings: readonly Finding[], search: GridSearch): Grid {
  const subjects = new Map<string, Subject>();
  const rules = new Map<string, Rule>();
  const cells = new Map<string, Finding>();
  for (const finding of findings) {
    const subject = subjectOf(finding);
    subjects.set(subject.key, subject);
    rules.set(finding.rule.key, finding.rule);
    cells.set(`${subject.key} ${finding.rule.key}`, finding);
  }
  const cell = (subject: string, rule: string) => cells.get(`${subject} ${rule}`);
  const shown = [...rules.values()].filter(({ name, description }) =>
    contains(`${name}\n${description}`, search.rules),
  );
  const isAnswered = ({ key }: Subject) =>
    shown.some((rule) => {
      const finding = cell(key, rule.key);
      return finding !== undefined && contains(wordsOf(finding), search.answers);
    });
  const found = [...subjects.values()].filter(({ name }) => contains(name, search.files));
  const { sort, order, answers = '' } = search;
  const rows = answers.trim() === '' ? found : found.filter(isAnswered);
  if (sort !== undefined) rows.sort(byAnswer((subject) => cell(subject, sort), order === 'descending'));
  return { subjects: rows, rules: shown, cell };
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
  return [valueText(finding), verdictOf(finding).words, finding.label].join('\n');
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares subjects by their answers to a rule: first the answers with values, by the unit and size of the
 * first value, then the other answers, the most urgent first. Subjects without an answer are at the end in either
 * direction.
 */
function byAnswer(answerOf: (subject: string) => Finding | undefined, isDescending: boolean) {
  return ({ key: one }: Subject, { key: other }: Subject): number => {
    const [a, b] = [answerOf(one), answerOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    const [[first], [second]] = [a.values, b.values];
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

function contains(text: string, words = ''): boolean {
  return text.toLowerCase().includes(words.trim().toLowerCase());
}

function subjectOf({ subject }: Finding): Subject {
  return subject.kind === 'file'
    ? { key: String(subject.fileIndex), name: subject.name }
    : { key: 'all', name: 'All files together' };
}
