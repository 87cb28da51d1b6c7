import {
  outcomeSigns,
  outcomeTones,
  reasonWords,
  severityPlace,
  severityPlaces,
  type Tone,
} from '../../src/services/report/words.ts';
import type { Finding } from '../service/service.ts';

/** How certain an answer is: proved by quotes, an estimate, not found, or no answer. Each looks different. */
export type Certainty = 'confirmed' | 'guess' | 'absent' | 'none';

export type Verdict = { words: string; icon: string; tone: Tone; certainty: Certainty };

/** Label and outcome together in words for people, so that a guess never reads like a proved answer. */
export function verdictOf({
  assessed,
  label,
  outcome,
}: Pick<Finding, 'assessed' | 'label' | 'outcome'>): Verdict {
  const { word, icon } = outcomeSigns[outcome];
  const tone = outcomeTones[outcome];
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

/** What a reviewer changed in the answer, such as "violated, CONFIRMED"; empty without a review or a change. */
export function correctionOf({ review, label, outcome }: Finding): string {
  if (review === null) return '';
  const isOther = review.outcome !== undefined && review.outcome !== outcome;
  return [
    ...(isOther ? [outcomeSigns[review.outcome ?? outcome].word] : []),
    ...(review.label === label ? [] : [review.label]),
  ].join(', ');
}

/** The reasons why a finding is not CONFIRMED, as a sentence; empty if there are none. */
export function whyNotConfirmed({ reasons }: Pick<Finding, 'reasons'>): string {
  const words = reasons.map((reason) => reasonWords[reason]).join('; ');
  return words === '' ? '' : `${capital(words)}.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * The rank of a finding in the list, which is sorted by rank, lowest first: violations, conflicts, partly satisfied
 * rules, findings without an answer, and at the end rules that are met or do not apply. In each of these groups, severe
 * rules come first, and proved violations come before likely ones.
 */
export function urgency(finding: Finding): number {
  const certainty = finding.label === 'CONFIRMED' ? 0 : finding.label === 'NOT FOUND' ? 1 : 2;
  const proved = finding.outcome === 'violated' ? certainty : 0;
  return (groupOf(finding) * severityPlaces + severityPlace(finding.rule)) * 3 + proved;
}

function groupOf({ assessed, label, outcome }: Finding): number {
  if (!assessed) return 3;
  switch (outcome) {
    case 'violated':
      return 0;
    case 'conflicting':
      return 1;
    case 'partly_satisfied':
      return 2;
    case 'undetermined':
      return 4;
    case 'answered':
      return 5;
    case 'satisfied':
      return label === 'CONFIRMED' ? 7 : 6;
    case 'not_applicable':
      return 8;
  }
}
