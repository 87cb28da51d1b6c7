import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../job.ts';
import type { Json } from '../../model/result.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { FormatProblem } from '../schema/check-size.ts';
import { parseProblems } from './protocol.ts';
import { shaperPool } from './shape-apart.ts';

/** Longest time that a request waits for a schema to be tried, in ms. Schemas of people take some 100 ms. */
const triedWithinMs = 5_000;
const memoryBytes = defaultLimits.outputMemoryBytes;

/** Schemas of requests are checked in other processes than outputs are created in, so that no request waits for a run. */
const checkers = sharedPool(() => shaperPool({ memoryBytes, size: availableParallelism() }));

/**
 * Returns why a schema cannot be used, found out in a process that can be killed. A schema that takes too much time or
 * memory cannot be used either.
 */
export async function schemaProblemsApart(schema: Json): Promise<FormatProblem[]> {
  const format = JSON.stringify(schema);
  const { signal } = new AbortController();
  const options = { memoryBytes, mostMs: triedWithinMs, signal };
  const task = await PoolTask.start(checkers(), { first: { ask: 'ready' }, ...options });
  try {
    return parseProblems((await task.ask({ ask: 'check', format }, 'checked')).problems);
  } catch (error) {
    if (!(error instanceof SandboxEnded)) throw error;
    return [{ place: [], message: 'takes too much time or memory: make it smaller' }];
  } finally {
    task.end();
  }
}
