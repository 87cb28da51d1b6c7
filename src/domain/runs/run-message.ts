import type { Label, Outcome } from '../../../engine/model/finding.ts';
import type { Counts } from '../../../engine/model/result.ts';
import type { Metadata } from '../records/metadata.ts';

/** A finding as a notification shows it. */
export type NotedFinding = {
  rule: string;
  /** The name of the finding's file if every file is checked on its own; null if all are checked together. */
  file: string | null;
  label: Label | null;
  outcome: Outcome;
  statement: string;
  /** The quotes that support the finding, each with its source and place. */
  quotes: { quote: string; source: string; place: string; link: string }[];
};

/** A record in a notification. */
type Named = { id: string; name: string; metadata: Metadata };

/** The notification about an ended run. It is the same for every delivery attempt. */
export type RunMessage = {
  /** The delivery's id: the same on every attempt. */
  id: string;
  /** The owner of the run. */
  workspaceId: string;
  state: 'completed' | 'failed' | 'canceled';
  /** Whether something could not be read or assessed. */
  incomplete: boolean;
  /** ISO 8601. */
  endedAt: string;
  runId: string;
  project: Named;
  politics: Named;
  counts: Counts;
  /** Why the run failed; null if it did not. */
  error: string | null;
  /** The findings that need most attention, worst first. */
  worst: NotedFinding[];
  /** The URL of the dashboard page with the full result. */
  link: string;
  /** The URL of the findings in the API. */
  findingsUrl: string;
};

const outcomeWords: [Outcome, string][] = [
  ['violated', 'violated'],
  ['conflicting', 'conflicting'],
  ['partly_satisfied', 'partly satisfied'],
  ['undetermined', 'undetermined'],
  ['answered', 'answered'],
  ['satisfied', 'satisfied'],
  ['not_applicable', 'not applicable'],
];

/** The outcomes in a few words: `2 violated, 1 undetermined, 11 satisfied`. */
export function outcomeLine({ state, counts }: Pick<RunMessage, 'state' | 'counts'>): string {
  const words = outcomeWords.flatMap(([outcome, word]) =>
    counts.outcomes[outcome] > 0 ? [`${counts.outcomes[outcome]} ${word}`] : [],
  );
  const found = words.length === 0 ? 'nothing was assessed' : words.join(', ');
  if (state === 'completed') return found;
  return state === 'failed' ? `failed; ${found}` : `canceled; ${found}`;
}
