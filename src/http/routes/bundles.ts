import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { bundleQuery } from '../../api/bundles/schemas.ts';
import { fieldProblems } from '../../api/field-problems.ts';
import { publicJwk } from '../../bundle/signing-key.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { attachmentHeader } from '../../domain/served-as.ts';
import { closingOf } from '../closing.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/** How long clients may cache the public keys, in seconds. */
const keysForSeconds = 300;

/** Makes the bundle of a run and sends it as a file download. */
export function projectBundle({ services }: Pick<HttpDependencies, 'services'>) {
  const query = bundleQuery();
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, matched, wantsBody } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    const asked = query.safeParse({ ...req.query });
    if (!asked.success) return refuseInvalid(fieldProblems(asked.error.issues));
    const { runId, sources } = asked.data;
    const wanted = { withSources: sources === 'true', ...(runId !== undefined && { runId }) };
    const projectId = matched?.parameters.id ?? '';
    const bundle = await services.bundles.make(caller.actor, projectId, wanted, closingOf(res));
    try {
      res.setHeader('Content-Type', 'application/octet-stream');
      res.setHeader('Content-Disposition', attachmentHeader(bundle.name));
      res.setHeader('Cache-Control', 'private, no-cache');
      res.setHeader('Content-Length', bundle.bytes);
      if (wantsBody) await pipeline(createReadStream(bundle.path), res);
      else res.end();
    } finally {
      await bundle.close();
    }
  };
}

/** Sends every public key with which this installation has signed. Anybody may read them: no token is needed. */
export function signingKeys({ services }: Pick<HttpDependencies, 'services'>) {
  return async (_req: Request, res: Response): Promise<void> => {
    const keys = (await services.bundles.keys()).map(publicJwk);
    res.setHeader('Cache-Control', `public, max-age=${keysForSeconds}`);
    res.json({ keys });
  };
}
