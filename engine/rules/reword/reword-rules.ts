import { isInstructionLike } from '../../check/model/instruction-like.ts';
import { capitalized } from '../../language/letter-case.ts';
import { estimateTokens } from '../../llm/token-estimate.ts';
import { CheckFailure } from '../../model/errors.ts';
import type { Warning } from '../../model/result.ts';
import { inBatches } from '../../model/sorted.ts';
import { inParallel } from '../../runtime/in-parallel.ts';
import type { StepConfig } from '../../runtime/step.ts';
import type { FoundRule, Rewording } from '../extract/model.ts';
import { nameOf, Taken } from '../extract/names.ts';
import { actorOf } from '../extract/naming.ts';
import { positionFields } from '../extract/requirement-rows.ts';
import { lossIn, modalityOf } from './loss-in.ts';
import type { RewordingModel, WordedRule } from './open-rewording.ts';

export type RewordingOptions = {
  /** The maximum number of rules sent to the model. Unset: `defaultMostReworded`. */
  most?: number | undefined;
  /** Called when a rule is reworded or stays as it was. */
  onProgress?: (done: number, total: number) => void;
};

export const defaultMostReworded = 1_000;
/** The limits of one question, so that the answer fits into the tokens that a model may answer: tokens and sentences. */
const mostOfQuestion = { size: 800, count: 10 };
const longestSentence = 2_500;
/** A part has the id of its rule and a letter. */
const mostParts = 26;

type Reworded = { rules: FoundRule[]; rewording: Rewording; warnings: Warning[] };

/** A rule as it was, why it was not reworded, or the rules that replace it. */
type Outcome = {
  rules: FoundRule[];
  kind: 'reworded' | 'unchanged' | 'original' | 'unanswered';
  /** A reason that concerns many rules. */
  warning?: string;
};

/**
 * Has a model reword rules as one duty each: a rule is split, or worded more plainly. Code compares numbers, dates,
 * denials and names with those of the sentence. If one is lost or added, or there is no answer, the rule stays as it was.
 * A `note` says why, or that a model worded the rule. Every rule given is in the result: as it was, or in parts.
 */
export async function rewordRules(
  rules: readonly FoundRule[],
  model: RewordingModel,
  { most = defaultMostReworded, onProgress = () => {} }: RewordingOptions,
  config: StepConfig,
): Promise<Reworded> {
  const outcomes = new Map<FoundRule, Outcome>();
  const sent: FoundRule[] = [];
  const tooMany = `only the first ${most.toLocaleString('en-US')} rules are sent to the model`;
  for (const rule of rules) {
    const reason = unsuitable(rule);
    if (reason !== null) outcomes.set(rule, original(rule, reason));
    else if (sent.length >= most) outcomes.set(rule, { ...original(rule, tooMany), warning: tooMany });
    else sent.push(rule);
  }
  onProgress(outcomes.size, rules.length);
  const batches = inBatches(sent, ({ description }) => estimateTokens(description), mostOfQuestion);
  await inParallel(batches, model.concurrency, async (batch) => {
    const answered = await outcomesOf(batch, model, config);
    batch.forEach((rule, at) => {
      const outcome = answered[at];
      if (outcome) outcomes.set(rule, outcome);
    });
    onProgress(outcomes.size, rules.length);
  });
  const all = rules.flatMap((rule) => outcomes.get(rule) ?? []);
  const count = (...kinds: Outcome['kind'][]) => all.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    rules: withNames(all, `Worded by ${model.model}. Compare it with the words of the document.`),
    warnings: warningsOf(all),
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
function withNames(outcomes: readonly Outcome[], note: string): FoundRule[] {
  const names = new Taken(
    outcomes.flatMap(({ rules, kind }) => (kind === 'reworded' ? [] : rules.map(({ name }) => name))),
  );
  return outcomes.flatMap(({ rules, kind }) =>
    kind !== 'reworded'
      ? rules
      : rules.map((rule) => ({ ...rule, name: names.name(rule.name, rule.source.clause), note })),
  );
}

/** Why a rule is not sent to the model; null if it is. */
function unsuitable({ description, ...rule }: FoundRule): string | null {
  if (positionFields.some((field) => rule[field] !== undefined)) return 'it has positions';
  if (isInstructionLike(description)) return 'it reads like an instruction to a model, so it was not sent';
  if (description.length <= longestSentence) return null;
  return `it is longer than ${longestSentence.toLocaleString('en-US')} characters`;
}

function original(rule: FoundRule, reason: string): Outcome {
  return { rules: [{ ...rule, note: `Not reworded: ${reason}.` }], kind: 'original' };
}

async function outcomesOf(
  batch: readonly FoundRule[],
  model: RewordingModel,
  config: StepConfig,
): Promise<Outcome[]> {
  try {
    const sentences = batch.map(({ description }) => description);
    const worded = await model.reword(sentences, config);
    return batch.map((rule, at) =>
      outcomeOf(
        rule,
        worded.filter((one) => one.sentences.includes(at)),
      ),
    );
  } catch (error) {
    config.signal.throwIfAborted();
    if (!(error instanceof CheckFailure)) throw error;
    const { reason } = error;
    return batch.map((rule) => ({ ...original(rule, reason), kind: 'unanswered', warning: reason }));
  }
}

function outcomeOf(rule: FoundRule, worded: readonly WordedRule[]): Outcome {
  const texts = worded.map(({ text }) => ended(text));
  if (texts.length === 0) return original(rule, 'the model gave no rule for it');
  if (texts.length === 1 && texts[0] === rule.description) return { rules: [rule], kind: 'unchanged' };
  if (worded.some(({ sentences }) => sentences.length > 1))
    return original(rule, 'the model joined it with another sentence');
  if (texts.length > mostParts || texts.some(({ length }) => length > longestSentence))
    return original(rule, 'the wording of the model is too long');
  const loss = lossIn(rule.description, texts);
  if (loss !== null) return original(rule, `the wording of the model is not faithful: ${loss}`);
  return { rules: texts.map((text, at) => reworded(rule, text, at)), kind: 'reworded' };
}

/**
 * A rule with other words, and with the name, the actor and the modality of these words; its name keeps the heading. The first part of a rule has the
 * id of the rule; others have a letter behind it.
 */
function reworded(rule: FoundRule, text: string, at: number): FoundRule {
  const { actor: before, ...others } = rule;
  const act = rule.name.indexOf(nameOf(rule.description, null, before ?? null));
  const heading = act < 0 ? '' : rule.name.slice(0, act);
  const actor = actorOf(text) ?? (before && text.includes(before) ? before : null);
  return {
    ...others,
    id: at === 0 ? rule.id : `${rule.id}.${String.fromCharCode(97 + at)}`,
    name: `${heading}${nameOf(text, null, actor)}`,
    description: text,
    modality: modalityOf(text) ?? rule.modality,
    ...(actor !== null && { actor }),
  };
}

/** A text that ends like a sentence and begins with a capital. */
function ended(text: string): string {
  const words = capitalized(text);
  return /[.!?]["”’)\]]*$/.test(words) ? words : `${words}.`;
}
