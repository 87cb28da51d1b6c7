import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../job.ts';
import type { Json } from '../../model/result.ts';
import { PoolTask, startWithinMs } from '../../sandbox/pool-task.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { FormatProblem } from '../schema/check-size.ts';
import { parseProblems, unexpected } from './protocol.ts';
import { shaperPool } from './shape-apart.ts';

/** Longest time that a request waits for a schema to compile, in ms. */
const compileWithinMs = 1_000;
const memoryBytes = defaultLimits.outputMemoryBytes;

/** Schemas of requests are checked in other processes than outputs are created in, so that no request waits for a run. */
const checkers = sharedPool(() => shaperPool({ memoryBytes, size: availableParallelism() }));

/**
 * Returns what `schemaProblems` finds in a schema, or why the schema does not compile, found out in a process that can
 * be killed. If a second is not enough to compile the schema, no problem is returned, and the run reports it.
 */
export async function schemaProblemsApart(schema: Json): Promise<FormatProblem[]> {
  const format = JSON.stringify(schema);
  const late = new AbortController();
  const options = { memoryBytes, mostMs: startWithinMs, signal: late.signal };
  const task = await PoolTask.start(checkers(), { first: { ask: 'ready' }, ...options });
  let timer: NodeJS.Timeout | undefined;
  try {
    const found = await task.ask({ ask: 'check', format });
    if (found.reply !== 'checked') return unexpected(found);
    const problems = parseProblems(found.problems);
    if (problems.length > 0) return problems;
    timer = setTimeout(() => late.abort(), compileWithinMs);
    const compiled = await task.ask({ ask: 'compile', format }).catch((error: unknown) => {
      if (late.signal.aborted || error instanceof SandboxEnded) return null;
      throw error;
    });
    if (compiled?.reply !== 'compiled' || compiled.problem === null) return [];
    return [{ place: [], message: `cannot be compiled (${compiled.problem}): correct it` }];
  } finally {
    clearTimeout(timer);
    task.end();
  }
}
