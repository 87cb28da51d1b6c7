import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi';
import type { z } from 'zod';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/** A procedure that is served under /v1. */
export type Operation = {
  procedure: string;
  type: 'query' | 'mutation';
  meta: Meta & { openapi: NonNullable<Meta['openapi']> };
  /** All fields of the request: those in the path, and those in the query or the body. */
  input: z.ZodObject;
  output: z.ZodType;
};

/** Returns every documented operation that changes records. */
export function changes(): Operation[] {
  return operations().filter(({ meta }) => meta.openapi.method !== 'GET' && !meta.changesNothing);
}

/** Every documented operation. */
export function operations(): Operation[] {
  const found: Operation[] = [];
  forEachOpenApiProcedure<Meta>(appRouter._def.procedures, ({ path, type, meta, procedure }) => {
    const { inputParser, outputParser } = getInputOutputParsers(procedure);
    if (outputParser === undefined) throw new Error(`procedure ${path} has no output schema`);
    if (type === 'subscription') throw new Error(`procedure ${path} is a subscription`);
    found.push({ procedure: path, type, meta, input: inputParser, output: outputParser });
  });
  return found;
}
