import type { Auth, BetterAuthOptions } from 'better-auth';
import { AppError } from '../domain/errors.ts';
import { type AuthRecordStore, isShutOut } from '../store/ports/auth.ts';

export type AccountSettings = {
  signUp: 'first' | 'open' | 'closed';
  sessionDays: number;
  secret: string;
  publicUrl: string;
};

/**
 * The length of a password in characters. The minimum is that of NIST SP 800-63B, 5.1.1.1; the maximum is that of the
 * library.
 */
export const passwordLength = { least: 8, most: 128 };

const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

/**
 * Loads the sign-in library. Only its functions are called: the service serves none of its HTTP routes. `more` are
 * further options of the library.
 */
export async function signInLibrary(
  records: AuthRecordStore,
  settings: AccountSettings,
  more: Pick<BetterAuthOptions, 'plugins' | 'account'> = {},
): Promise<Auth> {
  const [{ betterAuth }, { libraryRecords }] = await Promise.all([
    import('better-auth/minimal'),
    import('./library-records.ts'),
  ]);
  const baseURL = settings.publicUrl;
  return betterAuth<BetterAuthOptions>({
    ...more,
    baseURL,
    secret: settings.secret,
    database: libraryRecords(records),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
    },
    // The last use of a session is recorded at most once an hour, so that not every request writes to the store.
    session: { expiresIn: settings.sessionDays * daySeconds, updateAge: hourSeconds },
    user: { additionalFields: { disabledAt: { type: 'string', required: false, input: false } } },
    databaseHooks: {
      // The tokens of an identity provider are not used after the sign-in, so they are not stored.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
      session: {
        create: {
          async before({ userId }) {
            if (await isShutOut(records, userId)) throw accountDisabled();
          },
        },
      },
    },
    advanced: { cookiePrefix: 'proviso', useSecureCookies: baseURL.startsWith('https://') },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
}

function accountDisabled(): AppError {
  return new AppError('account_disabled', 'the account is disabled: ask the administrator of the service');
}
