import { type Certificate, certificateFileSchema } from '../../../engine/model/certificate.ts';
import { lowerBound } from './score/bound.ts';

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

/** The certificates as a table in Markdown. */
export function certificateTable(certificates: readonly Certificate[]): string {
  const rows = certificates.map(({ test, n, errors, lowerBound: bound, date, version }) => [
    test,
    String(n),
    String(errors),
    String(bound),
    date,
    version,
  ]);
  const head = ['Test', 'CONFIRMED', 'wrong', 'at least', 'date', 'version'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** The page about labels with the certificates in its table. */
export function withCertificates(page: string, certificates: readonly Certificate[]): string {
  return page.replace(
    /(<!-- certificates -->\n)[\s\S]*(?=<!-- \/certificates -->)/,
    (_, start: string) => start + certificateTable(certificates),
  );
}

/** The certificates as the text of their file. */
export function certificateText(certificates: readonly Certificate[]): string {
  return `${JSON.stringify(certificateFileSchema.parse({ certificates }), null, 2)}\n`;
}
