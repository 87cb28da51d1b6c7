import { type LintCode, lintCodes, type Severity } from '../../../../engine/index.ts';
import { packageVersion } from '../../../process/package-version.ts';
import { clean } from '../../../services/report/clean.ts';
import { sarifLog } from '../../../services/report/formats/sarif-log.ts';
import { plural } from '../../../services/report/words.ts';
import { type Page, pageFor, paragraph } from '../../render/terminal/page.ts';
import type { LintFormat } from '../options.ts';
import type { LintedFile, PlacedProblem } from './lint-file.ts';

/** The problems of rules files in a format. `width` is in terminal columns. */
export function renderLint(
  files: readonly LintedFile[],
  format: LintFormat,
  { width, color }: { width: number; color: boolean },
): string {
  if (format === 'sarif') return lintSarif(files);
  if (format === 'json') return `${JSON.stringify(jsonOf(files), null, 2)}\n`;
  const page: Page = pageFor({ width, color });
  const lines = files.flatMap(({ path, problems }) =>
    problems.flatMap((problem) => linesOf(page, path, problem)),
  );
  return `${[...lines, sumOf(files)].join('\n')}\n`;
}

function jsonOf(files: readonly LintedFile[]): object {
  return {
    files: files.map(({ path, rules, problems }) => ({ file: path, rules: rules.length, problems })),
    counts: countsOf(files),
  };
}

function countsOf(files: readonly LintedFile[]): Record<PlacedProblem['severity'], number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { problems } of files) for (const { severity } of problems) counts[severity] += 1;
  return counts;
}

function linesOf(page: Page, path: string, problem: PlacedProblem): string[] {
  const { line, column, severity, code, message, advice, name } = problem;
  const { paint } = page;
  const paints = { error: paint.red, warning: paint.yellow, info: paint.cyan };
  const place = line === undefined ? path : `${path}:${line}:${column}`;
  return [
    `${paint.bold(clean(place))}  ${paints[severity](severity)}  ${code}  ${paint.dim(clean(name))}`,
    ...paragraph(page, clean(message)),
    ...paragraph(page, paint.dim(clean(advice))),
    '',
  ];
}

function sumOf(files: readonly LintedFile[]): string {
  const rules = files.reduce((sum, { rules: own }) => sum + own.length, 0);
  const { error, warning, info } = countsOf(files);
  const all = error + warning + info;
  const counted = [
    plural(error, 'error', 'errors'),
    plural(warning, 'warning', 'warnings'),
    `${info} info`,
  ].join(', ');
  return `${plural(rules, 'rule', 'rules')}, ${all === 0 ? 'no problems' : `${plural(all, 'problem', 'problems')}: ${counted}`}`;
}

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** The problems as SARIF 2.1.0: each is a result, and its code is the rule. */
function lintSarif(files: readonly LintedFile[]): string {
  const ids = Object.keys(lintCodes);
  return sarifLog({
    tool: {
      driver: {
        name: 'Proviso rules lint',
        semanticVersion: packageVersion(),
        rules: Object.entries(lintCodes).map(([id, { summary, advice, severity }]) => ({
          id,
          shortDescription: { text: summary },
          help: { text: advice },
          defaultConfiguration: { level: levels[severity] },
        })),
      },
    },
    results: files.flatMap(({ path, problems }) =>
      problems.map((problem) => ({
        ruleId: problem.code,
        ruleIndex: ids.indexOf(problem.code satisfies LintCode),
        level: levels[problem.severity],
        message: { text: clean(`${problem.message} ${problem.advice}`) },
        locations: [location(path, problem)],
      })),
    ),
  });
}

function location(
  path: string,
  { line, column, endLine, endColumn, rule, field, name }: PlacedProblem,
): object {
  const isForward = endLine !== undefined && line !== undefined && endLine >= line;
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(path.replaceAll('\\', '/')) },
      ...(line !== undefined && {
        region: {
          startLine: line,
          startColumn: column,
          ...(isForward && (endLine > line || (endColumn ?? 0) > (column ?? 0)) && { endLine, endColumn }),
        },
      }),
    },
    logicalLocations: [{ name: clean(name), fullyQualifiedName: `rules[${rule}].${field}` }],
  };
}
