import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type Operation, operations } from '../../src/api/operations.ts';
import { headers } from './headers.ts';
import { nameModelParts } from './names.ts';
import { eventsSecurity, nativeEndpoints } from './native-endpoints.ts';
import { describedOperation, type Endpoint } from './operation.ts';
import { type JsonMap, tidied } from './tidy.ts';

const description = `Check documents against your own rules. A **rule set** (\`/politics\`) is a reusable set of rules; a
**project** applies one to files. Checking a project (status \`deploying\`) starts a run; its findings are labeled CONFIRMED,
NOT FOUND or ESTIMATED, and each cites the page and the words that support it.

Send your API token in the header \`api-token\`; create one on the dashboard. Bodies are JSON. A request with unknown fields
is rejected, and the error names them. Every error is a problem (RFC 9457) with a stable \`code\`. A request with a method
that the path does not support gets 405 with \`Allow\`.`;

const tags = [
  'politics',
  'projects',
  'findings',
  'runs',
  'notifications',
  'files',
  'verify',
  'audit',
  'usage',
  'workspaces',
];

/**
 * Returns the OpenAPI document of everything under /v1. It is generated from the schemas with which the service parses
 * requests.
 */
export function openApiDocument(version: string): JsonMap {
  nameModelParts();
  const endpoints = [...operations().map(endpointOf), ...nativeEndpoints];
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: 'Proviso', description, version },
    servers: [{ url: '/v1' }],
    tags: tags.map((name) => ({ name })),
    security: [{ apiToken: [] }, { bearer: [] }],
    paths: pathsOf(endpoints),
    components: {
      headers,
      securitySchemes: {
        apiToken: { type: 'apiKey', in: 'header', name: 'api-token' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token.' },
        ...eventsSecurity,
      },
    },
  });
  return tidied(z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(document))));
}

function pathsOf(endpoints: Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describedOperation(endpoint),
    };
  }
  return paths;
}

/**
 * Describes a procedure. Input fields that are not in the path are in the body if the method has one, otherwise in the
 * query.
 */
function endpointOf({ procedure, meta, input, output }: Operation): Endpoint {
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
