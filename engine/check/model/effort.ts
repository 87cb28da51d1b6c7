import { costOf, type Prices } from '../../llm/prices.ts';
import { estimateTokens } from '../../llm/token-estimate.ts';
import { type Effort, sum } from '../../model/usage.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import type { Question } from '../checker.ts';
import type { SubjectText } from './subject-text.ts';

/** Tokens of a usual answer to a rule. */
const answerTokens = 300;
/** Tokens of a usual answer to a support check. */
const verdictTokens = 40;
/** Tokens of the quotes and passages that a support check usually sends. */
const evidenceTokens = 400;
/** Tokens of the answer about one field. */
const fieldTokens = 30;

/**
 * The estimated cost of a rule. `least`: one call finds the answer and a support check follows. `most`: in addition,
 * the model reads every part of the documents.
 */
export function effortOf(
  { rule, evidence }: Question,
  subject: SubjectText,
  prompts: { rule: PromptVersion; support: PromptVersion },
  prices: Prices | undefined,
): { least: Effort; most: Effort } {
  const around = sizeOf(prompts.rule) + estimateTokens(`${rule.name} ${rule.description}`);
  const first = around + (subject.whole ?? subject.retrieved(evidence)).tokens;
  const second = sizeOf(prompts.support) + evidenceTokens;
  const least = { calls: 2, inputTokens: first + second, outputTokens: answerTokens + verdictTokens };
  const parts = subject.whole ? [] : subject.parts;
  const more = sum(parts.map((part) => around + sum(part.map(({ tokens }) => tokens))));
  return {
    least: priced(least, prices),
    most: priced(
      {
        calls: least.calls + parts.length,
        inputTokens: least.inputTokens + more,
        outputTokens: least.outputTokens + parts.length * answerTokens,
      },
      prices,
    ),
  };
}

/**
 * The estimated cost of choosing which finding belongs in which field. `messages`: the fields and findings as the
 * prompt words them.
 */
export function choiceEffort(
  messages: readonly string[],
  fields: number,
  prompt: PromptVersion,
  prices: Prices | undefined,
): Effort {
  const inputTokens = sizeOf(prompt) + sum(messages.map(estimateTokens));
  return priced({ calls: 1, inputTokens, outputTokens: fields * fieldTokens }, prices);
}

function priced(effort: Effort, prices: Prices | undefined): Effort {
  const tokens = { input: effort.inputTokens, output: effort.outputTokens, cached: 0 };
  return prices ? { ...effort, cost: costOf(tokens, prices) } : effort;
}

/** The estimated tokens of a prompt: one for four characters, because prompts are English. */
function sizeOf({ size }: PromptVersion): number {
  return Math.ceil(size / 4);
}
