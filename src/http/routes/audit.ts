import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { fieldProblems } from '../../api/field-problems.ts';
import { auditExportEndpoint } from '../../api/openapi/audit-path.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { attachmentHeader } from '../../domain/served-as.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/** Sends the audit log as a file of JSON lines. */
export function auditExport({ services }: Pick<HttpDependencies, 'services'>) {
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, wantsBody } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    const asked = auditExportEndpoint.inQuery.safeParse({ ...req.query });
    if (!asked.success) return refuseInvalid(fieldProblems(asked.error.issues));
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Content-Disposition', attachmentHeader('audit.jsonl'));
    res.setHeader('Cache-Control', 'private, no-cache');
    if (wantsBody) await pipeline(Readable.from(services.audit.export(caller.actor)), res);
    else res.end();
  };
}
