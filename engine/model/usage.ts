import type { CheckerRecord, Finding } from './finding.ts';
import type { Usage } from './result.ts';

/** The estimated usage of a model: its calls, its tokens and, if prices are set, its cost when nothing is cached. */
export type Effort = { calls: number; inputTokens: number; outputTokens: number; cost?: number };

/** A cost without the noise of sums of fractions, such as 0.30000000000000004: rounded to a billionth. */
export function roundedCost(cost: number): number {
  return Number(cost.toFixed(9));
}

/** What model calls used; fields that do not apply are absent. */
export type Took = Pick<CheckerRecord, 'tokens' | 'requests' | 'cost'>;

/** What the model calls made so far used; `cost` is known if prices are set. */
export type Spent = { requests: number; tokens: NonNullable<Took['tokens']>; cost?: number };

/**
 * The usage of all models of a run: for its findings, for other questions and for embeddings. Cost is present if prices
 * are set.
 */
export function usageOf(
  findings: readonly Pick<Finding, 'checker'>[],
  others: readonly Took[] = [],
  embedding: Took | undefined = undefined,
): Usage {
  const all = [...findings.map(({ checker }) => checker), ...others, ...(embedding ? [embedding] : [])];
  const asked = all.flatMap(({ tokens }) => (tokens ? [tokens] : []));
  const costs = all.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  return {
    modelCalls: sum(all.map(({ requests = 0 }) => requests)),
    inputTokens: sum(asked.map((tokens) => tokens.input)),
    outputTokens: sum(asked.map((tokens) => tokens.output)),
    cachedTokens: sum(asked.map((tokens) => tokens.cached)),
    ...(embedding?.tokens && { embeddingTokens: embedding.tokens.input }),
    ...(costs.length > 0 && { cost: roundedCost(sum(costs)) }),
  };
}

/** The sum of the numbers; 0 if there are none. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
