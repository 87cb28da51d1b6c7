import type { Finding } from './model/finding.ts';
import type { Usage } from './model/result.ts';

/** What the models of a run were asked and answered, summed over its findings. */
export function usageOf(findings: Finding[]): Usage {
  const asked = findings.flatMap(({ checker }) => (checker.tokens ? [checker.tokens] : []));
  return {
    modelCalls: sum(findings.map(({ checker }) => checker.requests ?? 0)),
    inputTokens: sum(asked.map((tokens) => tokens.input)),
    outputTokens: sum(asked.map((tokens) => tokens.output)),
    cachedTokens: sum(asked.map((tokens) => tokens.cached)),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
