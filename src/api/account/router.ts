import { z } from 'zod';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { UserContext } from '../context.ts';
import { idOf, strict } from '../fields.ts';
import { originOf } from '../recorded.ts';
import { passwordProcedure, publicProcedure, router, sessionProcedure, signInProcedure } from '../trpc.ts';
import { email, personName, sessionRecord, signedOut, userRecord } from './schemas.ts';

const refusals = ['wrong_credentials', 'account_disabled'];

/** For the dashboard only: these procedures are not served under /v1. */
export const accountRouter = router({
  /**
   * Returns the signed-in user (null for a visitor) with the model that checks rules and the folders that projects may
   * watch, whether an account can be created now, whether people get links for a new password by mail, and whether people
   * can sign in with an identity provider.
   */
  me: publicProcedure
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
        signUp: z.object({ open: z.boolean(), first: z.boolean(), invited: z.boolean() }),
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
    }),

  /** Creates an account. The secret of an invitation to a workspace admits its email, also if sign-up is not open. */
  signUp: signInProcedure
    .input(
      strict({
        ...{ email: email(), password: z.string(), name: personName().default('') },
        invitation: z.string().max(200).optional(),
      }),
    )
    .output(userRecord)
    .mutation(async ({ ctx, input: { invitation, ...input } }) => {
      const offer = invitation === undefined ? null : await ctx.members.offer(null, invitation);
      if (offer !== null && offer.email !== input.email.toLowerCase())
        refuseInvalid([{ path: 'email', message: 'must be the one that was invited' }]);
      if (ctx.fromUnknownHost && (await ctx.accounts.signUpState()).first) {
        const what =
          'the first account administers the service, so it can be created only at the address in PUBLIC_URL';
        throw new AppError('forbidden', `${what}, at localhost, or at an IP address`);
      }
      const change = { action: 'account.signUp', origin: originOf(ctx), ownerId: null, email: input.email };
      const { user, cookies } = await ctx.services.audit.during(
        change,
        () => ctx.accounts.signUp(input, ctx.headers.userAgent, offer !== null),
        (made) => ({ outcome: 'done', ownerId: made.user._id, record: { kind: 'user', id: made.user._id } }),
      );
      ctx.answer.cookies = cookies;
      return user;
    }),

  signIn: signInProcedure
    .input(strict({ email: email(), password: z.string() }))
    .output(userRecord)
    .mutation(async ({ ctx, input }) => {
      const known = await ctx.accounts.find(input.email);
      const change = { action: 'account.signIn', origin: originOf(ctx), ownerId: known?._id ?? null };
      const attempt = () => ctx.accounts.signIn(input, ctx.headers.userAgent).catch(refusalOf);
      const result = await ctx.services.audit.during(
        { ...change, email: input.email },
        attempt,
        (signedIn) =>
          signedIn instanceof AppError
            ? { outcome: known === null ? 'failed' : 'refused' }
            : {
                outcome: 'done',
                ownerId: signedIn.user._id,
                record: { kind: 'user', id: signedIn.user._id },
              },
      );
      if (result instanceof AppError) throw result;
      ctx.answer.cookies = result.cookies;
      return result.user;
    }),

  signOut: publicProcedure.output(signedOut).mutation(async ({ ctx }) => {
    const { cookie } = ctx.headers;
    if (cookie === null) return { success: true };
    const origin = originOf(ctx);
    ctx.answer.cookies = await ctx.services.audit.during(
      { action: 'account.signOut', origin, ownerId: origin.userId },
      () => ctx.accounts.signOut(cookie),
      () => ({ outcome: origin.userId === null ? 'failed' : 'done' }),
    );
    return { success: true };
  }),

  /** Begins a sign-in with the identity provider: returns the URL to which the browser goes. */
  startSingleSignOn: signInProcedure.output(z.object({ url: z.string() })).mutation(async ({ ctx }) => {
    if (ctx.singleSignOn === null) {
      throw new AppError('path_not_found', 'this service has no identity provider: sign in with a password');
    }
    const { url, cookies } = await ctx.singleSignOn.start();
    ctx.answer.cookies = cookies;
    return { url };
  }),

  /**
   * Sends a link to set a new password, if an account has the email. The answer is the same for every email. Throws
   * `mail_not_set_up`.
   */
  requestPasswordReset: signInProcedure
    .input(strict({ email: email() }))
    .output(signedOut)
    .mutation(({ ctx, input }) => {
      ctx.passwordResets.request(input.email);
      return { success: true };
    }),

  /** Sets a password with the secret of a link, which works once. Every session of the user ends. */
  setPasswordByLink: signInProcedure
    .input(strict({ secret: z.string().max(200), password: z.string() }))
    .output(signedOut)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.audit.during(
        { action: 'account.setPasswordByLink', origin: originOf(ctx), ownerId: null },
        () => ctx.accounts.setPasswordByLink(input.secret, input.password),
        ({ _id }) => ({ outcome: 'done', ownerId: _id, record: { kind: 'user', id: _id } }),
      );
      return { success: true };
    }),

  /** Changes the password of the user and ends every other session of the user. */
  changePassword: passwordProcedure
    .input(strict({ current: z.string(), next: z.string() }))
    .output(signedOut)
    .mutation(async ({ ctx, input }) => {
      ctx.answer.cookies = await ctx.accounts.changePassword(ctx.headers.cookie ?? '', input);
      return { success: true };
    }),

  /** Changes the name of the user. */
  rename: sessionProcedure
    .input(strict({ name: personName() }))
    .output(userRecord)
    .mutation(({ ctx, input }) => ctx.accounts.rename(ctx.actor.userId, input.name)),

  /** Returns the sessions of the user, last used first. `current` marks the session of this request. */
  sessions: sessionProcedure.output(z.array(sessionRecord)).query(async ({ ctx }) => {
    const [current, sessions] = await Promise.all([currentId(ctx), ctx.accounts.sessions(ctx.actor.userId)]);
    return sessions.map((session) => ({ ...session, current: session._id === current }));
  }),

  /** Ends a session of the user in another browser, or this one. */
  endSession: sessionProcedure
    .input(strict({ id: idOf('session') }))
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.accounts.endSession(ctx.actor.userId, input.id);
      return { success: true };
    }),

  /** Ends every session of the user but the one of this request. */
  endOtherSessions: sessionProcedure.output(z.object({ ended: z.int() })).mutation(async ({ ctx }) => ({
    ended: await ctx.accounts.endOtherSessions(ctx.actor.userId, await currentId(ctx)),
  })),
});

/** Returns the id of the session of this request; empty if it has just ended. */
async function currentId({ accounts, headers }: UserContext): Promise<string> {
  return (await accounts.session(headers.cookie ?? ''))?.sessionId ?? '';
}

/** Returns the error of a sign-in that was refused, which the audit log contains. Throws any other error. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && refusals.includes(error.code)) return error;
  throw error;
}
