import { AppError } from '../domain/errors.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';
import type { TokenStore } from '../store/ports/records.ts';
import { signUpClosed, translated } from './library-errors.ts';
import { peopleRecords } from './people-records.ts';
import type { Accounts } from './port.ts';
import { endSessions, openSessions } from './sessions.ts';
import { type AccountSettings, signInLibrary } from './sign-in-library.ts';
import { admittingUsers, changeUser, requireUserRecord, userOf } from './user-records.ts';

/** Stores accounts in the record store. The sign-in library is loaded at the first use. */
export function createAccounts(
  { auth: records, tokens }: { auth: AuthRecordStore; tokens: TokenStore },
  settings: AccountSettings,
): Accounts {
  const library = onlyOnce(() => signInLibrary(records, settings));
  const signUpLibrary = onlyOnce(() =>
    settings.signUp === 'first' ? signInLibrary(admittingUsers(records, alone), settings) : library(),
  );

  async function signUpState() {
    const first = (await records.find('user', null, 1)).length === 0;
    const open = settings.signUp === 'open' || (settings.signUp === 'first' && first);
    return { first, open, invited: settings.signUp !== 'closed' };
  }

  return {
    ...peopleRecords(records, tokens, library),
    signUpState,

    async signUp({ email, password, name }, userAgent = '', isInvited = false) {
      const way = isInvited ? 'invited' : 'open';
      const state = await signUpState();
      if (!state[way]) throw signUpClosed();
      const { api } = await (isInvited ? library() : signUpLibrary());
      try {
        const { headers, response } = await translated(() =>
          api.signUpEmail({
            body: { email, password, name },
            headers: browser(userAgent),
            returnHeaders: true,
          }),
        );
        const user = userOf(response.user);
        // The owner of the first account administers the service, so no one else vouches for the email.
        if (state.first) await changeUser(records, user._id, { emailVerified: true });
        return { user, cookies: headers.getSetCookie() };
      } catch (error) {
        // The library's error does not say whether sign-up is closed, so the state of sign-up is read again.
        throw (await signUpState())[way] ? error : signUpClosed(error);
      }
    },

    async signIn(credentials, userAgent = '') {
      const { api } = await library();
      const { headers, response } = await translated(() =>
        api.signInEmail({ body: credentials, headers: browser(userAgent), returnHeaders: true }),
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
      const user = userOf(response.user);
      if (user.disabledAt !== null) return null;
      return { user, sessionId: response.session.id, cookies: headers.getSetCookie() };
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

    async hasPassword(userId) {
      const found = await records.find('account', { field: 'userId', values: [userId] });
      return found.some(({ providerId }) => providerId === 'credential');
    },

    async requireOwner(userId, proof) {
      const { internalAdapter, password } = await (await library()).$context;
      const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
      const isOwner = hash
        ? await password.verify({ hash, password: proof })
        : proof.trim().toLowerCase() === (await requireUserRecord(records, userId)).email;
      if (!isOwner) throw new AppError('wrong_credentials', 'the proof that this is your account is wrong');
    },

    rename: (userId, name) => changeUser(records, userId, { name }),

    sessions: (userId) => openSessions(records, userId),

    async endSession(userId, sessionId) {
      if ((await endSessions(records, userId, (id) => id === sessionId)) > 0) return;
      throw new AppError('session_not_found', `session ${sessionId} was not found: it may have ended`);
    },

    endOtherSessions: (userId, sessionId) => endSessions(records, userId, (id) => id !== sessionId),
  };
}

/** The header by which a session in the list of sessions is recognized. The rest of a long text is dropped. */
function browser(userAgent: string): Headers {
  return new Headers({ 'user-agent': userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 300) });
}

/** No user can be created if a user exists, even if several servers receive requests at the same time. */
function alone(users: number): void {
  if (users > 0) throw signUpClosed();
}

function onlyOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
