import type { Task } from './finding-of.ts';
import { capitalized } from './language/letter-case.ts';
import type { Citation } from './model/citation.ts';
import { CheckFailure } from './model/errors.ts';
import {
  type CheckerRecord,
  type Finding,
  type FindingPosition,
  findingSchema,
  type Outcome,
  type PositionName,
  type Reason,
} from './model/finding.ts';
import { findingRule, hasPositions, type KeyedRule } from './model/rule.ts';
import { roundedCost } from './model/usage.ts';
import { fewUnread } from './subjects.ts';

/** One wording of a rule with positions, as a rule of its own that has it as its description. */
type Position = PositionName & { rule: KeyedRule };
type Tried = Position & { finding: Finding };

/** A rule as it is checked: a rule for each of its positions, in their order, or itself if it has none. */
export function checkedRules(rule: KeyedRule): KeyedRule[] {
  return hasPositions(rule) ? positionsOf(rule).map((position) => position.rule) : [rule];
}

function positionsOf({ preferred, fallbacks = [], never, wording: _, ...rule }: KeyedRule): Position[] {
  const worded = (description: string): KeyedRule => ({ ...rule, kind: 'duty', description });
  // With `ifAbsent`, the outcome of NOT FOUND says whether it is sure that nothing bears on what is refused.
  const refused = (text: string): Position => ({
    kind: 'never',
    rule: { ...worded(text), ifAbsent: 'violated' },
  });
  return [
    { kind: 'preferred', rule: worded(preferred ?? rule.description) },
    ...fallbacks.map((text, at): Position => ({ kind: 'fallback', index: at + 1, rule: worded(text) })),
    ...(never === undefined ? [] : [refused(never)]),
  ];
}

/**
 * The finding of a rule; `answer` checks one wording. The positions of a rule are checked in their order up to the first
 * that is met, and what is refused always. If the check of one of them fails, so does that of the rule.
 */
export async function answerByPosition<OneTask extends Pick<Task, 'rule'>>(
  task: OneTask,
  answer: (task: OneTask, position?: PositionName) => Promise<Finding>,
): Promise<Finding> {
  if (!hasPositions(task.rule)) return answer(task);
  const tried: Tried[] = [];
  for (const { rule, ...name } of positionsOf(task.rule)) {
    if (name.kind !== 'never' && tried.some(isMet)) continue;
    try {
      tried.push({ ...name, rule, finding: await answer({ ...task, rule }, name) });
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      const made = [error.checker ?? [], ...tried.map(({ finding }) => finding.checker)].flat();
      throw new CheckFailure(error.code, error.message, { cause: error, ...together(made) });
    }
  }
  return decided(task.rule, tried);
}

/**
 * The finding of a rule from those of its positions. It has the label, the quotes and the statement of the position that
 * decides:
 * - what is refused, if it is met: the rule is violated;
 * - else the first position that is met: the rule is satisfied, even if a better position is open;
 * - else the first that is met in part, is open or is not met, in this order. Silence counts if nothing bears on any.
 *
 * It is ESTIMATED if another position could change its outcome.
 */
function decided(rule: KeyedRule, tried: readonly Tried[]): Finding {
  const wanted = tried.filter(({ kind }) => kind !== 'never');
  const never = tried.find(({ kind }) => kind === 'never');
  const refused = never && isMet(never) ? never : undefined;
  const open = never && !refused && mayBeMet(never) ? never : undefined;
  const decisive = refused ?? wanted.find(isMet) ?? bestUnmet(wanted, open);
  const { finding } = decisive;
  const outcome = refused ? 'violated' : decisive === open ? 'undetermined' : finding.outcome;
  const unsettled = [
    ...(isMet(decisive) ? [] : wanted.filter((one) => one.finding.label !== 'CONFIRMED')),
    ...(open && outcome !== 'violated' ? [open] : []),
  ].filter((one) => one !== decisive);
  const isFound = finding.label !== 'NOT FOUND';
  const isLimited = isFound && !isOpen(outcome) && unsettled.length > 0;
  const label = isFound && (isLimited || decisive === open) ? 'ESTIMATED' : finding.label;
  const of = rule.fallbacks?.length ?? 0;
  const better = refused ? [] : wanted.slice(0, wanted.indexOf(decisive)).filter(isInDoubt);
  const doubts = isMet(decisive) ? [...better, ...unsettled] : [];
  const lead = leadOf(decisive, { label, outcome, of });
  const doubt =
    doubts.length === 0 ? [] : [`It is open whether ${doubts.map(saying).join(', and whether ')}.`];
  const unread = new Map(
    tried.flatMap((one) => one.finding.search.unread.map((gap) => [`${gap.name} ${gap.reason}`, gap])),
  );
  const named = ({ kind, index }: PositionName) => ({ kind, ...(index !== undefined && { index }) });
  const position: FindingPosition = {
    ...{ ...named(decisive), met: isMet(decisive), of, text: decisive.rule.description },
    tried: tried.map(({ finding: { label, outcome, statement }, ...name }) => ({
      ...{ ...named(name), label, outcome, statement: ofPosition(statement) },
    })),
  };
  const reason: Reason = 'open_position';
  return findingSchema.parse({
    ...finding,
    ...{ rule: findingRule(rule), label, outcome, position },
    statement: [...(isFound && lead ? [lead] : []), ofPosition(finding.statement), ...doubt].join(' '),
    ...((isLimited || label !== finding.label) && {
      reasons: [...finding.reasons, reason],
      toSettle: [
        ...unsettled.slice(0, 1).map((one) => `Decide whether ${saying(one)}.`),
        ...finding.toSettle,
      ].slice(0, 2),
    }),
    ...(refused && { citations: finding.citations.map(against) }),
    search: {
      ...finding.search,
      complete: tried.every((one) => one.finding.search.complete),
      unread: fewUnread([...unread.values()]),
      queries: [...new Set(tried.flatMap((one) => one.finding.search.queries))],
    },
    ...together([
      finding.checker,
      ...tried.filter((one) => one !== decisive).map((one) => one.finding.checker),
    ]),
  });
}

/** A statement about a position, which was checked like a rule. Quoted words stay as they are. */
function ofPosition(statement: string): string {
  return statement.replace(/^[^“]+/, (words) => words.replaceAll('the rule', 'the position'));
}

/** Whether documents have the position. Silence meets none. */
function isMet({ finding: { label, outcome } }: Tried): boolean {
  return outcome === 'satisfied' && label !== 'NOT FOUND';
}

/** Whether documents could have what is refused: neither their words nor their silence rules it out. */
function mayBeMet({ finding: { label, outcome } }: Tried): boolean {
  return label === 'ESTIMATED' || (outcome !== 'violated' && outcome !== 'not_applicable');
}

function isInDoubt({ finding: { label, outcome } }: Tried): boolean {
  return label === 'ESTIMATED' && isOpen(outcome);
}

function isOpen(outcome: Outcome): boolean {
  return outcome === 'undetermined' || outcome === 'conflicting';
}

/** The position that shows best that none is met. `open` is what is refused, if documents could have it. */
function bestUnmet(wanted: readonly Tried[], open: Tried | undefined): Tried {
  const found = wanted.filter(({ finding }) => finding.label !== 'NOT FOUND');
  const silent = wanted.find(({ finding }) => finding.outcome === 'undetermined') ?? wanted[0];
  const best =
    found.find(({ finding }) => finding.outcome === 'partly_satisfied') ??
    found.find(({ finding }) => isOpen(finding.outcome)) ??
    found[0] ??
    (silent?.finding.outcome === 'violated' ? silent : (open ?? silent));
  if (!best) throw new Error('A rule has no position that is wanted');
  return best;
}

/** Which position is met, in a sentence; undefined if the statement of the position says enough. */
function leadOf(
  { finding, ...name }: Tried,
  { label, outcome, of }: Pick<Finding, 'label' | 'outcome'> & { of: number },
): string | undefined {
  const is = finding.label === 'CONFIRMED' ? 'is' : 'seems to be';
  if (name.kind === 'never')
    return `What the rule refuses ${outcome === 'violated' ? is : 'may be'} in the documents.`;
  if (isOpen(outcome)) return 'It is open which position is met.';
  if (outcome === 'violated') return `No position ${label === 'CONFIRMED' ? is : 'seems to be'} met.`;
  return outcome === 'not_applicable'
    ? undefined
    : `${capitalized(nameOf(name, of))} ${is} met${outcome === 'satisfied' ? '' : ' in part'}.`;
}

/** What a person has to decide about a position, as a clause. */
function saying(name: PositionName): string {
  return name.kind === 'never' ? 'what the rule refuses is in the documents' : `${nameOf(name)} is met`;
}

function nameOf({ kind, index }: PositionName, of = 0): string {
  return kind === 'fallback' ? `fallback ${index}${of > 1 ? ` of ${of}` : ''}` : 'the preferred position';
}

/** A quote of what is refused, as it bears on the rule. */
function against(citation: Citation): Citation {
  const { stance } = citation;
  return {
    ...citation,
    stance: stance === 'supports' ? 'contradicts' : stance === 'contradicts' ? 'supports' : stance,
  };
}

/** The record of the first check with the usage and the answers of all: a rule has one finding, which counts for them. */
function together(records: readonly CheckerRecord[]): { checker?: CheckerRecord } {
  const [first] = records;
  if (!first) return {};
  const sum = (of: (record: CheckerRecord) => number | undefined) =>
    records.reduce((total, record) => total + (of(record) ?? 0), 0);
  const tokens = {
    input: sum((record) => record.tokens?.input),
    output: sum((record) => record.tokens?.output),
    cached: sum((record) => record.tokens?.cached),
  };
  return {
    checker: {
      ...first,
      ...(first.tokens && { tokens }),
      ...(first.cost !== undefined && { cost: roundedCost(sum(({ cost }) => cost)) }),
      ...(first.requests !== undefined && { requests: sum(({ requests }) => requests) }),
      ...(first.exchange && { exchange: records.flatMap(({ exchange = [] }) => exchange) }),
    },
  };
}
