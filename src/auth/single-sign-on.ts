import type { Auth } from 'better-auth';
import { AppError } from '../domain/errors.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';
import {
  type IdentityProviderSettings,
  identityLibrary,
  providerId,
  type RefusedReason,
  SignInRefused,
  unavailable,
  within,
} from './identity-provider.ts';
import type { SingleSignOn } from './port.ts';
import type { AccountSettings } from './sign-in-library.ts';

type Note = (reason: RefusedReason, why: string) => void;

/**
 * Signs people in with an identity provider by the authorization code flow with PKCE, a state that is bound to the
 * browser, and a nonce. `note` gets the reason of each refusal for the log.
 */
export function singleSignOn(
  records: AuthRecordStore,
  account: AccountSettings,
  provider: IdentityProviderSettings,
  note: Note,
): SingleSignOn {
  let loaded: Promise<Auth> | undefined;

  /** The library with the discovery document of the provider. It is loaded again after a failure. */
  function library(): Promise<Auth> {
    loaded ??= identityLibrary(records, account, provider).catch((error: unknown) => {
      loaded = undefined;
      note('failed', error instanceof Error ? error.message : String(error));
      throw error;
    });
    return loaded;
  }

  function refused(reason: RefusedReason, why: string) {
    note(reason, why);
    return { cookies: [], refused: reason };
  }

  return {
    async start() {
      const { api } = await library();
      const { headers, response } = await within(
        api.signInSocial({ body: { provider: providerId, callbackURL: '/' }, returnHeaders: true }),
      );
      if (!response.url) throw unavailable('it has no address to sign in at');
      return { url: response.url, cookies: headers.getSetCookie() };
    },

    async finish(query, cookie, userAgent) {
      try {
        const { api } = await library();
        const answer = await within(
          api.callbackOAuth({
            params: { id: providerId },
            query: Object.fromEntries(query),
            method: 'GET',
            headers: new Headers({ cookie, 'user-agent': userAgent }),
            asResponse: true,
          }),
        );
        const problem = problemOf(answer);
        if (problem !== null) return refused(reasons[problem] ?? 'failed', problem);
        return { cookies: answer.headers.getSetCookie(), refused: null };
      } catch (error) {
        if (error instanceof SignInRefused) return refused(error.reason, error.message);
        if (error instanceof AppError && error.code === 'account_disabled') {
          return refused('account_disabled', error.message);
        }
        if (error instanceof AppError) return refused('failed', error.message);
        throw error;
      }
    },
  };
}

/** The problem that the library reports in its redirect; null if it redirects to a page of a person who is signed in. */
function problemOf(answer: Response): string | null {
  const to = answer.headers.get('location');
  if (to === null) return `status ${answer.status}`;
  return new URL(to, 'http://localhost').searchParams.get('error');
}

const reasons: Record<string, RefusedReason> = {
  access_denied: 'canceled',
  account_not_linked: 'email_unverified',
  signup_disabled: 'no_account',
};
