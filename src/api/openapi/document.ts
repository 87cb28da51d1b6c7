import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { operations } from '../operations.ts';
import { headers } from './headers.ts';
import { nameModelParts } from './names.ts';
import { eventsSecurity, nativeEndpoints } from './native-endpoints.ts';
import { describedOperation, type Endpoint } from './operation.ts';
import { endpointOf } from './procedure.ts';
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
