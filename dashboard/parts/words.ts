import type { Finding, Project, Run } from '../service/service.ts';

export type Outcome = Finding['outcome'];
export type Tone = 'good' | 'bad' | 'care' | 'plain';

/** Worst first, as in notifications. */
export const outcomes: readonly { outcome: Outcome; word: string; tone: Tone }[] = [
  { outcome: 'violated', word: 'Violated', tone: 'bad' },
  { outcome: 'conflicting', word: 'Conflicting', tone: 'bad' },
  { outcome: 'partly_satisfied', word: 'Partly satisfied', tone: 'care' },
  { outcome: 'undetermined', word: 'Open', tone: 'care' },
  { outcome: 'satisfied', word: 'Satisfied', tone: 'good' },
  { outcome: 'not_applicable', word: 'Not applicable', tone: 'plain' },
];

export function outcomeOf({ outcome, assessed }: Finding): { word: string; tone: Tone } {
  if (!assessed) return { word: 'Not assessed', tone: 'care' };
  return outcomes.find((known) => known.outcome === outcome) ?? { word: outcome, tone: 'plain' };
}

/** The explanation beside each label. */
export const labelWords = {
  CONFIRMED: 'The words above support the whole statement.',
  ESTIMATED: 'The words above are evidence, but do not settle the question.',
  'NOT FOUND': 'Proviso found nothing about this rule in what it read.',
} as const;

const states: Record<Run['state'], { word: string; tone: Tone }> = {
  queued: { word: 'Waiting for a worker', tone: 'plain' },
  running: { word: 'Running', tone: 'plain' },
  retrying: { word: 'Waiting for another attempt', tone: 'care' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Canceled', tone: 'care' },
};

export const projectStates: Record<Project['status'], { word: string; tone: Tone }> = {
  draft: { word: 'Not checked yet', tone: 'plain' },
  deploying: { word: 'Running', tone: 'plain' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Canceled', tone: 'care' },
};

export function stateOf({ state, summary }: Pick<Run, 'state' | 'summary'>): { word: string; tone: Tone } {
  if (state === 'completed' && summary?.incomplete) return { word: 'Completed, with gaps', tone: 'care' };
  return states[state];
}

export function hasEnded({ state }: Pick<Run, 'state'>): boolean {
  return state === 'completed' || state === 'failed' || state === 'canceled';
}

/** `approximate_match` in words for people. */
export function plain(code: string): string {
  return code.replaceAll('_', ' ');
}

/** Stances other than support, which is the default. */
export const stanceWords = {
  supports: null,
  contradicts: 'contradicts it',
  qualifies: 'with a condition',
  defines: 'defines the duty',
} as const;

/** `1 rule`, `3 rules`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
