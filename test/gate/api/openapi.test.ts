import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../../packaging/openapi/document.ts';
import { operations } from '../../../src/api/operations.ts';
import { errorKinds } from '../../../src/domain/errors.ts';
import { reportFormats } from '../../../src/services/report/formats.ts';

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const answer = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ $ref: z.string() })).optional(),
  content: content.optional(),
});
const parameter = z.object({
  in: z.string(),
  name: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), answer),
});
const committed: unknown = JSON.parse(readFileSync('openapi.json', 'utf8'));
const documented = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(committed);
const { schemas } = documented.components;

const all = Object.entries(documented.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, found]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: found,
  })),
);

const reportTypes = Object.fromEntries(
  Object.entries(reportFormats).map(([name, { mediaType }]) => [
    mediaType.replace(/;.*/, ''),
    name === 'json' || name === 'sarif' ? 'object' : 'string',
  ]),
);

describe('openapi.json', () => {
  it('matches the procedures (otherwise run npm run openapi)', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(readFileSync('openapi.json', 'utf8')).toBe(
      `${JSON.stringify(openApiDocument(version), null, 2)}\n`,
    );
  });

  it('contains every procedure that has a path, and the paths of files, streams and keys', () => {
    const served = operations().map(({ meta }) => `${meta.openapi.method} ${meta.openapi.path}`);
    expect(all.map(({ name }) => name).sort()).toEqual(
      [
        ...served,
        ...['POST /files', 'GET /projects/{id}/events', 'GET /projects/{id}/report'],
        ...['GET /projects/{id}/bundle', 'GET /.well-known/jwks.json', 'GET /audit/export'],
      ].sort(),
    );
  });

  it.each(all)(
    'describes every error of $name with the problem body and the codes for its status',
    ({ name, operation }) => {
      const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      // Nothing in a request for the public keys can be wrong.
      expect(errors.length).toBeGreaterThan(name === 'GET /.well-known/jwks.json' ? 1 : 5);
      for (const [status, { content, description }] of errors) {
        expect(content?.['application/problem+json']?.schema.$ref).toBe('#/components/schemas/Problem');
        const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? '');
        const statuses = codes.map(
          (code) => Object.entries(errorKinds).find(([known]) => known === code)?.[1].status,
        );
        expect(new Set(statuses)).toEqual(new Set([Number(status)]));
      }
    },
  );

  it.each(all)(
    'has exactly one success status for $name, and 201 only with a Location header',
    ({ name, operation }) => {
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      expect(successes).toHaveLength(1);
      const [[status, { headers = {}, content }] = ['', answer.parse({ description: '' })]] = successes;
      expect('Location' in headers).toBe(status === '201');
      const others: Record<string, object> = {
        'GET /projects/{id}/events': { 'text/event-stream': 'object' },
        'GET /projects/{id}/report': reportTypes,
        'GET /projects/{id}/bundle': { 'application/octet-stream': 'string' },
        'GET /audit/export': { 'text/plain': 'string' },
      };
      const types = others[name] ?? { 'application/json': 'object' };
      expect(Object.keys(content ?? {}).sort()).toEqual(Object.keys(types).sort());
      for (const [type, is] of Object.entries(types)) {
        expect(bodyOf(content?.[type]?.schema)).toMatchObject({ type: is });
      }
    },
  );

  it.each(all)('describes each parameter of $name', ({ operation: { parameters, summary } }) => {
    expect(summary).toMatch(/^[A-Z].+[^.]$/);
    for (const { name, description } of parameters) expect(description, name).toMatch(/^\S.*\.$/);
  });

  it.each(
    operations().map((one) => ({ ...one, name: `${one.meta.openapi.method} ${one.meta.openapi.path}` })),
  )(
    'requires the parameters and fields of $name that the service requires, and no others',
    ({ name, input, meta }) => {
      const { operation } = all.find((one) => one.name === name) ?? {};
      const inPath = [...meta.openapi.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const body = z
        .object({ required: z.array(z.string()).default([]) })
        .parse(bodyOf(operation?.requestBody?.content['application/json']?.schema) ?? {});
      const required = new Set([
        ...(operation?.parameters ?? [])
          .filter((one) => one.required && one.in !== 'header')
          .map((one) => one.name),
        ...body.required,
      ]);
      expect(operation).toBeDefined();
      for (const [field, schema] of Object.entries(input.shape)) {
        const needed = inPath.includes(field) || !z.object({ [field]: schema }).safeParse({}).success;
        expect(required.has(field), field).toBe(needed);
      }
    },
  );

  it('has unique names of schemas and operations, and only names that client generators can use', () => {
    const names = Object.keys(schemas);
    expect(names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name))).toEqual([]);
    const all = [...names, ...names.flatMap((name) => inlineChoices(name, schemas[name]))];
    const twice = all.filter((name, at) => all.findIndex((one) => same(one, name)) !== at);
    expect(twice).toEqual([]);
    const ids = documentedIds();
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a named schema for every nested object', () => {
    const nameless = Object.entries(schemas).flatMap(([name, schema]) =>
      fieldsIn(schema).flatMap((field) => (isObject(field) && 'properties' in field ? [name] : [])),
    );
    expect(nameless).toEqual([]);
  });

  it('has no recursive schema and no reference without a target', () => {
    const refs = new Map(Object.entries(schemas).map(([name, schema]) => [name, refsIn(schema)]));
    for (const name of refsIn(committed)) expect(schemas).toHaveProperty([name]);
    for (const name of refs.keys()) expect(reachable(refs, name), name).not.toContain(name);
  });

  it('has no unused schema', () => {
    const used = new Set(refsIn(committed));
    expect(Object.keys(schemas).filter((name) => !used.has(name))).toEqual([]);
  });

  it('has only valid examples', () => {
    const ajv = addFormats.default(new Ajv2020.default({ strict: false, validateFormats: true }));
    ajv.addSchema({ $id: 'document', ...documented });
    const examples = Object.entries(schemas).flatMap(([name, schema]) =>
      isObject(schema) && Array.isArray(schema.examples)
        ? schema.examples.map((example): [string, unknown] => [name, example])
        : [],
    );
    expect(examples.length).toBeGreaterThan(4);
    for (const [name, example] of examples) {
      const valid = ajv.validate({ $ref: `document#/components/schemas/${name}` }, example);
      expect(valid, `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  });
});

function documentedIds(): string[] {
  return all.map(({ operation }) => operation.operationId);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The schema itself, or the named schema that it refers to. */
function bodyOf(schema: Record<string, unknown> | undefined): unknown {
  const name = typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? schema : schemas[name];
}

/**
 * Every schema that this one contains directly, in its fields, entries and alternatives; references are not followed.
 */
function fieldsIn(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  const inside = [
    ...(isObject(properties) ? Object.values(properties) : []),
    ...[anyOf, oneOf].flatMap((choices) => (Array.isArray(choices) ? choices : [])),
    ...[items, additionalProperties].filter(isObject),
  ];
  return inside.flatMap((one) => [one, ...fieldsIn(one)]);
}

/** The names that generators derive for unnamed enums: the name of the schema followed by the name of the field. */
function inlineChoices(part: string, schema: unknown): string[] {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([field, value]) =>
    isObject(value) && Array.isArray(value.enum) ? [`${part}${field}`] : [],
  );
}

function refsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}

function reachable(refs: ReadonlyMap<string, string[]>, from: string, seen = new Set<string>()): Set<string> {
  for (const name of refs.get(from) ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    reachable(refs, name, seen);
  }
  return seen;
}
