import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { operations } from '../../src/api/operations.ts';
import { errorKinds } from '../../src/domain/errors.ts';

const answer = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z.record(z.string(), z.object({ schema: z.object({ $ref: z.string().optional() }) })).optional(),
});
const documented = z
  .object({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.object({ operationId: z.string(), responses: z.record(z.string(), answer) })),
    ),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(JSON.parse(readFileSync('openapi.json', 'utf8')));

const all = Object.entries(documented.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

describe('openapi.json', () => {
  it('is what the procedures say (else run npm run openapi)', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect(readFileSync('openapi.json', 'utf8')).toBe(
      `${JSON.stringify(openApiDocument(version), null, 2)}\n`,
    );
  });

  it('has every procedure with a path, the upload, and the events', () => {
    const served = operations().map(({ meta }) => `${meta.openapi.method} ${meta.openapi.path}`);
    expect(all.map(({ name }) => name).sort()).toEqual(
      [...served, 'POST /files', 'GET /projects/{id}/events'].sort(),
    );
  });

  it.each(all)('gives every error of $name the problem body and codes of that status', ({ operation }) => {
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    expect(errors.length).toBeGreaterThan(5);
    for (const [status, { content, description }] of errors) {
      expect(content?.['application/problem+json']?.schema.$ref).toBe('#/components/schemas/Problem');
      const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? '');
      const statuses = codes.map(
        (code) => Object.entries(errorKinds).find(([known]) => known === code)?.[1].status,
      );
      expect(new Set(statuses)).toEqual(new Set([Number(status)]));
    }
  });

  it.each(all)('gives $name exactly one status of success, 201 only with Location', ({ name, operation }) => {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    expect(successes).toHaveLength(1);
    const [[status, { headers = {}, content }] = ['', answer.parse({ description: '' })]] = successes;
    expect('Location' in headers).toBe(status === '201');
    const type = name === 'GET /projects/{id}/events' ? 'text/event-stream' : 'application/json';
    expect(Object.keys(content ?? {})).toEqual([type]);
  });

  it('points to nothing that is not there', () => {
    const refs = [...JSON.stringify(documented).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    for (const name of refs) expect(documented.components.schemas).toHaveProperty([name ?? '']);
    expect(Object.keys(documented.components.schemas).filter((name) => /^(__|error\.)/.test(name))).toEqual(
      [],
    );
  });

  it('names no operation twice', () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
