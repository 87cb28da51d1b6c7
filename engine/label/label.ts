import { longestQuote } from '../cite/shortened.ts';
import type { Citation } from '../model/citation.ts';
import { type Outcome, type Reason, reasonSchema, type Search, type Verdict } from '../model/finding.ts';
import { isComment } from '../model/locator.ts';
import type { Rule } from '../model/rule.ts';
import type { CountedGap, Verified } from './verify.ts';

/** The label and outcome for one rule and subject, with the statement that the label allows. */
export type Ruling = Verdict & { reasons: Reason[]; toSettle: string[]; statement: string };

export type Coverage = Pick<Search, 'complete' | 'filesSearched' | 'unread'>;

type ConfirmableOutcome = Exclude<Outcome, 'conflicting' | 'undetermined'>;

/**
 * Labels verified evidence. This pure function can lower a claim but never raise it. CONFIRMED requires:
 * - a located quote of an input file;
 * - quotes that entail the statement and contain every number, date and negation of the statement;
 * - no located quote that contradicts the statement;
 * - text that was read from the file: not transcribed, described by a model or recognised with low confidence;
 * - words of the document itself (not a comment) that readers of the document see;
 * - a complete search.
 *
 * Each condition that is not met is listed as a reason, and the label is ESTIMATED. Without a located quote the label
 * is NOT FOUND. `ifAbsent` then decides the outcome, but only if the search was complete, every claimed quote was
 * located, and the answer does not say that a passage may bear on the rule.
 */
export function labelOf(verified: Verified, search: Coverage, rule: Pick<Rule, 'ifAbsent'>): Ruling {
  if (verified.citations.length === 0) return notFound(verified, search, rule);
  const conflicting = isConflicting(verified.citations);
  const reasons = reasonsOf(verified, search, conflicting);
  const outcome = outcomeOf(verified, conflicting);
  const { statement } = verified.claim;
  if (reasons.length === 0 && isConfirmable(outcome)) {
    return { assessed: true, label: 'CONFIRMED', outcome, reasons, toSettle: [], statement };
  }
  return {
    assessed: true,
    label: 'ESTIMATED',
    outcome,
    reasons,
    toSettle: toSettle(reasons, verified, search),
    statement: verified.claim.support === 'contradicts' ? contradictedStatement : statement,
  };
}

const contradictedStatement = 'The words found do not support the proposed answer; read them to decide.';

function notFound(verified: Verified, search: Coverage, { ifAbsent }: Pick<Rule, 'ifAbsent'>): Ruling {
  const established =
    search.complete && search.filesSearched > 0 && verified.dropped === 0 && !verified.claim.mayBear;
  const reasons: Reason[] = search.complete ? [] : ['incomplete_sources'];
  return {
    assessed: true,
    label: 'NOT FOUND',
    outcome: established && ifAbsent !== undefined ? ifAbsent : 'undetermined',
    reasons,
    toSettle: toSettle(reasons, verified, search),
    statement: absenceStatement(verified),
  };
}

/** The statement of a NOT FOUND finding. It must not repeat an answer whose evidence was not found. */
function absenceStatement({ dropped, claim }: Verified): string {
  if (dropped > 0) {
    return 'Nothing was found that bears on this rule: none of the input files contains the words given as evidence.';
  }
  return claim.outcome === 'undetermined' ? claim.statement : 'Nothing was found that bears on this rule.';
}

function reasonsOf(verified: Verified, search: Coverage, conflicting: boolean): Reason[] {
  const { citations, basis, claim } = verified;
  const found = new Set<Reason>(claim.reasons);
  const add = (reason: Reason, applies: boolean) => {
    if (applies) found.add(reason);
  };
  const cites = (test: (citation: Citation) => boolean) => citations.some(test);
  add(
    'partial_support',
    claim.support === 'partial' || verified.dropped > 0 || verified.gaps.length > 0 || !cites(bears),
  );
  add('partial_support', verified.shortened > 0 || verified.denial !== null);
  add('partial_support', claim.outcome === 'undetermined');
  add(
    'conflicting_evidence',
    conflicting || claim.support === 'contradicts' || claim.outcome === 'conflicting',
  );
  add('conflicting_evidence', claim.outcome === 'satisfied' && isAgainst(citations));
  add('conflicting_authority', isAgainst(basis));
  add('low_confidence_text', verified.lowConfidence);
  add('approximate_match', cites(isApproximate));
  const methods = new Set(citations.map(({ method }) => method));
  add('transcript', methods.has('transcript'));
  add('vision', methods.has('vision'));
  add(
    'comment',
    cites(({ locator }) => isComment(locator)),
  );
  add(
    'hidden_text',
    [...citations, ...basis].some(({ hidden, struck }) => hidden && !struck),
  );
  add('incomplete_sources', !search.complete);
  return reasonSchema.options.filter((reason) => found.has(reason));
}

/**
 * Whether a quote matches the source only approximately. Recognised text must match exactly; in other text, differences
 * in typography are accepted.
 */
function isApproximate({ match, method }: Citation): boolean {
  return match === 'approximate' || (method !== 'text' && match !== 'exact');
}

const bears = ({ stance }: Citation): boolean => stance === 'supports' || stance === 'contradicts';

const isConflicting = (citations: readonly Citation[]): boolean =>
  citations.some(({ stance }) => stance === 'supports') && isAgainst(citations);

const isAgainst = (citations: readonly Citation[]): boolean =>
  citations.some(({ stance }) => stance === 'contradicts');

/**
 * The outcome of a finding. Quotes for and against the rule are a conflict, whatever the answer claims. Quotes that
 * contradict the answer make the outcome undetermined.
 */
function outcomeOf({ citations, claim }: Verified, conflicting: boolean): Outcome {
  if (conflicting) return 'conflicting';
  if (claim.support === 'contradicts') return 'undetermined';
  if (citations.some(({ struck }) => struck) && !citations.some(bears)) return 'undetermined';
  return claim.outcome === 'satisfied' && isAgainst(citations) ? 'undetermined' : claim.outcome;
}

function isConfirmable(outcome: Outcome): outcome is ConfirmableOutcome {
  return outcome !== 'conflicting' && outcome !== 'undetermined';
}

/** Maximum number of steps that a finding lists: nobody works through a longer list. */
const mostSteps = 2;

const gapSteps: Record<CountedGap['kind'], (text: string) => string> = {
  number: (text) => `Look for the number “${text}” in the documents: none of the quoted passages has it.`,
  date: (text) => `Look for the date “${text}” in the documents: none of the quoted passages has it.`,
  negation: (text) =>
    `Look for a passage that denies this: none of the quoted passages has “${text}” or a similar word.`,
};

const refuted = 'Read the quotes: the support check found that they do not say what the answer says.';

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
function toSettle(
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
    const isRefuted = reason === 'conflicting_evidence' && !isConflicting(verified.citations);
    const remedy = isRefuted && verified.claim.support === 'contradicts' ? refuted : remedies[reason];
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
