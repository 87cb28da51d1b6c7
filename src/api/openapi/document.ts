import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { operations } from '../operations.ts';
import { problemSchema } from '../problem.ts';
import { appRouter } from '../router.ts';

import { eventsMeta, eventsOperation } from './events-path.ts';
import { uploadMeta, uploadOperation } from './files-path.ts';
import { describeOperation, headers, type OperationDocument } from './operation.ts';
import { type JsonMap, tidied } from './tidy.ts';

const description = `Check documents against your own rules. A **politics** is a reusable set of rules; a **project** applies
one to files. Deploying a project starts a run; its findings are labeled CONFIRMED, NOT FOUND or ESTIMATED, and each
shows the page and the words it rests on.

Send your API token in the header \`api-token\`; make one on the dashboard. Bodies are JSON. Fields that are not known
are refused by name. Every error is a problem (RFC 9457) with a stable \`code\`.`;

/** The OpenAPI document of everything under /v1: generated from the procedures, then made to say what is true of the answers. */
export function openApiDocument(version: string): JsonMap {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Proviso',
    description,
    version,
    baseUrl: '/v1',
    tags: ['politics', 'projects', 'findings', 'runs', 'notifications', 'files'],
    securitySchemes: {
      apiToken: { type: 'apiKey', in: 'header', name: 'api-token' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same token.' },
    },
    paths: {
      '/files': { post: uploadOperation },
      '/projects/{id}/events': { get: eventsOperation },
    },
    defs: { Problem: problemSchema },
  });
  const described = [
    ...operations().map(({ meta }) => ({ ...meta.openapi, meta })),
    { method: 'POST', path: '/files', meta: uploadMeta },
    { method: 'GET', path: '/projects/{id}/events', meta: eventsMeta },
  ];
  for (const { method, path, meta } of described) {
    const item = new Map<string, OperationDocument>(Object.entries(document.paths?.[path] ?? {}));
    const operation = item.get(method.toLowerCase());
    if (!operation) throw new Error(`the generator left out ${method} ${path}`);
    describeOperation(operation, method, meta);
  }
  const complete = { ...document, components: { ...document.components, headers } };
  return tidied(z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(complete))));
}
