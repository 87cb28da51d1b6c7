import { type Outcome, outcomes } from '../parts/words.ts';

/** What the address of a run says beyond which run it is: the filter, and the finding that is open. */
export type RunSearch = { outcome?: Outcome };

export function runSearch(search: Record<string, unknown>): RunSearch {
  const outcome = outcomes.find((known) => known.outcome === search.outcome)?.outcome;
  return { ...(outcome && { outcome }) };
}
