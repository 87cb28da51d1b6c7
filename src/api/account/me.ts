import { z } from 'zod';
import { publicProcedure } from '../trpc.ts';
import { userRecord } from './schemas.ts';

/**
 * Returns the signed-in user (null for a visitor) with the model that checks rules and the folders that projects may watch,
 * whether an account can be created now, whether people get links for a new password by mail, and whether people can sign
 * in with an identity provider.
 */
export const whoAmI = publicProcedure
  .output(
    z.object({
      user: userRecord
        .extend({
          isAdministrator: z.boolean(),
          hasPassword: z.boolean(),
          model: z.string().nullable(),
          watchFolders: z.array(z.string()),
        })
        .nullable(),
      signUp: z.object({ open: z.boolean(), first: z.boolean() }),
      resetByMail: z.boolean(),
      singleSignOn: z.boolean(),
    }),
  )
  .query(async ({ ctx }) => {
    const { accounts, headers, passwordResets } = ctx;
    const session = headers.cookie && (await accounts.session(headers.cookie));
    const user = session
      ? {
          ...session.user,
          isAdministrator: await accounts.isAdministrator(session.user._id),
          hasPassword: await accounts.hasPassword(session.user._id),
          model: ctx.model,
          watchFolders: [...ctx.services.projects.watchFolders],
        }
      : null;
    return {
      user,
      signUp: await accounts.signUpState(),
      resetByMail: passwordResets.byMail,
      singleSignOn: ctx.singleSignOn !== null,
    };
  });
