import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { auditExportQuery } from '../../api/audit/schemas.ts';
import { bundleQuery } from '../../api/bundles/schemas.ts';
import { fieldProblems } from '../../api/field-problems.ts';
import { reportQuery, reportRequest } from '../../api/reports/schemas.ts';
import { publicJwk } from '../../bundle/signing-key.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import { attachmentHeader } from '../../domain/served-as.ts';
import { closingOf } from '../closing.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

type Parts = Pick<HttpDependencies, 'services'>;

/** How long clients may cache the public keys, in seconds. */
const keysForSeconds = 300;

/** `closing` is aborted when the client closes the connection. */
type Asked<Query> = {
  actor: Actor;
  projectId: string;
  query: Query;
  wantsBody: boolean;
  closing: AbortSignal;
};

type Download = {
  name: string;
  mediaType: string;
  bytes?: number;
  /** Null if only the headers are wanted. */
  content: (() => Readable) | null;
  close?(): Promise<void>;
};

/**
 * Sends a file as a download. The file is made before the headers are sent, so that a failure gets a response of its
 * own.
 */
function download<Query>(query: z.ZodType<Query>, make: (asked: Asked<Query>) => Promise<Download>) {
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, matched, wantsBody } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    const asked = query.safeParse({ ...req.query });
    if (!asked.success) return refuseInvalid(fieldProblems(asked.error.issues));
    const { name, mediaType, bytes, content, close } = await make({
      ...{ actor: caller.actor, projectId: matched?.parameters.id ?? '', query: asked.data, wantsBody },
      closing: closingOf(res),
    });
    try {
      res.setHeader('Content-Type', mediaType);
      res.setHeader('Content-Disposition', attachmentHeader(name));
      res.setHeader('Cache-Control', 'private, no-cache');
      if (bytes !== undefined) res.setHeader('Content-Length', bytes);
      if (content !== null && wantsBody) await pipeline(content(), res);
      else res.end();
    } finally {
      await close?.();
    }
  };
}

/** Sends the report of a run. */
export function projectReport({ services }: Parts) {
  return download(reportQuery(), async ({ actor, projectId, query, wantsBody, closing }) => {
    const { name, mediaType, make } = await services.reports.of(actor, projectId, reportRequest(query));
    const made = wantsBody ? await make(closing) : null;
    const content = made && (() => createReadStream(made.path));
    return { name, mediaType, content, ...(made && { close: made.close }) };
  });
}

/** Makes the bundle of a run and sends it. */
export function projectBundle({ services }: Parts) {
  return download(bundleQuery(), async ({ actor, projectId, query: { runId, sources }, closing }) => {
    const wanted = { withSources: sources === 'true', ...(runId !== undefined && { runId }) };
    const made = await services.bundles.make(actor, projectId, wanted, closing);
    const { name, bytes, path, close } = made;
    return {
      name,
      bytes,
      mediaType: 'application/octet-stream',
      content: () => createReadStream(path),
      close,
    };
  });
}

/** Sends the audit log as JSON lines. */
export function auditExport({ services }: Parts) {
  return download(auditExportQuery(), async ({ actor }) => ({
    name: 'audit.jsonl',
    mediaType: 'text/plain; charset=utf-8',
    content: () => Readable.from(services.audit.export(actor)),
  }));
}

/** Sends every public key with which this installation has signed. Anybody may read them: no token is needed. */
export function signingKeys({ services }: Parts) {
  return async (_req: Request, res: Response): Promise<void> => {
    const keys = (await services.bundles.keys()).map(publicJwk);
    res.setHeader('Cache-Control', `public, max-age=${keysForSeconds}`);
    res.json({ keys });
  };
}
