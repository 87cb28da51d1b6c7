import { type LintCode, lintCodes, type Severity } from '../../../../engine/index.ts';
import { packageVersion } from '../../../process/package-version.ts';
import { clean } from '../../../services/report/clean.ts';
import { sarifLog } from '../../../services/report/formats/sarif-log.ts';
import type { LintedFile, PlacedProblem } from './lint-file.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** The problems as SARIF 2.1.0: each is a result, and its code is the rule. */
export function lintSarif(files: readonly LintedFile[]): string {
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
