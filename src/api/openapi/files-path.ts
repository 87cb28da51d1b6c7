import { z } from 'zod';
import { done } from '../answers.ts';
import { uploadedFile } from '../files/schemas.ts';
import type { OperationMeta } from './operation.ts';

export const uploadMeta: OperationMeta = {
  success: 201,
  errors: ['upload_refused', 'upload_incomplete', 'upload_too_large'],
  idempotent: true,
  takesBytes: true,
};

/** The upload of a file, which no procedure serves because it is streamed. */
export const uploadOperation = {
  operationId: 'files-upload',
  summary: 'Upload a file',
  description:
    'Send the bytes of the file as the body with its name in the query, or a form with the field file. The type is ' +
    'found by the content. A file that no record uses is removed after a day. Up to 200 MB, as the service is set.',
  tags: ['files'],
  security: [{ apiToken: [] }, { bearer: [] }],
  requestParams: {
    query: z.object({
      name: z
        .string()
        .optional()
        .meta({ description: 'Name of the file with its ending; not needed with a form.' }),
    }),
  },
  requestBody: {
    required: true,
    content: {
      'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) },
      'multipart/form-data': { schema: z.object({ file: z.string().meta({ format: 'binary' }) }) },
    },
  },
  responses: { '200': { description: '', content: { 'application/json': { schema: done(uploadedFile) } } } },
};
