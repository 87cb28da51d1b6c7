import type { Tone } from '../../src/services/report/words.ts';
import type { Finding, Project, Run } from '../service/service.ts';

export type Outcome = Finding['outcome'];

/** All outcomes, from the worst to the best, in the same order as in notifications. */
export const outcomes = [
  'violated',
  'conflicting',
  'partly_satisfied',
  'undetermined',
  'answered',
  'satisfied',
  'not_applicable',
] as const satisfies readonly Outcome[];

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
  if (state === 'completed' && summary?.incomplete) return { word: 'Completed in part', tone: 'care' };
  return states[state];
}

export function hasEnded({ state }: Pick<Run, 'state'>): boolean {
  return state === 'completed' || state === 'failed' || state === 'canceled';
}

/** A name of a file in at most 60 characters. Of a longer one, the middle is left out, so that its end still shows. */
export function shortened(name: string): string {
  const signs = [...name];
  return signs.length > 60 ? `${signs.slice(0, 44).join('')}…${signs.slice(-15).join('')}` : name;
}

/** `1 rule`, `3 rules`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
