import { forEachOpenApiProcedure } from 'trpc-to-openapi';
import { appRouter } from './router.ts';
import type { Meta } from './trpc.ts';

/** A procedure that is served under /v1. */
export type Operation = { procedure: string; meta: Meta & { openapi: NonNullable<Meta['openapi']> } };

/** Every operation of the documented interface. */
export function operations(): Operation[] {
  const found: Operation[] = [];
  forEachOpenApiProcedure<Meta>(appRouter._def.procedures, ({ path, meta }) => {
    found.push({ procedure: path, meta });
  });
  return found;
}
