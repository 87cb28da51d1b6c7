import { z } from 'zod';
import { done } from '../../src/api/answers.ts';
import { auditExportQuery } from '../../src/api/audit/schemas.ts';
import { bundleQuery, keySet } from '../../src/api/bundles/schemas.ts';
import { filledText, idOf } from '../../src/api/fields.ts';
import { uploadedFile } from '../../src/api/files/schemas.ts';
import { reportQuery } from '../../src/api/reports/schemas.ts';
import { jsonReportSchema } from '../../src/services/report/formats/json.ts';
import {
  type ReportFormatName,
  reportFormatNames,
  reportFormats,
} from '../../src/services/report/formats.ts';
import type { Endpoint } from './operation.ts';

const bytes = () => z.string().min(1).meta({ format: 'binary' });

/** The endpoint for uploading a file. It is not a procedure, because its body is streamed. */
const uploadEndpoint: Endpoint = {
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

/**
 * The security scheme of the events URL: a ticket in the query, because a browser's EventSource cannot send headers.
 */
export const eventsSecurity = {
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description:
      'The ticket from POST /projects/{id}/events/ticket; valid for one minute, and only for that project.',
  },
} as const;

/**
 * The schema of one event. Before OpenAPI 3.2, a document cannot describe the events of a stream, so tools apply the
 * schema of the stream to each event.
 */
const serverSentEvent = z
  .object({
    event: z.literal('progress'),
    id: z.string().meta({ description: 'Changes whenever the project changes.' }),
    data: z.string().meta({
      contentMediaType: 'application/json',
      description: 'JSON with the status and the progress of the project, as GET /projects/{id} shows them.',
    }),
  })
  .meta({ id: 'ServerSentEvent' });

/** The endpoint of the event stream of a project. It is not a procedure, because its response is a stream. */
const eventsEndpoint: Endpoint = {
  operationId: 'projects-events',
  method: 'GET',
  path: '/projects/{id}/events',
  summary: 'Stream the changes of a project',
  description:
    'A stream of server-sent events. The first event has the current state of the project; each later event is sent ' +
    'after a change. Comments between the events keep the connection open. The stream ends after ten minutes: open it ' +
    'again with the id of the last event.',
  tags: ['projects'],
  meta: { needs: 'read', errors: ['project_not_found', 'too_many_streams'] },
  inPath: z.object({ id: idOf('project') }),
  inHeader: z.object({
    'Last-Event-ID': z.string().exactOptional().meta({
      description: 'The id of the last event that you received; the stream continues after this event.',
    }),
  }),
  answer: { 'text/event-stream': { schema: serverSentEvent } },
  security: ['ticket'],
};

const binary = { type: 'string', format: 'binary' } as const;

const sarifRun = z
  .looseObject({
    tool: z.looseObject({}).meta({ id: 'SarifTool', description: 'The version of Proviso and the rules.' }),
    results: z.array(
      z.looseObject({ ruleId: z.string() }).meta({ id: 'SarifResult', description: 'A finding.' }),
    ),
  })
  .meta({ id: 'SarifRun' });

/** The schemas of the formats that are not text. The published schema of SARIF describes the rest of a log. */
const schemas: Partial<Record<ReportFormatName, z.ZodType | { type: 'string'; format: 'binary' }>> = {
  json: jsonReportSchema,
  sarif: z
    .looseObject({
      $schema: z.url(),
      version: z.literal('2.1.0'),
      runs: z.array(sarifRun).min(1),
    })
    .meta({ id: 'SarifLog', description: 'A SARIF 2.1.0 log, as OASIS specifies it.' }),
  pdf: binary,
  docx: binary,
  xlsx: binary,
};

/** The endpoint of the report of a run. It is not a procedure, because its response is a file. */
const reportEndpoint: Endpoint = {
  operationId: 'projects-report',
  method: 'GET',
  path: '/projects/{id}/report',
  summary: 'Get the report of a run as a file',
  description:
    'One file with the findings of a run and their reviews, or with those that the parameters select. The header Content-Disposition has its name.',
  tags: ['runs'],
  meta: {
    needs: 'read',
    errors: ['project_not_found', 'run_not_found', 'run_not_ended', 'report_too_large', 'too_costly'],
  },
  isFile: true,
  inPath: z.object({ id: idOf('project') }),
  inQuery: reportQuery(),
  answer: answerByMediaType(),
};

/** The body for each media type of a report, without the parameters of the media type. */
function answerByMediaType(): Endpoint['answer'] {
  return Object.fromEntries(
    reportFormatNames.map((name) => {
      const { mediaType } = reportFormats[name];
      const type = mediaType.replace(/;.*/, '');
      return [type, { schema: schemas[name] ?? { type: 'string' } }];
    }),
  );
}

/** The endpoint of the bundle of a run. It is not a procedure, because its response is a file. */
const bundleEndpoint: Endpoint = {
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
const keysEndpoint: Endpoint = {
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

/** The endpoint of the export of the audit log. It is not a procedure, because its response is a file. */
const auditExportEndpoint: Endpoint = {
  operationId: 'audit-export',
  method: 'GET',
  path: '/audit/export',
  summary: 'Export the audit log',
  description:
    'JSON lines: every entry, oldest first, and a last line that is signed with the key of this installation. `proviso audit verify` checks the file offline.',
  tags: ['audit'],
  meta: { needs: 'administer', errors: ['workspace_not_found'] },
  inQuery: auditExportQuery(),
  isFile: true,
  answer: { 'text/plain': { schema: { type: 'string' } } },
};

/** The endpoints that are not procedures. */
export const nativeEndpoints = [
  uploadEndpoint,
  eventsEndpoint,
  reportEndpoint,
  bundleEndpoint,
  keysEndpoint,
  auditExportEndpoint,
];
