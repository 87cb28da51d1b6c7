import type { Label, Outcome } from '../../engine/model/finding.ts';
import type { Counts } from '../../engine/model/result.ts';

/** A finding as a message tells it. */
export type ToldFinding = {
  rule: string;
  /** The file it is about, when every file is checked on its own. */
  file: string | null;
  label: Label | null;
  outcome: Outcome;
  statement: string;
  /** Words of the source that the finding rests on, with where they stand. */
  quotes: { quote: string; source: string; place: string; link: string }[];
};

/** What people and programs are told when a run has ended. The same for every attempt to send it. */
export type RunMessage = {
  /** The delivery's: the same on every attempt. */
  id: string;
  /** Whose run it is. */
  userId: string;
  state: 'completed' | 'failed' | 'canceled';
  /** Whether something could not be read or assessed. */
  incomplete: boolean;
  /** ISO 8601. */
  endedAt: string;
  runId: string;
  project: { id: string; name: string };
  politics: { id: string; name: string };
  counts: Counts;
  /** Why the run failed. */
  error: string | null;
  /** The findings that ask for most attention, worst first. */
  worst: ToldFinding[];
  /** Where a person reads all of it. */
  link: string;
  /** Where a program does. */
  findingsUrl: string;
};

const outcomeWords: [Outcome, string][] = [
  ['violated', 'violated'],
  ['conflicting', 'conflicting'],
  ['partly_satisfied', 'partly satisfied'],
  ['undetermined', 'open'],
  ['satisfied', 'satisfied'],
  ['not_applicable', 'not applicable'],
];

/** The outcome in a few words: `2 violated, 1 open, 11 satisfied`. */
export function outcomeLine({ state, counts }: Pick<RunMessage, 'state' | 'counts'>): string {
  const told = outcomeWords.flatMap(([outcome, word]) =>
    counts.outcomes[outcome] > 0 ? [`${counts.outcomes[outcome]} ${word}`] : [],
  );
  const found = told.length === 0 ? 'nothing was assessed' : told.join(', ');
  if (state === 'completed') return found;
  return state === 'failed' ? `failed; ${found}` : `canceled; ${found}`;
}
