import type { Auth, BetterAuthOptions } from 'better-auth';
import type { AuthRecordStore } from '../store/ports/auth.ts';

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

const daySeconds = 24 * 60 * 60;

/** Loads the sign-in library. Only its functions are called: the service serves none of its HTTP routes. */
export async function signInLibrary(records: AuthRecordStore, settings: AccountSettings): Promise<Auth> {
  const [{ betterAuth }, { libraryRecords }] = await Promise.all([
    import('better-auth/minimal'),
    import('./library-records.ts'),
  ]);
  const baseURL = settings.publicUrl;
  return betterAuth<BetterAuthOptions>({
    baseURL,
    secret: settings.secret,
    database: libraryRecords(records),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
    },
    session: { expiresIn: settings.sessionDays * daySeconds, updateAge: daySeconds },
    advanced: { cookiePrefix: 'proviso', useSecureCookies: baseURL.startsWith('https://') },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
}
