/**
 * The lower bound of the one-sided 95 % interval for `right` successes in `n` tries (Clopper and Pearson 1934). If the
 * true share of successes equals this bound, `right` or more successes have a probability of 5 %. For example, the
 * bound for 299 of 299 is .990. Null if `n` is 0.
 */
export function lowerBound(right: number, n: number): number | null {
  if (n === 0) return null;
  if (right === 0) return 0;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 50; step += 1) {
    const share = (low + high) / 2;
    if (chanceOfAtLeast(right, n, share) < 0.05) low = share;
    else high = share;
  }
  return low;
}

/** The probability of at least `right` successes in `n` tries, where each try succeeds with the probability `share`. */
function chanceOfAtLeast(right: number, n: number, share: number): number {
  const inner = Math.log(share);
  const outer = Math.log1p(-share);
  let term = n * inner;
  let sum = Math.exp(term);
  for (let errors = 1; errors <= n - right; errors += 1) {
    term += Math.log((n - errors + 1) / errors) + outer - inner;
    sum += Math.exp(term);
  }
  return sum;
}
