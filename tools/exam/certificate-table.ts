import type { Certificate } from '../../engine/model/certificate.ts';

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
