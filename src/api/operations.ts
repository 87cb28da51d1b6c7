import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi';
import type { z } from 'zod';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/** A procedure that is served under /v1. */
export type Operation = {
  procedure: string;
  meta: Meta & { openapi: NonNullable<Meta['openapi']> };
  /** The fields of the path, and of the query or body. */
  input: z.ZodObject;
  output: z.ZodType;
};

/** Operations that change records: all but the queries and the exceptions named here. */
const changeNothing = ['projects.estimate', 'events.ticket'];

/** Every documented operation that changes records. */
export function changes(): Operation[] {
  return operations().filter(
    ({ procedure, meta }) => meta.openapi.method !== 'GET' && !changeNothing.includes(procedure),
  );
}

/** Every documented operation. */
export function operations(): Operation[] {
  const found: Operation[] = [];
  forEachOpenApiProcedure<Meta>(appRouter._def.procedures, ({ path, meta, procedure }) => {
    const { inputParser, outputParser } = getInputOutputParsers(procedure);
    if (outputParser === undefined) throw new Error(`procedure ${path} has no output schema`);
    found.push({ procedure: path, meta, input: inputParser, output: outputParser });
  });
  return found;
}
