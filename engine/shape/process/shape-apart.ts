import { z } from 'zod';
import type { Limits } from '../../job.ts';
import type { Finding } from '../../model/finding.ts';
import { type Json, warningSchema } from '../../model/result.ts';
import { moduleBeside, type OfferPool, offerPool } from '../../sandbox/offer-pool.ts';
import { CallFailed, PoolTask } from '../../sandbox/pool-task.ts';
import { type EndReason, SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { Choice } from '../shape-by-choices.ts';
import { leftOut, type Shaped, unshaped } from '../shaped.ts';
import { leafTypes } from '../template.ts';
import type { ShapeChild } from './shape-child.ts';

type PoolOptions = {
  /** Memory of one child, in bytes. */
  memoryBytes: number;
  /** Maximum number of children; unset means no limit. */
  size?: number;
  /** The module that the children run; unset means `shape-child`. */
  entry?: URL;
};

export type ApartOptions = {
  signal: AbortSignal;
  /** The pool whose processes create the output; unset means the engine's own. */
  pool?: OfferPool;
};

/** How many findings are sent at a time, so that neither process is blocked for long. */
const batchFindings = 200;
const megabyte = 1024 * 1024;

/** A pool of processes that create outputs. It starts no process before the first output. */
export function shaperPool({ memoryBytes, size = Number.POSITIVE_INFINITY, entry }: PoolOptions): OfferPool {
  return offerPool({ entry: entry ?? moduleBeside(import.meta.url, 'shape-child'), memoryBytes, size });
}

/** There are as many children as this process has concurrent runs, so that no run waits for the output of another. */
const shapers = sharedPool((memoryBytes: number) => shaperPool({ memoryBytes }));

/** Starts the process that will create the output, so that it is ready when the files are read and checked. */
export function prepareShaping({ outputMemoryBytes }: Limits): void {
  shapers(outputMemoryBytes).prepare();
}

/**
 * Runs `shapeByChoices` in a separate process, so that a user's schema cannot block or crash the calling process. The
 * process is killed at its limits of time and memory, and when the signal is aborted. At a limit there is no output,
 * and a warning names the limit. Throws the signal's reason.
 */
export async function shapeApart(
  format: Json,
  findings: readonly Finding[],
  choices: readonly Choice[],
  limits: Limits,
  { signal, pool = shapers(limits.outputMemoryBytes) }: ApartOptions,
): Promise<Shaped> {
  const { formatBytes, outputBytes, outputMs, outputMemoryBytes } = limits;
  try {
    const task = await PoolTask.start<ShapeChild>(pool, {
      ...{ memoryBytes: outputMemoryBytes, mostMs: outputMs, signal },
      async first(child) {
        await child.tell('begin');
        for (let from = 0; from < findings.length; from += batchFindings)
          await child.tell('take', findings.slice(from, from + batchFindings).map(essentials));
      },
    });
    try {
      const given = [JSON.stringify(format), choices, { formatBytes, outputBytes }] as const;
      return await task.ask(shapedSchema, 'shape', ...given);
    } finally {
      task.end();
    }
  } catch (error) {
    if (error instanceof CallFailed) return failed(error.reason);
    if (error instanceof SandboxEnded) return endedEarly(error.reason, limits);
    throw error;
  }
}

function endedEarly(reason: EndReason, { outputMs, outputMemoryBytes }: Limits): Shaped {
  switch (reason) {
    case 'timed_out':
      return leftOut(
        `filling outputFormat took longer than ${Math.round(outputMs / 100) / 10} s. Use a simpler schema.`,
      );
    case 'out_of_memory':
      return leftOut(
        `filling outputFormat took more memory than ${outputMemoryBytes / megabyte} MB. Use a simpler schema, or check fewer files at a time.`,
      );
    case 'crashed':
      return failed('its process ended');
  }
}

function failed(reason: string): Shaped {
  return unshaped(
    'output_failed',
    `The output was left out: filling outputFormat failed (${reason.slice(0, 200)}), which is a bug in Proviso. The findings are complete.`,
  );
}

/** A finding without the fields that no output can show. */
function essentials(finding: Finding): Finding {
  const { citations, basis, search } = finding;
  return {
    ...finding,
    citations: citations.map(withoutBoxes),
    basis: basis.map(withoutBoxes),
    search: { ...search, queries: [], nearest: [], unread: [] },
  };
}

function withoutBoxes({ boxes: _, ...citation }: Finding['citations'][number]) {
  return citation;
}

const leafSchema = z.object({
  kind: z.literal('leaf'),
  types: z.array(z.enum(leafTypes)),
  options: z.array(z.custom<Json>()).nullable(),
});

/**
 * Validates the result of `JSON.parse`, so every value is known to be JSON. The large tables are checked without zod,
 * which would need a second for them.
 */
export const shapedSchema: z.ZodType<Shaped> = z.object({
  output: z.custom<Json>(),
  outputSources: z.custom<Shaped['outputSources']>((table) =>
    isTable(table, (list) => Array.isArray(list) && list.every(isSource)),
  ),
  outputGaps: z.custom<Shaped['outputGaps']>((table) =>
    isTable(table, (reason) => typeof reason === 'string'),
  ),
  warnings: z.array(warningSchema),
  unnamed: z.array(z.object({ pointer: z.string(), names: z.array(z.string()), leaf: leafSchema })),
});

function isTable(table: unknown, isEntry: (value: unknown) => boolean): boolean {
  return typeof table === 'object' && table !== null && Object.values(table).every(isEntry);
}

function isSource(source: unknown): boolean {
  if (typeof source !== 'object' || source === null || !('findingId' in source)) return false;
  if (typeof source.findingId !== 'string') return false;
  if (!('citation' in source)) return true;
  return typeof source.citation === 'number' && Number.isInteger(source.citation) && source.citation >= 0;
}
