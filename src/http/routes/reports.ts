import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { fieldProblems } from '../../api/field-problems.ts';
import { reportQuery, reportRequest } from '../../api/reports/schemas.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { attachmentHeader } from '../../domain/served-as.ts';
import type { ReportParts } from '../../services/report/render-report.ts';
import type { ReportFile } from '../../services/report/reports.ts';
import { closingOf } from '../closing.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/**
 * Sends the report of a run as a file download, part by part. The first part is made before the headers are sent, so
 * that a failure gets a response of its own. Making the report stops when the client closes the connection.
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
    const parts = wantsBody ? await startedParts(file, closingOf(res)) : [];
    res.setHeader('Content-Type', file.mediaType);
    res.setHeader('Content-Disposition', attachmentHeader(file.name));
    res.setHeader('Cache-Control', 'private, no-cache');
    await pipeline(Readable.from(parts, { objectMode: false }), res);
  };
}

/** Opens the report and makes its first part. */
async function startedParts(file: ReportFile, signal: AbortSignal): Promise<ReportParts> {
  const parts = eachOf(await file.open(signal));
  const first = await parts.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* parts;
  })();
}

async function* eachOf(parts: ReportParts): AsyncGenerator<string | Uint8Array> {
  yield* parts;
}
