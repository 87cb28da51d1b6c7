import type { Request, Response } from 'express';
import type { Origin } from '../../domain/audit.ts';
import { AppError } from '../../domain/errors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/**
 * The path to which the identity provider sends the browser back. It only ever redirects to the home page of the
 * dashboard, with the reason if the sign-in was refused, so that no link can use it to redirect elsewhere.
 */
export function finishSignIn({
  singleSignOn,
  accounts,
  services,
}: Pick<HttpDependencies, 'singleSignOn' | 'accounts' | 'services'>) {
  return async (req: Request, res: Response): Promise<void> => {
    if (singleSignOn === null) throw new AppError('path_not_found', 'no identity provider is configured');
    const at = req.originalUrl.indexOf('?');
    const query = new URLSearchParams(at === -1 ? '' : req.originalUrl.slice(at));
    const origin: Origin = {
      ...{ via: 'sign_in', userId: null, credentialId: null },
      ...{ address: req.ip ?? null, requestId: contextOf(req).requestId },
    };
    const { cookies, refused } = await services.audit.during(
      { action: 'account.signInWithProvider', origin, ownerId: null },
      () => singleSignOn.finish(query, req.headers.cookie ?? '', req.headers['user-agent'] ?? ''),
      async (finished) => {
        if (finished.refused !== null) return { outcome: 'failed' };
        const cookie = finished.cookies.map((one) => one.split(';', 1)[0]).join('; ');
        const ownerId = (await accounts.session(cookie))?.user._id ?? null;
        return { outcome: 'done', ownerId, record: ownerId === null ? null : { kind: 'user', id: ownerId } };
      },
    );
    for (const cookie of cookies) res.append('Set-Cookie', cookie);
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(303, refused === null ? '/' : `/?sign-in=${refused}`);
  };
}
