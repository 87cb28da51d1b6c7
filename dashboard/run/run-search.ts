import { labelFilters, reviewedFilters, severityFilters } from '../../src/services/report/finding-filter.ts';
import { outcomes } from '../parts/words.ts';
import type { Filter } from './findings/filtering.ts';

/** The query of a run's address: the filter, the open finding, and the selected quote. */
export type RunSearch = Filter & {
  finding?: string;
  /** The index of the selected quote in the list that `placesOf` returns for the open finding. */
  place?: number;
};

/** Reads the query of the address. Parameters that are unknown or not valid are left out. */
export function runSearch(search: Record<string, unknown>): RunSearch {
  const outcome = outcomes.find((known) => known === search.outcome);
  const label = labelFilters.find((known) => known === search.label);
  const reviewed = reviewedFilters.find((known) => known === search.reviewed);
  const severity = severityFilters.find((known) => known === search.severity);
  const [file, place] = [indexIn(search.file), indexIn(search.place)];
  const [tag, rule] = [textIn(search.tag), textIn(search.rule)];
  const [text, finding] = [textIn(search.text), textIn(search.finding)];
  return {
    ...(outcome && { outcome }),
    ...(label && { label }),
    ...(reviewed && { reviewed }),
    ...(severity && { severity }),
    ...(search.assignee === 'me' && { assignee: 'me' as const }),
    ...(tag !== null && { tag }),
    ...(rule !== null && { rule }),
    ...(file !== null && { file }),
    ...(text !== null && { text }),
    ...(finding !== null && { finding }),
    ...(place !== null && { place }),
  };
}

/** The fields by which a report selects the findings that the page shows. A report does not select by the assignee. */
export function reportFilter(search: RunSearch): [string, string][] {
  const { outcome, label, reviewed, severity, tag, rule: ruleKey, file: fileIndex, text } = search;
  return Object.entries({ outcome, label, reviewed, severity, tag, ruleKey, fileIndex, text }).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]),
  );
}

/** Accepts numbers too, because the router reads the value of `?text=30` as a number. */
function textIn(value: unknown): string | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
}

function indexIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
