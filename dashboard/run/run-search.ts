import { type Outcome, outcomes } from '../parts/words.ts';

/** The labels to filter by. `not_assessed` selects findings without a label. */
export const labelFilters = ['CONFIRMED', 'ESTIMATED', 'NOT FOUND', 'not_assessed'] as const;
export type LabelFilter = (typeof labelFilters)[number];

/** The query of a run's address: the filter, the open finding, and the selected quote. */
export type RunSearch = {
  outcome?: Outcome;
  label?: LabelFilter;
  reviewed?: 'yes' | 'no';
  /** The key of a rule. */
  rule?: string;
  /** The index of an input file. */
  file?: number;
  /** Words that a finding must contain to be shown. */
  text?: string;
  finding?: string;
  /** The index of the selected quote in the list that `placesOf` returns for the open finding. */
  place?: number;
};

/** Reads the query of the address. Parameters that are unknown or not valid are left out. */
export function runSearch(search: Record<string, unknown>): RunSearch {
  const outcome = outcomes.find((known) => known === search.outcome);
  const label = labelFilters.find((known) => known === search.label);
  const reviewed = (['yes', 'no'] as const).find((known) => known === search.reviewed);
  const [file, place] = [indexIn(search.file), indexIn(search.place)];
  const [rule, text, finding] = [textIn(search.rule), textIn(search.text), textIn(search.finding)];
  return {
    ...(outcome && { outcome }),
    ...(label && { label }),
    ...(reviewed && { reviewed }),
    ...(rule !== null && { rule }),
    ...(file !== null && { file }),
    ...(text !== null && { text }),
    ...(finding !== null && { finding }),
    ...(place !== null && { place }),
  };
}

/** Accepts numbers too, because the router reads the value of `?text=30` as a number. */
function textIn(value: unknown): string | null {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
}

function indexIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
