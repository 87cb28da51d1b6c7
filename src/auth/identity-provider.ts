import type { Auth } from 'better-auth';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';
import { type AccountSettings, signInLibrary } from './sign-in-library.ts';
import { admittingUsers } from './user-records.ts';

export type IdentityProviderSettings = {
  /** Exactly as the provider writes it in its discovery document and its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** If there are any, only emails in these domains are accepted, and accounts are created for them. */
  emailDomains: readonly string[];
};

/** The name of the provider in the records of the library. */
export const providerId = 'oidc';

/** Why a sign-in with the identity provider was refused. The dashboard has a sentence for each. */
export type RefusedReason = 'canceled' | 'email_unverified' | 'no_account' | 'account_disabled' | 'failed';

/** Thrown while the library reads a token that is authentic, but whose owner may not sign in. */
export class SignInRefused extends Error {
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** How long the provider may take to answer one step, in ms. */
const patienceMs = 15_000;

/**
 * Loads the sign-in library for an identity provider, whose discovery document is fetched now. The requests to the
 * provider do not go through the guard for the links of users: the operator chose the issuer, which is often in the
 * private network, and the discovery document must name the same issuer. Throws `identity_provider_unavailable`.
 */
export async function identityLibrary(
  records: AuthRecordStore,
  account: AccountSettings,
  settings: IdentityProviderSettings,
): Promise<Auth> {
  const { issuer, clientId, clientSecret, emailDomains } = settings;
  await readDiscovery(issuer);
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
  const library = await signInLibrary(admittingUsers(records, notTheFirst), account, {
    // A sign-in never changes an account that exists; the link between both is created once.
    account: {
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId,
            discoveryUrl: discoveryUrl(issuer),
            clientId,
            clientSecret,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            requireIdTokenVerification: true,
            redirectURI: callbackUrl(account.publicUrl),
            disableSignUp: emailDomains.length === 0,
            // The email identifies the person: it is the one thing that the provider has verified and that the
            // administrator sees. The subject of another issuer can be the same.
            accountSubject: ({ profile }) => String(profile.email),
            getUserInfo: async ({ idToken }) => profileIn(idToken, settings),
          },
        ],
      }),
    ],
  });
  const provider = (await within(library.$context)).socialProviders.find(({ id }) => id === providerId);
  if (provider === undefined) throw unavailable('its discovery document could not be read');
  if (provider.issuer !== issuer) throw unavailable(anotherIssuer(issuer, provider.issuer));
  return library;
}

function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function anotherIssuer(issuer: string, named: string | undefined): string {
  return `its discovery document names the issuer ${named ?? '(none)'}, but OIDC_ISSUER is ${issuer}`;
}

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/**
 * Fetches the discovery document of a provider and checks that Proviso can use it. The sign-in library reads the document
 * itself, but does not say why it could not. Throws `identity_provider_unavailable` with the reason.
 */
export async function readDiscovery(issuer: string): Promise<void> {
  const url = discoveryUrl(issuer);
  const response = await within(fetch(url, { headers: { accept: 'application/json' } })).catch((cause) => {
    throw cause instanceof AppError
      ? cause
      : unavailable(`${url} cannot be reached (${networkReason(cause)})`);
  });
  if (!response.ok) throw unavailable(`${url} answered with status ${response.status}`);
  const document = discoverySchema.safeParse(await within(response.json()).catch(() => null));
  if (!document.success) {
    const missing = document.error.issues.map(({ path }) => path.join('.')).filter(Boolean);
    throw unavailable(
      missing.length === 0 ? `${url} is not a JSON document` : `${url} has no valid ${missing.join(', ')}`,
    );
  }
  if (document.data.issuer !== issuer) throw unavailable(anotherIssuer(issuer, document.data.issuer));
}

/** The reason that `fetch` hides behind “fetch failed”. */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The URL to which the provider sends the browser back. The operator registers it with the provider. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/sign-in/oidc`;
}

/** Rejects with `identity_provider_unavailable` if the provider does not answer in time. */
export async function within<Value>(step: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('it did not answer in time')), patienceMs);
  });
  return Promise.race([step, late]).finally(() => clearTimeout(timer));
}

export function unavailable(why: string): AppError {
  return new AppError('identity_provider_unavailable', `the identity provider cannot be used: ${why}`);
}

const claimsSchema = z.object({
  exp: z.number(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  email: z.email().toLowerCase(),
  email_verified: z.literal(true),
  name: z.string().optional(),
});

/**
 * The person in an ID token whose signature, issuer, audience, time and nonce the library has verified. Throws
 * `SignInRefused` if the provider has not verified the email, or its domain is not accepted.
 */
function profileIn(idToken: string | undefined, { clientId, emailDomains }: IdentityProviderSettings) {
  const [, payload] = idToken?.split('.') ?? [];
  if (payload === undefined) throw new SignInRefused('failed', 'the provider sent no ID token');
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!claims.success) {
    const wrong = claims.error.issues.map(({ path }) => path.join('.'));
    const isEmail = wrong.every((claim) => claim.startsWith('email'));
    throw new SignInRefused(
      isEmail ? 'email_unverified' : 'failed',
      `the ID token has no valid ${wrong.join(', ')}`,
    );
  }
  const { aud, azp, email, name = '' } = claims.data;
  // OpenID Connect Core, 3.1.3.7: a token for several clients must say which of them asked for it.
  const asked = azp ?? (typeof aud === 'string' || aud.length < 2 ? clientId : null);
  if (asked !== clientId) throw new SignInRefused('failed', 'the ID token is for another client');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (emailDomains.length > 0 && !emailDomains.includes(domain)) {
    throw new SignInRefused('no_account', `the domain ${domain} is not in OIDC_EMAIL_DOMAINS`);
  }
  const shownName = name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100);
  return { id: email, email, emailVerified: true, name: shownName };
}

/** The owner of the first account administers the service, so a sign-in with the provider never creates it. */
function notTheFirst(users: number): void {
  if (users === 0) throw new SignInRefused('no_account', 'the first account must be created with a password');
}
