import { outcomeSigns, outcomeTones, reasonWords, type Tone } from '../../src/services/report/words.ts';
import type { Finding } from '../service/service.ts';

/** How certain an answer is: proved by quotes, an estimate, not found, or no answer. Each looks different. */
export type Certainty = 'confirmed' | 'guess' | 'absent' | 'none';

export type Verdict = { words: string; icon: string; tone: Tone; certainty: Certainty };

export type Judged = Pick<Finding, 'assessed' | 'label' | 'outcome' | 'position'>;

/**
 * Label and outcome together in words for people, so that a guess never reads like a proved answer. A rule that only a
 * fallback satisfies says so.
 */
export function verdictOf({ assessed, label, outcome, position }: Judged): Verdict {
  const { word: said, icon } = outcomeSigns[outcome];
  const isFallback = outcome === 'satisfied' && position?.met && position.kind === 'fallback';
  const word = isFallback ? `fallback ${position.index}` : said;
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
        ...{ words: outcome === 'undetermined' ? 'Undetermined' : `Counts as ${word}`, icon },
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

/** Proviso's own answer: "violated, ESTIMATED". */
export function answerWords({ label, outcome }: Finding): string {
  return [outcomeSigns[outcome].word, ...(label === null ? [] : [label])].join(', ');
}

/** The reasons why a finding is not CONFIRMED, as a sentence; empty if there are none. */
export function whyNotConfirmed({ reasons }: Pick<Finding, 'reasons'>): string {
  const words = reasons.map((reason) => reasonWords[reason]).join('; ');
  return words === '' ? '' : `${capital(words)}.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
