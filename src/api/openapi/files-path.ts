import { z } from 'zod';
import { done } from '../answers.ts';
import { filledText } from '../fields.ts';
import { uploadedFile } from '../files/schemas.ts';
import type { Endpoint } from './operation.ts';

const bytes = () => z.string().min(1).meta({ format: 'binary' });

/** The endpoint for uploading a file. It is not a procedure, because its body is streamed. */
export const uploadEndpoint: Endpoint = {
  operationId: 'files-upload',
  method: 'POST',
  path: '/files',
  summary: 'Upload a file',
  description:
    'Send the file as the body, with its name in the query, or in the field file of a form. Its type is detected from ' +
    'the content. A file that no project or rule set uses is removed after a day. At most 200 MB by default.',
  tags: ['files'],
  meta: {
    needs: 'write',
    success: 201,
    errors: ['quota_exceeded', 'upload_refused', 'upload_incomplete', 'upload_too_large'],
    idempotent: true,
  },
  inQuery: z.object({
    name: filledText()
      .exactOptional()
      .meta({ description: 'Name of the file, with its extension. A form needs no name.' }),
  }),
  body: {
    'application/octet-stream': { schema: bytes() },
    'multipart/form-data': { schema: z.object({ file: bytes() }).meta({ id: 'FilesUploadForm' }) },
  },
  answer: { 'application/json': { schema: done(uploadedFile) } },
};
