import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { defaultLimits, type Limits } from '../job.ts';
import type { Json } from '../model/result.ts';
import { PoolTask } from '../sandbox/pool-task.ts';
import { SandboxEnded } from '../sandbox/sandbox.ts';
import { sharedPool } from '../sandbox/shared-pools.ts';
import { shaperPool } from './process/shape-apart.ts';
import type { ShapeChild } from './process/shape-child.ts';
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

/** Longest time that a request waits for a schema to be tried, in ms. Schemas of people take some 100 ms. */
const triedWithinMs = 5_000;
const memoryBytes = defaultLimits.outputMemoryBytes;

/** Schemas of requests are checked in other processes than outputs are created in, so that no request waits for a run. */
const checkers = sharedPool(() => shaperPool({ memoryBytes, size: availableParallelism() }));

const problemsSchema = z.array(
  z.object({ place: z.array(z.union([z.string(), z.number()])), message: z.string() }),
);

/**
 * Returns why a schema cannot be used, found out in a process that can be killed. A schema that takes too much time or
 * memory cannot be used either.
 */
async function schemaProblemsApart(schema: Json): Promise<FormatProblem[]> {
  const { signal } = new AbortController();
  const options = { memoryBytes, mostMs: triedWithinMs, signal };
  const task = await PoolTask.start<ShapeChild>(checkers(), {
    first: (child) => child.tell('begin'),
    ...options,
  });
  try {
    return await task.ask(problemsSchema, 'check', JSON.stringify(schema));
  } catch (error) {
    if (!(error instanceof SandboxEnded)) throw error;
    return [{ place: [], message: 'takes too much time or memory: make it smaller' }];
  } finally {
    task.end();
  }
}
