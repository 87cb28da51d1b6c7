import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { type Result, resultSchema } from '../../../engine/model/result.ts';
import { jsonReportSchema } from '../../services/report/formats/json.ts';
import { badInput } from '../terminal/failure.ts';
import { pathText, problemsOf } from '../written/problems.ts';

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
