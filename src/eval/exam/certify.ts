import { type Certificate, certificateFileSchema } from '../../../engine/model/certificate.ts';

/** The CONFIRMED answers of a test, how many of them were right, and what was tested. */
export type Confirmed = Pick<Certificate, 'method' | 'languages' | 'documents' | 'test' | 'n' | 'version'> & {
  right: number;
  model?: string | undefined;
};

/**
 * Creates the certificate of a test. `date` is the day of the test, such as `2026-11-22`. The lower bound is rounded
 * down to three decimals.
 */
export function certificate({ right, model, ...tested }: Confirmed, date: string): Certificate {
  const { method, languages, documents, test, n, version } = tested;
  const bound = lowerBound(right, n);
  return {
    method,
    ...(model !== undefined && { model }),
    languages,
    documents,
    test,
    n,
    errors: n - right,
    lowerBound: bound === null ? null : Math.floor(bound * 1000) / 1000,
    date,
    version,
  };
}

/** The certificates with a new one, which replaces the one for the same checker and languages. */
export function withCertificate(certificates: readonly Certificate[], added: Certificate): Certificate[] {
  const scopeOf = ({ method, model, languages }: Certificate) =>
    [method, model ?? '', ...languages].join(' ');
  return [...certificates.filter((one) => scopeOf(one) !== scopeOf(added)), added];
}

/** The certificates as the text of their file. */
export function certificateText(certificates: readonly Certificate[]): string {
  return `${JSON.stringify(certificateFileSchema.parse({ certificates }), null, 2)}\n`;
}

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
