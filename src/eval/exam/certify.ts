import type { CertificateFile } from '../../../engine/model/certificate.ts';
import { lowerBound } from './score/bound.ts';

/** The CONFIRMED answers of a test, and how many of them were right. */
export type Confirmed = { test: string; n: number; right: number; model?: string | undefined };

/**
 * Creates the certificate of a test. `date` is the day of the test, such as `2026-11-22`. The lower bound is rounded
 * down to three decimals.
 */
export function certificate(
  { test, n, right, model }: Confirmed,
  date: string,
): NonNullable<CertificateFile['lexical']> {
  const bound = lowerBound(right, n);
  return {
    test,
    n,
    errors: n - right,
    lowerBound: bound === null ? null : Math.floor(bound * 1000) / 1000,
    date,
    ...(model !== undefined && { model }),
  };
}

/** The certificates as a table in Markdown. */
export function certificateTable({ version, lexical, model }: CertificateFile): string {
  const rows = [lexical, model].flatMap((one) =>
    one ? [[one.test, String(one.n), String(one.errors), String(one.lowerBound), one.date, version]] : [],
  );
  const head = ['Test', 'CONFIRMED', 'wrong', 'at least', 'date', 'version'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** The page about labels with the certificates in its table. */
export function withCertificates(page: string, file: CertificateFile): string {
  return page.replace(
    /(<!-- certificates -->\n)[\s\S]*(?=<!-- \/certificates -->)/,
    (_, start: string) => start + certificateTable(file),
  );
}

/** The certificates as the text of their file. */
export function certificateText(file: CertificateFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
