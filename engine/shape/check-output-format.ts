import type { Limits } from '../job.ts';
import type { Json } from '../model/result.ts';
import { schemaProblemsApart } from './process/check-apart.ts';
import { type FormatProblem, sizeProblem } from './schema/check-size.ts';
import { isJsonSchema } from './schema/from-schema.ts';

/**
 * Returns the problems that make an outputFormat unusable; empty if there are none. Called before the format is stored.
 * A schema is checked in a separate process. If it does not compile within a second, the run reports its problems.
 */
export async function outputFormatProblems(
  format: Json,
  limits: Pick<Limits, 'formatBytes'>,
): Promise<FormatProblem[]> {
  const size = sizeProblem(format, limits);
  if (size) return [size];
  return isJsonSchema(format) ? schemaProblemsApart(format) : [];
}
