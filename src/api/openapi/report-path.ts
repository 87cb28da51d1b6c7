import { z } from 'zod';
import { jsonReportSchema } from '../../services/report/formats/json.ts';
import { type ReportFormatName, reportFormatNames, reportFormats } from '../../services/report/formats.ts';
import { idOf } from '../fields.ts';
import { reportQuery } from '../reports/schemas.ts';
import type { Endpoint } from './operation.ts';

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
export const reportEndpoint: Endpoint = {
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
