import { z } from 'zod';
import { bundleQuery, keySet } from '../bundles/schemas.ts';
import { idOf } from '../fields.ts';
import type { Endpoint } from './operation.ts';

/** The endpoint of the bundle of a run. It is not a procedure, because its response is a file. */
export const bundleEndpoint: Endpoint = {
  operationId: 'projects-bundle',
  method: 'GET',
  path: '/projects/{id}/bundle',
  summary: 'Get a run as a signed bundle',
  description:
    'One ZIP file that proves itself: the result with its reviews, the rules, the text of the cited pages, and the chain of events, signed with the key of this installation. `proviso verify` and a small program without dependencies check it offline.',
  tags: ['runs'],
  meta: {
    needs: 'read',
    errors: [
      ...(['project_not_found', 'run_not_found', 'run_not_ended', 'text_not_found'] as const),
      ...(['report_too_large', 'bundle_too_large', 'too_costly'] as const),
    ],
  },
  isFile: true,
  inPath: z.object({ id: idOf('project') }),
  inQuery: bundleQuery(),
  answer: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

/** The public keys of the installation. They are served without authentication, because everybody may check a bundle. */
export const keysEndpoint: Endpoint = {
  operationId: 'signing-keys',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys that verify bundles',
  description:
    'All keys with which this installation has signed bundles, oldest first (RFC 7517, RFC 8037). No token is needed.',
  tags: ['runs'],
  meta: {},
  isPublic: true,
  answer: { 'application/json': { schema: keySet } },
};
