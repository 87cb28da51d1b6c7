import { z } from 'zod';
import { resultSchema } from '../../../engine/model/result.ts';
import { idOf } from '../fields.ts';
import { reportQuery } from '../reports/schemas.ts';
import type { Endpoint } from './operation.ts';

/** The endpoint of the report of a run. It is not a procedure, because its response is a file. */
export const reportEndpoint: Endpoint = {
  operationId: 'projects-report',
  method: 'GET',
  path: '/projects/{id}/report',
  summary: 'Get the report of a run as a file',
  description:
    'One file with the findings of a run and their reviews. The header Content-Disposition has its name.',
  tags: ['runs'],
  meta: { errors: ['project_not_found', 'run_not_found', 'run_not_ended', 'report_too_large'] },
  isFile: true,
  inPath: z.object({ id: idOf('project') }),
  inQuery: reportQuery(),
  answer: { 'application/json': { schema: resultSchema }, 'text/markdown': { schema: { type: 'string' } } },
};
