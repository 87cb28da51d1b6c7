import { currentAnswer } from '../../src/services/report/current-answer.ts';
import { outcomeSigns, outcomeTones, type Tone } from '../../src/services/report/words.ts';
import type { Finding } from '../service/service.ts';

/** How certain an answer is: proved by quotes, decided by a person, an estimate, not found, or no answer. Each looks different. */
export type Certainty = 'confirmed' | 'decided' | 'guess' | 'absent' | 'none';

export type Verdict = { words: string; icon: string; tone: Tone; certainty: Certainty };

export type Judged = Pick<Finding, 'label' | 'outcome' | 'review' | 'position'>;

/**
 * The answer that counts in words for people, so that a guess never reads like a proved answer or a decision. A rule that
 * only a fallback satisfies says so.
 */
export function verdictOf(finding: Judged): Verdict {
  const { label, outcome, isCertain } = currentAnswer(finding);
  const { position } = finding;
  const { word: said, icon } = outcomeSigns[outcome];
  const isFallback =
    outcome === 'satisfied' && outcome === finding.outcome && position?.met && position.kind === 'fallback';
  const word = isFallback ? `fallback ${position.index}` : said;
  const tone = outcomeTones[outcome];
  if (label === null) return { words: 'Not assessed', icon: '‒', tone: 'care', certainty: 'none' };
  if (isCertain && finding.review !== null) return { words: capital(word), icon, tone, certainty: 'decided' };
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
export function correctionOf({
  review,
  label,
  outcome,
}: Pick<Finding, 'label' | 'outcome' | 'review'>): string {
  if (review === null) return '';
  const isOther = review.outcome !== undefined && review.outcome !== outcome;
  return [
    ...(isOther ? [outcomeSigns[review.outcome ?? outcome].word] : []),
    // The label CONFIRMED says no more about an outcome of the reviewer than that the reviewer decided it.
    ...(review.label === label || (isOther && review.label === 'CONFIRMED') ? [] : [review.label]),
  ].join(', ');
}

/** Proviso's own answer: "violated, ESTIMATED". */
export function answerWords({ label, outcome }: Pick<Finding, 'label' | 'outcome'>): string {
  return [outcomeSigns[outcome].word, ...(label === null ? [] : [label])].join(', ');
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
