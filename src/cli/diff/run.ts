import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { type Result, resultSchema } from '../../../engine/model/result.ts';
import type { DiffKind } from '../../domain/runs/run-diff.ts';
import { clean } from '../../services/report/clean.ts';
import { jsonReportSchema } from '../../services/report/formats/json.ts';
import { labelSigns, outcomeSigns, plural } from '../../services/report/words.ts';
import { badInput, type ExitCode, exitCodes } from '../terminal/ending.ts';
import { writeOut } from '../terminal/output.ts';
import { pathText, problemsOf } from '../written/problems.ts';
import { type Difference, diffOf, type ResultDiff } from './compare.ts';
import type { DiffOptions } from './options.ts';

/** `proviso diff`: compares two results of `proviso check`. Returns the exit code. Throws `bad_input`. */
export async function diff(before: string, after: string, options: DiffOptions): Promise<ExitCode> {
  const { maxBytes } = options;
  const found = diffOf(await readResult(before, maxBytes), await readResult(after, maxBytes));
  await writeOut(options.format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : diffText(found));
  return options.failOn === 'worse' && found.counts.worse > 0 ? exitCodes.found : exitCodes.done;
}

const storedSchema = resultSchema.extend({ report: jsonReportSchema.shape.report.exactOptional() });

/** Maximum number of problems that an error lists. */
const mostProblems = 10;

/**
 * Reads a result of `proviso check --format json`. Throws `bad_input` if the file cannot be read, is larger than
 * `mostBytes`, is not a result, or has only the findings that a filter selected.
 */
export async function readResult(path: string, mostBytes: number): Promise<Result> {
  const text = await readText(path, mostBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badInput(`${path} is not valid JSON`, error instanceof Error ? error.message : String(error));
  }
  const parsed = storedSchema.safeParse(value);
  if (!parsed.success) throw notAResult(path, value, parsed.error);
  const { report, ...result } = parsed.data;
  if (report !== undefined && Object.keys(report.filter).length > 0)
    throw badInput(
      `${path} has only the findings that a filter selected (${Object.keys(report.filter).join(', ')})`,
      'Write the result again without a filter: a finding that was left out would count as gone or new.',
    );
  return result;
}

async function readText(path: string, mostBytes: number): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= mostBytes) return await readFile(path, 'utf8');
  } catch (error) {
    throw badInput(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw badInput(
    `${path} is larger than ${mostBytes.toLocaleString('en-US')} bytes: raise --max-bytes to compare it`,
  );
}

function notAResult(path: string, value: unknown, { issues }: z.ZodError): Error {
  const problems = issues.flatMap((issue) => problemsOf(issue, value, storedSchema));
  const shown = problems.slice(0, mostProblems).map(({ path: at, message }) => `${pathText(at)}  ${message}`);
  const rest = problems.length - shown.length;
  return badInput(
    `${path} is not a result of proviso check --format json`,
    ...shown,
    ...(rest > 0 ? [`and ${rest} more`] : []),
  );
}

const kindWords: Record<DiffKind, string> = {
  new: 'new',
  gone: 'gone',
  outcome_changed: 'other outcome',
  label_changed: 'other label',
  evidence_changed: 'other evidence',
  method_changed: 'other method',
};

/** The differences as text, those that are worse first. The text ends with a line break. */
export function diffText({ differences, counts, before, after }: ResultDiff): string {
  const worseFirst = differences.toSorted((one, other) => Number(other.worse) - Number(one.worse));
  const incomplete = [
    ...(before.incomplete ? ['The earlier result is incomplete.'] : []),
    ...(after.incomplete ? ['The later result is incomplete.'] : []),
  ];
  return [
    ...worseFirst.flatMap(lines),
    `${plural(differences.length, 'difference', 'differences')}, ${counts.worse} worse; ${counts.unchanged} unchanged`,
    ...incomplete,
    '',
  ].join('\n');
}

function lines({ rule, file, changes, worse, before, after }: Difference): string[] {
  const title = file === null ? clean(rule.name) : `${clean(rule.name)} · ${clean(file)}`;
  const kinds = changes.map((kind) => kindWords[kind]).join(', ');
  const answers = [before, after].flatMap((answer) => (answer === null ? [] : [answerWords(answer)]));
  return [`${worse ? '! worse: ' : ''}${title}`, `    ${kinds}: ${[...new Set(answers)].join(' → ')}`];
}

function answerWords({ outcome, label, accepted, position }: NonNullable<Difference['before']>): string {
  const words = `${outcomeSigns[outcome].word}, ${labelSigns[label ?? 'notAssessed'].word}${position === undefined ? '' : `, ${position}`}`;
  return accepted === undefined ? words : `${words}, accepted`;
}
