import type { Limits } from '../job.ts';
import type { Json } from '../model/result.ts';
import { compileProblem } from './process/compile-problem.ts';
import { type FormatProblem, sizeProblem } from './schema/check-size.ts';
import { isJsonSchema } from './schema/from-schema.ts';

/**
 * Returns the problems that make an outputFormat unusable; empty if there are none. Called before the format is stored.
 * This takes a second at most: if a large schema does not compile within this time, the run reports its problems.
 */
export async function outputFormatProblems(
  format: Json,
  limits: Pick<Limits, 'formatBytes'>,
): Promise<FormatProblem[]> {
  const size = sizeProblem(format, limits);
  if (size) return [size];
  if (!isJsonSchema(format)) return [];
  // Imported on demand, because the validator is large and a format that is an example does not need it.
  const { schemaProblems } = await import('./schema/check-schema.ts');
  const problems = schemaProblems(format);
  if (problems.length > 0) return problems;
  const problem = await compileProblem(format);
  return problem === null ? [] : [{ place: [], message: `cannot be compiled (${problem}): correct it` }];
}
