import { z } from 'zod';
import type { Operation } from '../operations.ts';
import type { Endpoint } from './operation.ts';

/**
 * Describes a procedure. Input fields that are not in the path are in the body if the method has one, otherwise in the
 * query.
 */
export function endpointOf({ procedure, meta, input, output }: Operation): Endpoint {
  const { method, path, summary = '', description, tags = [] } = meta.openapi;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const rest = Object.entries(input.shape).filter(([name]) => !inPath.includes(name));
  const takesBody = method !== 'GET' && method !== 'DELETE';
  const fields = takesBody ? { ...ignored(meta.ignores), ...Object.fromEntries(rest) } : {};
  const { examples } = z.globalRegistry.get(input) ?? {};
  return {
    operationId: procedure.replaceAll('.', '-'),
    ...{ method, path, summary, tags, meta },
    ...(description && { description }),
    inPath: z.object(Object.fromEntries(inPath.map((name) => [name, input.shape[name]]))),
    ...(!takesBody && { inQuery: z.object(Object.fromEntries(rest)) }),
    ...(Object.keys(fields).length > 0 && {
      body: {
        'application/json': {
          schema: z
            .strictObject(fields)
            .meta({ id: `${pascal(procedure)}Body`, ...(examples && { examples }) }),
        },
      },
    }),
    answer: { 'application/json': { schema: output } },
  };
}

/**
 * Schemas of the fields that the service sets. A request can contain any value for these fields; the value is ignored.
 */
function ignored(names: readonly string[] = []): Record<string, z.ZodType> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      z.unknown().optional().meta({
        description:
          'Set by the service. Ignored in requests, so that you can send a record back as you read it.',
      }),
    ]),
  );
}

function pascal(procedure: string): string {
  return procedure.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
