import { z } from 'zod';
import { projectEvent } from '../../src/api/events/schemas.ts';
import { uploadedFile } from '../../src/api/files/schemas.ts';
import { problemSchema } from '../../src/api/problem.ts';
import { appRouter } from '../../src/api/router.ts';
import { errorKinds } from '../../src/domain/errors.ts';
import { nameModelParts } from '../openapi/names.ts';
import { type Direction, isAnyJson, printComment, printType } from './print-type.ts';

const definition = z.object({
  type: z.enum(['query', 'mutation']),
  inputs: z.array(z.instanceof(z.ZodType)).max(1),
  output: z.instanceof(z.ZodType),
  meta: z
    .object({
      openapi: z.object({ summary: z.string().optional(), description: z.string().optional() }).optional(),
    })
    .optional(),
});

type Call = { verb: string; comment: string; type: 'query' | 'mutation'; input: string; output: string };

/**
 * Writes the types of all calls as plain TypeScript, from the schemas with which the service parses requests. The result
 * exports the same names as `src/client/api.ts`, but needs no package. The parts of inputs and outputs that have a name
 * in `openapi.json` have the same name here.
 */
export function apiTypes(): string {
  nameModelParts();
  const named = new Map<string, string>();
  const calls = new Map<string, Call[]>();
  for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
    const [resource = '', verb = ''] = path.split('.');
    const call = describedCall(verb, Reflect.get(procedure, '_def'), named);
    calls.set(resource, [...(calls.get(resource) ?? []), call]);
  }
  const listed = (line: (call: Call, resource: string) => string) =>
    [...calls].map(
      ([resource, of]) => `${resource}: {\n${of.map((call) => line(call, resource)).join('\n')}\n};`,
    );
  for (const [name, schema] of [
    ['Problem', problemSchema],
    ['UploadedFile', uploadedFile],
  ] as const) {
    if (print(schema, 'output', named) !== name) throw new Error(`the schema of ${name} has another name`);
  }
  return [
    "import type { Mutation, Query } from './surface.ts';",
    'export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };',
    exported(
      'ErrorCode',
      Object.keys(errorKinds)
        .map((code) => JSON.stringify(code))
        .join(' | '),
      'The stable codes of errors.',
    ),
    exported('ProjectEvent', print(projectEvent, 'output', named)),
    exported('Token', "Outputs['tokens']['list'][number]"),
    ...[...named].map(([name, type]) => exported(name, type)),
    exported(
      'Inputs',
      inBraces(listed(({ verb, input }) => `${verb}: ${input};`)),
      'The input of each call, by resource and verb.',
    ),
    exported(
      'Outputs',
      inBraces(listed(({ verb, output }) => `${verb}: ${output};`)),
      "The output of each call, by resource and verb: `Outputs['projects']['get']`.",
    ),
    exported(
      'Calls',
      inBraces(
        listed(({ verb, comment, type }, resource) => {
          const [input, output] = ['Inputs', 'Outputs'].map((types) => `${types}['${resource}']['${verb}']`);
          return `${comment}${verb}: ${type === 'query' ? 'Query' : 'Mutation'}<${input}, ${output}>;`;
        }),
      ),
      'The calls, by resource and verb.',
    ),
  ].join('\n\n');
}

function exported(name: string, type: string, comment?: string): string {
  return `${printComment(comment)}export type ${name} = ${type};`;
}

function inBraces(lines: string[]): string {
  return `{\n${lines.join('\n')}\n}`;
}

function describedCall(verb: string, unparsed: unknown, named: Map<string, string>): Call {
  const { type, inputs, output, meta } = definition.parse(unparsed);
  const [input] = inputs;
  const { summary, description } = meta?.openapi ?? {};
  return {
    verb,
    comment: printComment([summary && `${summary}.`, description].filter(Boolean).join(' ')),
    type,
    input: input === undefined ? 'void' : print(input, 'input', named),
    output: print(output, 'output', named),
  };
}

/** Prints a schema, and adds its parts that have names to `named`. */
function print(schema: z.ZodType, direction: Direction, named: Map<string, string>): string {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const described = z.globalRegistry.get(zodSchema);
      Object.assign(jsonSchema, described?.override);
    },
  });
  for (const [name, part] of Object.entries($defs)) {
    if (isAnyJson(name)) continue;
    const type = printType(part, direction);
    if ((named.get(name) ?? type) !== type) throw new Error(`two different schemas are named ${name}`);
    named.set(name, type);
  }
  return printType(root, direction);
}
