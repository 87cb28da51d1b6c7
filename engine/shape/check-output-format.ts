import type { Limits } from '../job.ts';
import type { Json } from '../model/result.ts';
import { schemaProblemsApart } from './process/check-apart.ts';
import { type FormatProblem, sizeProblem } from './schema/check-size.ts';
import { isJsonSchema } from './schema/from-schema.ts';

/**
 * Returns the problems that make an outputFormat unusable; empty if there are none. Called before the format is stored.
 * A schema is tried in a separate process. What only an output with values shows, the run reports.
 */
export async function outputFormatProblems(
  format: Json,
  limits: Pick<Limits, 'formatBytes'>,
): Promise<FormatProblem[]> {
  const size = sizeProblem(format, limits);
  if (size) return [size];
  return isJsonSchema(format) ? schemaProblemsApart(format) : [];
}
