import { grouped } from '../../model/sorted.ts';
import type { Part } from '../part.ts';
import { candidatesOf, type LabelCandidate } from './label-candidates.ts';

/**
 * A label printed on a page. `line` is the index of the margin line that contains the label; `start` and `end` are its
 * offsets in the part's text.
 */
export type PrintedLabel = { label: string; line: number; start: number; end: number };

/**
 * Labels are accepted if at least this many pages have labels in sequence. In a document with at most this many pages,
 * one page can lack a label, but at least two pages must have labels.
 */
const fewestInRun = 3;
/** Maximum distance between two labelled pages of a sequence: one page between them can lack a label. */
const widestStep = 2;

type OnPage = LabelCandidate & { part: number; page: number };

/**
 * The labels printed in headers and footers, by the index of the part. A number counts as a label only if it increases
 * by one from page to page, in the same style. A page without a printed label has no entry.
 */
export function printedLabels(parts: Part[]): Map<number, PrintedLabel> {
  const pages = parts.filter(({ locator }) => locator.kind === 'page').length;
  const candidates = parts.flatMap((part, index) => {
    const { locator } = part;
    if (locator.kind !== 'page') return [];
    return candidatesOf(part).map((candidate) => ({ ...candidate, part: index, page: locator.page }));
  });
  const groups = grouped(candidates, ({ style, value, page }) => `${style}|${value - page}`);
  const runs = [...groups.values()].flatMap(runsOf).filter((run) => isLabelRun(run, pages));
  runs.sort((a, b) => a.length - b.length);
  const labels = new Map<number, PrintedLabel>();
  for (const run of runs) {
    for (const { part, label, line, start, end } of run) labels.set(part, { label, line, start, end });
  }
  return labels;
}

function runsOf(group: OnPage[]): OnPage[][] {
  const runs: OnPage[][] = [];
  for (const candidate of group) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || candidate.page - last.page > widestStep) {
      runs.push([candidate]);
    } else run.push(candidate);
  }
  return runs;
}

/**
 * Whether a sequence of numbers consists of page labels: enough of the lines with these numbers contain only the
 * number, or the number and words that recur in the sequence.
 */
function isLabelRun(run: OnPage[], pages: number): boolean {
  const rests = new Map<string, Set<number>>();
  for (const { rest, page } of run) rests.set(rest, (rests.get(rest) ?? new Set()).add(page));
  const strong = new Set(
    run.filter(({ rest }) => rest === '' || (rests.get(rest)?.size ?? 0) > 1).map(({ page }) => page),
  );
  return (
    strong.size >= fewestInRun ||
    (pages <= fewestInRun && pages > 1 && strong.size >= pages - 1 && strong.size > 1)
  );
}
