import type { Finding } from './finding.ts';
import type { Usage } from './result.ts';

/** What the models of a run were asked and answered, summed over its findings. Cost is there where prices are known. */
export function usageOf(findings: readonly Finding[]): Usage {
  const asked = findings.flatMap(({ checker }) => (checker.tokens ? [checker.tokens] : []));
  const costs = findings.flatMap(({ checker }) => (checker.cost === undefined ? [] : [checker.cost]));
  return {
    modelCalls: sum(findings.map(({ checker }) => checker.requests ?? 0)),
    inputTokens: sum(asked.map((tokens) => tokens.input)),
    outputTokens: sum(asked.map((tokens) => tokens.output)),
    cachedTokens: sum(asked.map((tokens) => tokens.cached)),
    ...(costs.length > 0 && { cost: sum(costs) }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
