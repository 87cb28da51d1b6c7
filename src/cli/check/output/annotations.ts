import { isAbsolute, relative, resolve } from 'node:path';
import type { JobFile } from '../../../../engine/job.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { clean } from '../../../services/report/clean.ts';
import { fileStatus, verdictWords } from '../../../services/report/facts.ts';
import type { FailOn } from '../options.ts';
import { failing, mostNamed } from './failures.ts';

type Level = 'error' | 'warning';
type Annotation = { level: Level; properties: Record<string, string | number>; message: string };
type Places = { inputs: readonly Pick<JobFile, 'linkBase'>[]; environment: NodeJS.ProcessEnv };

const noted: ReadonlySet<Finding['outcome']> = new Set(['violated', 'partly_satisfied', 'conflicting']);

/**
 * The findings as workflow commands of GitHub Actions, one line each. What `--fail-on` found is an error; any other
 * violation, conflict or rule that is met in part, and a file that could not be read, is a warning. Accepted findings are
 * left out. A finding on a page has no line: its message names the page.
 */
export function annotationLines(result: Result, failOn: readonly FailOn[], places: Places): string[] {
  const failed = new Set(failing(result, failOn));
  const findings = result.findings
    .filter(
      (finding) => failed.has(finding) || (finding.accepted === undefined && noted.has(finding.outcome)),
    )
    .map((finding) => annotationOf(finding, failed.has(finding) ? 'error' : 'warning', places));
  const unread = result.files.flatMap((file): Annotation[] =>
    file.status === 'failed'
      ? [
          {
            level: failOn.includes('incomplete') ? 'error' : 'warning',
            properties: {
              ...(file.role === 'input' && fileProperty(file.fileIndex, places)),
              title: 'Not read by Proviso',
            },
            message: `${file.name} was ${fileStatus(file)}`,
          },
        ]
      : [],
  );
  const all = [...findings, ...unread].sort((one, other) => order(one) - order(other));
  return all.slice(0, mostNamed).map(command);
}

function annotationOf(finding: Finding, level: Level, places: Places): Annotation {
  const { rule, subject, statement } = finding;
  const cited = finding.citations.find(({ source }) => source.role === 'input');
  const index = cited?.source.fileIndex ?? (subject.kind === 'file' ? subject.fileIndex : undefined);
  return {
    level,
    properties: {
      ...(index !== undefined && fileProperty(index, places)),
      ...(cited !== undefined && lineProperties(cited)),
      title: `${rule.name}: ${verdictWords(finding)}`,
    },
    message: [
      statement,
      ...(cited === undefined ? [] : [`${placeWords(cited.locator)}: “${cited.quote}”`]),
    ].join(' '),
  };
}

/** The path of the file from the root of the repository, which is how GitHub finds the file. */
function fileProperty(index: number, { inputs, environment }: Places): { file?: string } {
  const path = inputs[index]?.linkBase;
  if (path === undefined) return {};
  const root = environment.GITHUB_WORKSPACE;
  const fromRoot = root ? relative(root, resolve(path)) : path;
  return { file: fromRoot.startsWith('..') || isAbsolute(fromRoot) ? path : fromRoot.replaceAll('\\', '/') };
}

function lineProperties({ locator }: Citation): { line?: number; endLine?: number } {
  return locator.kind === 'lines' ? { line: locator.from, endLine: locator.to } : {};
}

function order({ level }: Annotation): number {
  return level === 'error' ? 0 : 1;
}

function command({ level, properties, message }: Annotation): string {
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${written.join(',')}::${data(clean(message))}`;
}

/** GitHub decodes these sequences again; `clean` leaves no line break. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(clean(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
