import { basename, dirname, relative, resolve } from 'node:path';
import type { Job } from '../../../../engine/job.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { packageVersion } from '../../../process/package-version.ts';
import { scopeFact, selectionWords } from '../../../services/report/facts.ts';
import type { FindingFilter } from '../../../services/report/finding-filter.ts';
import { type ReportParts, renderReport } from '../../../services/report/render-report.ts';
import { buildReport, type Fact, type Report } from '../../../services/report/report.ts';
import type { CheckOptions, Format } from '../options.ts';

export type Look = { width: number; color: boolean };

/** The options of `proviso check` that a report shows or depends on. */
type Chosen = Pick<CheckOptions, 'rules' | 'scope' | 'out' | 'promptVersion' | 'budgetTokens'>;

/** Builds the report of a result, with links that work from the folder of the report, which is that of `options.out`. */
export function reportOf(
  result: Result,
  options: Chosen,
  filter: FindingFilter,
  { rules, inputs, knowledge }: Pick<Job, 'rules' | 'inputs' | 'knowledge'>,
): Report {
  return buildReport(result, {
    name: basename(options.rules),
    settings: settingsOf(options),
    ...{ filter, rules },
    total: result.findings.length,
    version: packageVersion(),
    madeAt: new Date(),
    linkFrom: (link) => linkFrom(options.out, link),
    pathOf: ({ role, fileIndex }) => (role === 'input' ? inputs : knowledge)[fileIndex]?.linkBase,
  });
}

/** Formats the report. A text ends with a line break. */
export async function render(report: Report, format: Format, look: Look): Promise<ReportParts> {
  if (format !== 'table') return renderReport(report, format);
  const { renderTerminal } = await import('../../render/terminal/report.ts');
  return [renderTerminal(report.result, { ...look, filter: selectionWords(report) })];
}

function settingsOf({ rules, scope, promptVersion, budgetTokens }: Chosen): Fact[] {
  return [
    { name: 'Rules', value: rules },
    scopeFact(scope),
    ...(promptVersion === undefined ? [] : [{ name: 'Prompt versions', value: promptVersion }]),
    ...(budgetTokens === undefined ? [] : [{ name: 'Maximum tokens', value: String(budgetTokens) }]),
  ];
}

/** Converts a link that is relative to the current folder to one that is relative to the folder of the report. */
function linkFrom(out: string | undefined, link: string): string {
  if (out === undefined || dirname(out) === '.') return link;
  const moved = relative(resolve(dirname(out)), resolve(link));
  return moved.startsWith('.') ? moved : `./${moved}`;
}
