import { outcomeSigns } from '../../src/services/report/words.ts';
import type { Tone } from '../parts/words.ts';
import type { Finding } from '../service/service.ts';

/** How certain an answer is: proved by quotes, an estimate, not found, or no answer. Each looks different. */
export type Certainty = 'confirmed' | 'guess' | 'absent' | 'none';

export type Verdict = { words: string; icon: string; tone: Tone; certainty: Certainty };

const tones: Record<Finding['outcome'], Tone> = {
  violated: 'bad',
  conflicting: 'bad',
  partly_satisfied: 'care',
  undetermined: 'care',
  satisfied: 'good',
  not_applicable: 'plain',
};

/** Label and outcome together in words for people, so that a guess never reads like a proved answer. */
export function verdictOf({
  assessed,
  label,
  outcome,
}: Pick<Finding, 'assessed' | 'label' | 'outcome'>): Verdict {
  const { word, icon } = outcomeSigns[outcome];
  const tone = tones[outcome];
  if (!assessed || label === null) {
    return { words: 'Not assessed', icon: '‒', tone: 'care', certainty: 'none' };
  }
  switch (label) {
    case 'CONFIRMED':
      return { words: capital(word), icon, tone, certainty: 'confirmed' };
    case 'ESTIMATED':
      return {
        ...{ words: outcome === 'undetermined' ? 'Undetermined' : `Possibly ${word}`, icon },
        ...{ tone: tone === 'bad' ? 'care' : 'plain', certainty: 'guess' },
      };
    case 'NOT FOUND':
      return {
        ...{ words: outcome === 'undetermined' ? 'Not found' : `Not found, counts as ${word}`, icon },
        ...{ tone: outcome === 'violated' ? 'care' : 'plain', certainty: 'absent' },
      };
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * The rank of a finding in the list, which is sorted by rank, lowest first: violations, conflicts, partly satisfied
 * rules, findings without an answer, and at the end rules that are met or do not apply. Proved violations come before
 * likely ones.
 */
export function urgency({ assessed, label, outcome }: Finding): number {
  if (!assessed) return 5;
  const certainty = label === 'CONFIRMED' ? 0 : label === 'NOT FOUND' ? 1 : 2;
  switch (outcome) {
    case 'violated':
      return certainty;
    case 'conflicting':
      return 3;
    case 'partly_satisfied':
      return 4;
    case 'undetermined':
      return 6;
    case 'satisfied':
      return label === 'CONFIRMED' ? 8 : 7;
    case 'not_applicable':
      return 9;
  }
}
