import type { Request, Response } from 'express';
import { fieldProblems } from '../../api/field-problems.ts';
import { reportQuery } from '../../api/reports/schemas.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { attachmentHeader } from '../../domain/served-as.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/** Sends the report of a run as a file download. */
export function projectReport({ services }: Pick<HttpDependencies, 'services'>) {
  const query = reportQuery();
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, matched, wantsBody } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    const projectId = matched?.parameters.id ?? '';
    const asked = query.safeParse({ ...req.query });
    if (!asked.success) return refuseInvalid(fieldProblems(asked.error.issues));
    const { name, mediaType, content } = await services.reports.of(caller.actor, projectId, asked.data);
    res.setHeader('Content-Type', mediaType);
    res.setHeader('Content-Disposition', attachmentHeader(name));
    res.setHeader('Cache-Control', 'private, no-cache');
    res.setHeader('Content-Length', Buffer.byteLength(content));
    res.end(wantsBody ? content : undefined);
  };
}
