import { statementGaps } from '../../label/statement-gaps.ts';
import { contentTerms } from '../../language/content.ts';
import { english } from '../../language/english.ts';
import { cueOf } from '../extract/cues.ts';
import type { Modality } from '../extract/model.ts';

/** Rules with fewer of the words of their sentence say something else, as a text can tell a model to write. */
const leastKept = 0.5;

/**
 * Why rules cannot stand for the sentence that a model worded as them, as a part of a sentence for the reader; null if
 * code finds no reason. No number, date, amount, denial or name may be added or lost, every rule must bind if the
 * sentence does, and half of the words must stay. Nothing else is compared: a person has to read the rules.
 */
export function lossIn(sentence: string, rules: readonly string[]): string | null {
  const {
    added: [added],
    lost: [lost],
    hasOtherWords,
  } = comparedWords(sentence, rules);
  if (added) return `“${added.text}” was added`;
  if (lost) return `“${lost.text}” is missing`;
  if (hasOtherWords) return 'it has other words';
  const loose = modalityOf(sentence) === null ? undefined : rules.find((rule) => modalityOf(rule) === null);
  return loose === undefined ? null : `“${short(loose)}” requires and forbids nothing`;
}

/**
 * The numbers, dates, denials and names that the words for a sentence add to it and lose, and whether they have less than
 * half of its words. What the texts `also` have is not added.
 */
export function comparedWords(sentence: string, worded: readonly string[], also: readonly string[] = []) {
  const grounds = { fileNames: [], texts: [sentence, ...worded, ...also] };
  const [stated, now] = [contentTerms(sentence, english), contentTerms(worded.join('\n'), english)];
  const kept = stated.filter((term) => now.includes(term)).length;
  return {
    added: worded.flatMap((text) => statementGaps(text, { ...grounds, quotes: [sentence, ...also] })),
    lost: statementGaps(sentence, { ...grounds, quotes: worded }),
    hasOtherWords: kept < stated.length * leastKept,
  };
}

/** How a sentence binds; null if it does not. */
export function modalityOf(text: string): Modality | null {
  const cue = cueOf(text, new Set());
  return cue !== null && 'modality' in cue ? cue.modality : null;
}

const longestShown = 80;

function short(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
