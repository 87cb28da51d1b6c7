import { costOf, type Prices } from '../../llm/prices.ts';
import { estimateTokens } from '../../llm/token-estimate.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import type { Effort, Question } from '../checker.ts';
import type { MatterText } from './matter-text.ts';

/** Tokens of a usual answer to a rule, of a second reading's answer, and of what a second reading is shown. */
const answerTokens = 300;
const verdictTokens = 40;
const evidenceTokens = 400;

/** What a rule takes at least (one reading, one second reading) and at most (all parts, nothing found). */
export function effortOf(
  { rule, evidence }: Question,
  matter: MatterText,
  prompts: { rule: PromptVersion; support: PromptVersion },
  prices: Prices | undefined,
): { least: Effort; most: Effort } {
  const around = sizeOf(prompts.rule) + estimateTokens(`${rule.name} ${rule.description}`);
  const first = around + (matter.whole ?? matter.retrieved(evidence)).tokens;
  const second = sizeOf(prompts.support) + evidenceTokens;
  const least = { calls: 2, inputTokens: first + second, outputTokens: answerTokens + verdictTokens };
  const parts = matter.whole ? [] : matter.parts;
  const more = parts.reduce(
    (sum, part) => sum + around + part.reduce((size, { tokens }) => size + tokens, 0),
    0,
  );
  const priced = (effort: Effort): Effort => {
    const tokens = { input: effort.inputTokens, output: effort.outputTokens, cached: 0 };
    return prices ? { ...effort, cost: costOf(tokens, prices) } : effort;
  };
  return {
    least: priced(least),
    most: priced({
      calls: least.calls + parts.length,
      inputTokens: least.inputTokens + more,
      outputTokens: least.outputTokens + parts.length * answerTokens,
    }),
  };
}

/** Four characters a token: prompts are English. */
function sizeOf({ size }: PromptVersion): number {
  return Math.ceil(size / 4);
}
