import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { signInProcedure } from '../trpc.ts';

/** Begins a sign-in with the identity provider: returns the URL to which the browser goes. */
export const startSingleSignOn = signInProcedure
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx }) => {
    if (ctx.singleSignOn === null) {
      throw new AppError('path_not_found', 'this service has no identity provider: sign in with a password');
    }
    const { url, cookies } = await ctx.singleSignOn.start();
    ctx.answer.cookies = cookies;
    return { url };
  });
