import { longestQuote } from '../cite/shortened.ts';
import type { Reason, Search } from '../model/finding.ts';
import type { CountedGap, Verified } from './verify.ts';

/** Maximum number of steps that a finding lists: nobody works through a longer list. */
const mostSteps = 2;

const gapSteps: Record<CountedGap['kind'], (text: string) => string> = {
  number: (text) => `Look for the number “${text}” in the documents: none of the quoted passages has it.`,
  date: (text) => `Look for the date “${text}” in the documents: none of the quoted passages has it.`,
  negation: (text) =>
    `Look for a passage that denies this: none of the quoted passages has “${text}” or a similar word.`,
};

const remedies: Partial<Record<Reason, string>> = {
  inference: 'Check how the statement follows from the quoted words: no quote says it directly.',
  arithmetic: 'Check the sum: its result is not in any quote.',
  conflicting_evidence: 'Decide which of the quoted passages prevails: they contradict each other.',
  conflicting_authority: 'Decide which knowledge file prevails: they disagree.',
  low_confidence_text: 'Compare the quote with the page: the scan was hard to read.',
  approximate_match: 'Compare the quote with its source: the words match only approximately.',
  transcript: 'Listen to the recording at the time given and confirm the words.',
  comment: 'Ask the owner of the document: the words are a comment on it, not part of it.',
  hidden_text: 'Ask the owner of the document about these words: its readers do not see them.',
  vision: 'Look at the picture and confirm what it shows.',
  instruction_like_text:
    'Read the quoted passage: it contains text that reads like an instruction to the reader.',
  uncertified:
    'Compare the quotes with the rule: no certificate shows how often this checker is right (`proviso eval certify`).',
};

/**
 * What a person can do to turn an ESTIMATED finding into a CONFIRMED one, or to make a NOT FOUND certain: at most two
 * steps, first what could change the answer most. No step is listed twice.
 */
export function toSettle(
  reasons: readonly Reason[],
  verified: Verified,
  { unread }: Pick<Search, 'unread'>,
): string[] {
  const steps = unread.length === 0 ? [] : [readableCopies(unread)];
  steps.push(...verified.claim.toSettle);
  for (const { kind, text } of verified.gaps) steps.push(gapSteps[kind](text));
  if (verified.denial !== null)
    steps.push(`Read the quote again: it says “${verified.denial}”, which the statement does not.`);
  if (verified.dropped > 0) {
    const quotes = verified.dropped === 1 ? 'One quote was' : `${verified.dropped} quotes were`;
    steps.push(
      `${quotes} not found in the input files and left out: check whether the remaining evidence is enough.`,
    );
  }
  if (verified.shortened > 0) {
    const most = longestQuote.toLocaleString('en-US');
    steps.push(
      `A quote is longer than ${most} characters and is shown in part: read the rest of it in the file.`,
    );
  }
  if (verified.citations.some(({ struck }) => struck))
    steps.push('Decide without the words that are struck out: they are not part of the text any more.');
  for (const reason of reasons) {
    const remedy = remedies[reason];
    if (remedy !== undefined) steps.push(remedy);
  }
  return [...new Set(steps)].slice(0, mostSteps);
}

function readableCopies(unread: Search['unread']): string {
  const [first, second] = unread;
  if (!first) return '';
  const others = unread.length - 1;
  const more =
    second === undefined
      ? ''
      : others === 1
        ? ` and ${second.name} (${second.reason})`
        : ` and ${others} others`;
  return `Supply a readable copy of ${first.name} (${first.reason})${more}.`;
}
