import type { Request, Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import type { HttpDependencies } from '../dependencies.ts';

/**
 * The path to which the identity provider sends the browser back. It only ever redirects to the home page of the
 * dashboard, with the reason if the sign-in was refused, so that no link can use it to redirect elsewhere.
 */
export function finishSignIn({ singleSignOn }: Pick<HttpDependencies, 'singleSignOn'>) {
  return async (req: Request, res: Response): Promise<void> => {
    if (singleSignOn === null) throw new AppError('path_not_found', 'no identity provider is configured');
    const at = req.originalUrl.indexOf('?');
    const query = new URLSearchParams(at === -1 ? '' : req.originalUrl.slice(at));
    const { cookies, refused } = await singleSignOn.finish(
      query,
      req.headers.cookie ?? '',
      req.headers['user-agent'] ?? '',
    );
    for (const cookie of cookies) res.append('Set-Cookie', cookie);
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(303, refused === null ? '/' : `/?sign-in=${refused}`);
  };
}
