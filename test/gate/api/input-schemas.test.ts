import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as citation from '../../../engine/model/citation.ts';
import * as findings from '../../../engine/model/finding.ts';
import * as locator from '../../../engine/model/locator.ts';
import * as result from '../../../engine/model/result.ts';
import * as rule from '../../../engine/model/rule.ts';
import * as source from '../../../engine/model/source.ts';
import { appRouter } from '../../../src/api/router.ts';

const definition = z.object({
  type: z.string(),
  meta: z.object({ openapi: z.object({ method: z.string(), path: z.string() }).optional() }).optional(),
  inputs: z.array(z.instanceof(z.core.$ZodType)),
  output: z.instanceof(z.core.$ZodType),
});

const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
  name,
  ...definition.parse(Reflect.get(procedure, '_def')),
}));

/** A schema that is part of another schema, and the path to it. */
type Node = { schema: z.core.$ZodType; path: string };

/** The schema itself, then all schemas that are part of it. */
function nodes(schema: z.core.$ZodType, path = '', seen = new Set<unknown>()): Node[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = Object.entries(schema._zod.def).flatMap(([key, part]) =>
    partsOf(part).map(([name, one]) => [key, name, one] as const),
  );
  const lazy = schema instanceof z.ZodLazy ? nodes(schema._zod.innerType, `${path}.lazy`, seen) : [];
  return [
    { schema, path },
    ...lazy,
    ...inside.flatMap(([key, name, one]) => nodes(one, `${path}.${name || key}`, seen)),
  ];
}

function partsOf(part: unknown): [string, z.core.$ZodType][] {
  if (part instanceof z.core.$ZodType) return [['', part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, one]) => (one instanceof z.core.$ZodType ? [[name, one]] : []));
}

const modelSchemas = [citation, findings, locator, result, rule, source].flatMap((module) =>
  Object.values(module).flatMap((exported) => (exported instanceof z.core.$ZodType ? nodes(exported) : [])),
);

describe('the input schemas', () => {
  it('have no parts in common with responses or the engine’s model, and only named parts in common with each other', () => {
    const taken = new Map<unknown, string>(modelSchemas.map(({ schema }) => [schema, 'the model']));
    for (const { name, output } of procedures) {
      for (const { schema } of nodes(output)) taken.set(schema, taken.get(schema) ?? `the answer of ${name}`);
    }
    const inNamed = procedures.flatMap(({ inputs }) =>
      inputs.flatMap((input) => nodes(input).flatMap(partsOfNamed)),
    );
    const named = new Set(inNamed.map(({ schema }) => schema));
    const shared = procedures.flatMap(({ name, inputs }) =>
      inputs.flatMap((input) =>
        nodes(input).flatMap(({ schema, path }) => {
          const by = taken.get(schema);
          if (!named.has(schema)) taken.set(schema, name);
          return by === undefined ? [] : [`${name}${path} is shared with ${by}`];
        }),
      ),
    );
    expect(modelSchemas.length).toBeGreaterThan(50);
    expect(named.size).toBeGreaterThan(10);
    expect(shared).toEqual([]);
    // All procedures that use a named part share one schema object, so the part must not contain a schema that the
    // adapter changes.
    expect(inNamed.filter(({ schema, path }) => isBare(schema, path))).toEqual([]);
  });

  it('reject unknown fields in every object, so that the error names them', () => {
    const loose = procedures.flatMap(({ name, inputs }) =>
      inputs.flatMap((input) =>
        nodes(input).flatMap(({ schema, path }) =>
          schema instanceof z.ZodObject && !(schema._zod.def.catchall instanceof z.ZodNever)
            ? [`${name}${path}`]
            : [],
        ),
      ),
    );
    expect(loose).toEqual([]);
  });

  it('contain no number or boolean that the REST adapter would convert from another type in a body', () => {
    const bodies = procedures.filter(({ meta }) => /^(POST|PUT|PATCH)$/.test(meta?.openapi?.method ?? ''));
    const bare = bodies.flatMap(({ name, inputs }) =>
      inputs.flatMap((input) =>
        nodes(input).flatMap(({ schema, path }) => (isBare(schema, path) ? [`${name}${path}`] : [])),
      ),
    );
    expect(bodies.length).toBeGreaterThan(5);
    expect(bare).toEqual([]);
  });
});

/** The schemas inside a named schema; empty for an unnamed one. */
function partsOfNamed({ schema }: Node): Node[] {
  return z.globalRegistry.get(schema)?.id === undefined ? [] : nodes(schema);
}

/**
 * Whether the REST adapter changes this schema object. The adapter does not reach schemas in a pipe (`in`, `out`) or in
 * any JSON (`lazy`).
 */
function isBare(schema: z.core.$ZodType, path: string): boolean {
  const changed =
    schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean || schema instanceof z.ZodDate;
  return changed && !/\.(in|out)$/.test(path) && !path.includes('.lazy');
}
