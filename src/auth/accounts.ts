import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { User } from '../domain/user.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';
import type { Accounts } from './port.ts';
import { type AccountSettings, passwordLength, signInLibrary } from './sign-in-library.ts';

/** Stores accounts in the record store. The sign-in library is loaded at the first use. */
export function createAccounts(records: AuthRecordStore, settings: AccountSettings): Accounts {
  const library = onlyOnce(() => signInLibrary(records, settings));
  const signUpLibrary = onlyOnce(() =>
    settings.signUp === 'first' ? signInLibrary(firstUserAlone(records), settings) : library(),
  );

  async function signUpState() {
    const first = (await records.find('user', null, 1)).length === 0;
    return { first, open: settings.signUp === 'open' || (settings.signUp === 'first' && first) };
  }

  async function find(email: string): Promise<User | null> {
    const [found] = await records.find('user', {
      field: 'email',
      values: [email.trim().toLowerCase()],
    });
    return found ? userOf(found) : null;
  }

  return {
    signUpState,
    find,

    async nameOf(userId) {
      const [found] = await records.find('user', { field: 'id', values: [userId] });
      return found ? userOf(found).email : userId;
    },

    async signUp(account) {
      if (!(await signUpState()).open) throw signUpClosed();
      const { api } = await signUpLibrary();
      try {
        const { headers, response } = await translated(() =>
          api.signUpEmail({ body: account, returnHeaders: true }),
        );
        return { user: userOf(response.user), cookies: headers.getSetCookie() };
      } catch (error) {
        // The library's error does not say whether sign-up is closed, so the state of sign-up is read again.
        throw (await signUpState()).open ? error : signUpClosed(error);
      }
    },

    async signIn(credentials) {
      const { api } = await library();
      const { headers, response } = await translated(() =>
        api.signInEmail({ body: credentials, returnHeaders: true }),
      );
      return { user: userOf(response.user), cookies: headers.getSetCookie() };
    },

    async signOut(cookie) {
      const { api } = await library();
      const { headers } = await translated(() =>
        api.signOut({ headers: new Headers({ cookie }), returnHeaders: true }),
      );
      return headers.getSetCookie();
    },

    async session(cookie) {
      if (!cookie.includes('proviso.session_token=')) return null;
      const { api } = await library();
      const { headers, response } = await translated(() =>
        api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }),
      );
      if (!response) return null;
      return {
        user: userOf(response.user),
        sessionId: response.session.id,
        cookies: headers.getSetCookie(),
      };
    },

    async changePassword(cookie, { current, next }) {
      const { api } = await library();
      const { headers } = await translated(() =>
        api.changePassword({
          body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
          headers: new Headers({ cookie }),
          returnHeaders: true,
        }),
      );
      return headers.getSetCookie();
    },

    async add({ email, password, name }) {
      requireEmail(email);
      requirePassword(password);
      const { internalAdapter, password: hasher } = await (await library()).$context;
      if ((await find(email)) !== null) throw emailTaken();
      const hash = await hasher.hash(password);
      const user = await internalAdapter.createUser(
        { email: email.trim().toLowerCase(), name, emailVerified: false },
        { method: 'email-password' },
      );
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: hash,
      });
      return userOf(user);
    },

    async setPassword({ email, password }) {
      requirePassword(password);
      const user = await find(email);
      if (user === null) throw new AppError('user_not_found', `no account has the email ${email}`);
      const { internalAdapter, password: hasher } = await (await library()).$context;
      await internalAdapter.updatePassword(user._id, await hasher.hash(password));
      await internalAdapter.deleteUserSessions(user._id);
      return user;
    },
  };
}

/**
 * Wraps the records so that no user can be created if a user exists, even if several servers receive requests at the
 * same time.
 */
function firstUserAlone(records: AuthRecordStore): AuthRecordStore {
  const admit = (users: number) => {
    if (users > 0) throw signUpClosed();
  };
  return {
    ...records,
    create: (model, record) => records.create(model, record, model === 'user' ? admit : undefined),
  };
}

function signUpClosed(cause?: unknown): AppError {
  return new AppError('sign_up_closed', 'ask the operator for an account: proviso user add --email E', {
    cause,
  });
}

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.coerce.date(),
});

function userOf(record: unknown): User {
  const { id, email, name, createdAt } = userSchema.parse(record);
  return { _id: id, email, name, createdAt: createdAt.toISOString() };
}

function requireEmail(email: string): void {
  if (!z.email().safeParse(email.trim()).success) throw invalid('email', 'must be an email address');
}

function requirePassword(password: string): void {
  const { least, most } = passwordLength;
  if (password.length >= least && password.length <= most) return;
  throw invalid('password', `must have ${least} to ${most} characters`);
}

const libraryErrorSchema = z.object({ body: z.object({ code: z.string() }) });

/** Calls the library and converts its errors to `AppError`. Unexpected errors stay as they are. */
async function translated<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    const parsed = libraryErrorSchema.safeParse(error);
    throw (parsed.success && ours(parsed.data.body.code, error)) || error;
  }
}

function ours(code: string, cause: unknown): AppError | null {
  const { least, most } = passwordLength;
  switch (code) {
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
    case 'FAILED_TO_CREATE_USER':
      return emailTaken(cause);
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new AppError('wrong_credentials', 'the email or the password is wrong', { cause });
    case 'INVALID_PASSWORD':
      return new AppError('wrong_credentials', 'the current password is wrong', { cause });
    case 'INVALID_EMAIL':
      return invalid('email', 'must be an email address');
    case 'PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_LONG':
      return invalid('password', `must have ${least} to ${most} characters`);
    case 'UNAUTHORIZED':
    case 'SESSION_EXPIRED':
      return new AppError('unauthenticated', 'the session has ended: sign in again', { cause });
    default:
      return null;
  }
}

function emailTaken(cause?: unknown): AppError {
  return new AppError('email_taken', 'an account with this email exists: sign in, or use another email', {
    cause,
  });
}

function invalid(path: string, message: string): AppError {
  return new AppError('validation_failed', `${path} ${message}`, { errors: [{ path, message }] });
}

function onlyOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
