/** The weights of a logistic regression. Features are first standardised to mean 0 and standard deviation 1. */
export type Logistic = {
  means: readonly number[];
  scales: readonly number[];
  weights: readonly number[];
  bias: number;
};

/** The logarithm of the odds for a row of features. */
export function scoreOf({ means, scales, weights, bias }: Logistic, features: readonly number[]): number {
  return features.reduce(
    (sum, value, at) => sum + ((weights[at] ?? 0) * (value - (means[at] ?? 0))) / (scales[at] ?? 1),
    bias,
  );
}

/** The probability of a log-odds score. */
export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
