import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { fieldProblems } from '../../api/field-problems.ts';
import { reportQuery, reportRequest } from '../../api/reports/schemas.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { attachmentHeader } from '../../domain/served-as.ts';
import { closingOf } from '../closing.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/**
 * Sends the report of a run as a file download. The report is made before the headers are sent, so that a failure gets a
 * response of its own. Making the report stops when the client closes the connection.
 */
export function projectReport({ services }: Pick<HttpDependencies, 'services'>) {
  const query = reportQuery();
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, matched, wantsBody } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    const projectId = matched?.parameters.id ?? '';
    const asked = query.safeParse({ ...req.query });
    if (!asked.success) return refuseInvalid(fieldProblems(asked.error.issues));
    const file = await services.reports.of(caller.actor, projectId, reportRequest(asked.data));
    const made = wantsBody ? await file.make(closingOf(res)) : null;
    try {
      res.setHeader('Content-Type', file.mediaType);
      res.setHeader('Content-Disposition', attachmentHeader(file.name));
      res.setHeader('Cache-Control', 'private, no-cache');
      if (made === null) res.end();
      else await pipeline(createReadStream(made.path), res);
    } finally {
      await made?.close();
    }
  };
}
