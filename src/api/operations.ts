import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi';
import type { z } from 'zod';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/** A procedure that is served under /v1. */
export type Operation = {
  procedure: string;
  meta: Meta & { openapi: NonNullable<Meta['openapi']> };
  /** The fields of the path and of the query or body. */
  input: z.ZodObject;
  output: z.ZodType;
};

/** Operations that change something: all that are not queries, but for those named here. */
const changeNothing = ['projects.estimate', 'events.ticket'];

/** Every operation of the documented interface that changes something. */
export function changes(): Operation[] {
  return operations().filter(
    ({ procedure, meta }) => meta.openapi.method !== 'GET' && !changeNothing.includes(procedure),
  );
}

/** Every operation of the documented interface. */
export function operations(): Operation[] {
  const found: Operation[] = [];
  forEachOpenApiProcedure<Meta>(appRouter._def.procedures, ({ path, meta, procedure }) => {
    const { inputParser, outputParser } = getInputOutputParsers(procedure);
    if (outputParser === undefined) throw new Error(`procedure ${path} has no output schema`);
    found.push({ procedure: path, meta, input: inputParser, output: outputParser });
  });
  return found;
}
