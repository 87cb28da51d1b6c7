import { forEachOpenApiProcedure, getInputOutputParsers } from 'trpc-to-openapi';
import type { z } from 'zod';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/** A procedure that is served under /v1. */
export type Operation = {
  procedure: string;
  meta: Meta & { openapi: NonNullable<Meta['openapi']> };
  /** All fields of the request: those in the path, and those in the query or the body. */
  input: z.ZodObject;
  output: z.ZodType;
};

/** Procedures that change no record although their method is not GET. */
const changeNothing = [
  'projects.estimate',
  'events.ticket',
  'verify.citations',
  'notifications.testWebhook',
  'politics.lint',
  'politics.extract',
];

/** Returns every documented operation that changes records. */
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
