import { isInstructionLike } from '../../check/model/instruction-like.ts';
import { capitalized } from '../../language/letter-case.ts';
import { estimateTokens } from '../../llm/token-estimate.ts';
import { CheckFailure } from '../../model/errors.ts';
import type { Warning } from '../../model/result.ts';
import { inParallel } from '../../runtime/in-parallel.ts';
import type { StepConfig } from '../../runtime/step.ts';
import type { FoundRule, Rewording } from '../extract/model.ts';
import { Taken } from '../extract/names.ts';
import { lossIn } from './loss-in.ts';
import type { RewordingModel, WordedRule } from './open-rewording.ts';
import { joinedRule, type RenamedRule, splitRule } from './worded-rules.ts';

export type RewordingOptions = {
  /** The maximum number of rules sent to the model. Unset: `defaultMostReworded`. */
  most?: number | undefined;
  /** Called when a rule is reworded or stays as it was. */
  onProgress?: (done: number, total: number) => void;
};

export const defaultMostReworded = 1_000;
/** The limits of one question, so that the answer fits into the tokens that a model may answer. */
const mostSentences = 10;
const mostTokens = 800;
const longestSentence = 2_500;

/** `replaced`: for the id of each rule that is no longer there, the id of the first rule with its words. */
type Reworded = {
  rules: FoundRule[];
  replaced: Map<string, string>;
  rewording: Rewording;
  warnings: Warning[];
};

type Entry = { rule: RenamedRule; at: number };
/** A rule as it was, why it was not reworded, or the rules that replace it. `at` is its position among all rules. */
type Outcome = {
  at: number;
  rules: FoundRule[];
  kind: 'reworded' | 'unchanged' | 'original' | 'unanswered';
  /** A reason that concerns many rules. */
  warning?: string;
  replaced?: [before: string, now: string][];
};

/**
 * Has a model reword rules as one duty each: a rule is split, joined with others, or worded more plainly. Code compares
 * numbers, dates, denials and names with those of the sentence. If one is lost or added, or there is no answer, the rule
 * stays as it was. A `note` says why, or that a model worded the rule. Every rule given is in the result: as it was, in
 * parts, or as a reference of the rule that it was joined to.
 */
export async function rewordRules(
  rules: readonly RenamedRule[],
  model: RewordingModel,
  { most = defaultMostReworded, onProgress = () => {} }: RewordingOptions,
  config: StepConfig,
): Promise<Reworded> {
  const { sent, skipped } = chosen(rules, most);
  let done = skipped.length;
  onProgress(done, rules.length);
  const answered = await inParallel(batchesOf(sent), model.concurrency, async (batch) => {
    const outcomes = await outcomesOf(batch, model, config);
    done += batch.length;
    onProgress(done, rules.length);
    return outcomes;
  });
  const outcomes = [...skipped, ...answered.flat()].sort((one, other) => one.at - other.at);
  const count = (...kinds: Outcome['kind'][]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    rules: named(outcomes, `Worded by ${model.model}. Compare it with the words of the document.`),
    warnings: warningsOf(outcomes),
    replaced: new Map(outcomes.flatMap(({ replaced }) => replaced ?? [])),
    rewording: {
      model: model.model,
      prompt: model.prompt,
      sent: sent.length,
      reworded: count('reworded'),
      unchanged: count('unchanged'),
      notReworded: count('original', 'unanswered'),
      unanswered: count('unanswered'),
      ...model.usage(),
    },
  };
}

/** A warning for each reason for which rules had no answer, and for the limit. */
function warningsOf(outcomes: readonly Outcome[]): Warning[] {
  const counts = new Map<string, number>();
  for (const { warning } of outcomes)
    if (warning !== undefined) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({
    code: 'rules_not_reworded',
    message: `The model did not reword ${count} of the ${outcomes.length} rules, which keep the words of the document: ${reason}.`,
  }));
}

/** The rules, in which no two have the same name. Rules that are as they were keep their names; others get the note. */
function named(outcomes: readonly Outcome[], note: string): FoundRule[] {
  const names = new Taken([]);
  for (const { rules, kind } of outcomes)
    if (kind !== 'reworded') for (const { name } of rules) names.name(name, undefined);
  return outcomes.flatMap(({ rules, kind }) =>
    kind !== 'reworded'
      ? rules
      : rules.map((rule) => ({ ...rule, name: names.name(rule.name, rule.source.clause), note })),
  );
}

/** The rules to send, and those that stay as they were without a question. */
function chosen(rules: readonly RenamedRule[], most: number): { sent: Entry[]; skipped: Outcome[] } {
  const sent: Entry[] = [];
  const skipped: Outcome[] = [];
  const tooMany = `only the first ${most.toLocaleString('en-US')} rules are sent to the model`;
  rules.forEach((rule, at) => {
    const { description } = rule.rule;
    if (isInstructionLike(description))
      skipped.push(originalOf({ rule, at }, 'it reads like an instruction to a model, so it was not sent'));
    else if (description.length > longestSentence)
      skipped.push(
        originalOf({ rule, at }, `it is longer than ${longestSentence.toLocaleString('en-US')} characters`),
      );
    else if (sent.length >= most) skipped.push({ ...originalOf({ rule, at }, tooMany), warning: tooMany });
    else sent.push({ rule, at });
  });
  return { sent, skipped };
}

function originalOf({ rule: { rule }, at }: Entry, reason: string): Outcome {
  return { at, rules: [{ ...rule, note: `Not reworded: ${reason}.` }], kind: 'original' };
}

function batchesOf(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let tokens = 0;
  for (const entry of entries) {
    const own = estimateTokens(entry.rule.rule.description);
    const last = batches.at(-1);
    if (last && last.length < mostSentences && tokens + own <= mostTokens) {
      last.push(entry);
      tokens += own;
    } else {
      batches.push([entry]);
      tokens = own;
    }
  }
  return batches;
}

async function outcomesOf(
  batch: readonly Entry[],
  model: RewordingModel,
  config: StepConfig,
): Promise<Outcome[]> {
  try {
    const worded = await model.reword(
      batch.map(({ rule: { rule } }) => rule.description),
      config,
    );
    return groupsOf(batch.length, worded).flatMap((group) => outcomesOfGroup(batch, group));
  } catch (error) {
    config.signal.throwIfAborted();
    if (!(error instanceof CheckFailure)) throw error;
    const reason = error.message.replace(/^Not assessed: /, '').replace(/\.$/, '');
    return batch.map((entry) => ({ ...originalOf(entry, reason), kind: 'unanswered', warning: reason }));
  }
}

/** Sentences that the same rules reword, and these rules. */
type Group = { sentences: number[]; rules: WordedRule[] };

/** The sentences by the rules that reword them; a sentence that no rule rewords is a group without rules. */
function groupsOf(count: number, worded: readonly WordedRule[]): Group[] {
  let groups: Group[] = Array.from({ length: count }, (_, at) => ({ sentences: [at], rules: [] }));
  for (const rule of worded) {
    const own = groups.filter(({ sentences }) => sentences.some((at) => rule.sentences.includes(at)));
    const joined = {
      sentences: own.flatMap(({ sentences }) => sentences).sort((one, other) => one - other),
      rules: [...own.flatMap(({ rules }) => rules), rule],
    };
    groups = [...groups.filter((group) => !own.includes(group)), joined];
  }
  return groups;
}

function outcomesOfGroup(batch: readonly Entry[], { sentences, rules }: Group): Outcome[] {
  const entries = sentences.flatMap((at) => batch[at] ?? []);
  const [first, ...others] = entries;
  if (!first) return [];
  const keepAll = (reason: string) => entries.map((entry) => originalOf(entry, reason));
  if (rules.length === 0) return keepAll('the model gave no rule for it');
  const texts = rules.map(({ text }) => ended(text));
  if (texts.some(({ length }) => length > longestSentence))
    return keepAll('the wording of the model is too long');
  const given = entries.map(({ rule: { rule } }) => rule.description);
  if (others.length === 0 && texts.length === 1 && texts[0] === given[0])
    return [{ at: first.at, rules: [first.rule.rule], kind: 'unchanged' }];
  if (others.length > 0 && texts.length > 1) return keepAll('the model split and joined sentences at once');
  const loss = lossIn(given, texts);
  if (loss !== null) return keepAll(`the wording of the model is not faithful: ${loss}`);
  if (others.length === 0) {
    const rules = splitRule(first.rule, texts);
    const now = rules[0]?.id ?? '';
    return [{ at: first.at, rules, kind: 'reworded', replaced: [[first.rule.rule.id, now]] }];
  }
  const joined = joinedRule(
    entries.map(({ rule }) => rule),
    texts[0] ?? '',
  );
  if (typeof joined === 'string') return keepAll(joined);
  return [
    { at: first.at, rules: [joined], kind: 'reworded' },
    ...others.map(
      ({ at, rule: { rule } }): Outcome => ({
        at,
        rules: [],
        kind: 'reworded',
        replaced: [[rule.id, joined.id]],
      }),
    ),
  ];
}

/** A text that ends like a sentence and begins with a capital. */
function ended(text: string): string {
  const words = capitalized(text);
  return /[.!?]["”’)\]]*$/.test(words) ? words : `${words}.`;
}
