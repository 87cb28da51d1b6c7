import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityProvider } from '../../../support/identity-provider.ts';
import { startTestServer } from '../../../support/server.ts';
import { browserOf, dataOf } from '../../../support/sessions.ts';

const provider = await startIdentityProvider();
const server = await startTestServer({
  ...provider.settings,
  ...{ OIDC_EMAIL_DOMAINS: 'example.org, corp.example', LIMIT_SIGN_INS_PER_HOUR: '1000' },
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

/** Signs in with the identity provider in a new browser. Returns where the browser ends, and the browser. */
async function signIn(email: string) {
  provider.behaviour.claims = (claims) => ({ ...claims, email, sub: email });
  const browser = browserOf(server);
  const started = await browser.call('account.startSingleSignOn');
  const answer = await fetch(String(Reflect.get(Object(dataOf(started)), 'url')), { redirect: 'manual' });
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  return { to: (await browser.open(`${pathname}${search}`)).headers.get('location'), browser };
}

describe('an identity provider whose emails are accepted in some domains', () => {
  it.each(['ann@example.org', 'Bob.Vale@EXAMPLE.ORG', 'carl+x@corp.example'])(
    'signs %s in, with a new account',
    async (email) => {
      const { to, browser } = await signIn(email);
      expect(to).toBe('/');
      expect(dataOf(await browser.read('account.me'))).toMatchObject({
        user: { email: email.toLowerCase() },
      });
    },
  );

  it.each([
    'eve@evil-example.org',
    'eve@mail.example.org',
    'eve@example.org.evil.example',
    'eve@example.or',
    'eve@xcorp.example',
    'eve@corp.example.org',
  ])('does not sign %s in, and makes no account', async (email) => {
    const { to, browser } = await signIn(email);
    expect(to).toBe('/?sign-in=no_account');
    expect(browser.jar.has('proviso.session_token')).toBe(false);
    expect(await server.accounts.find(email)).toBeNull();
  });
});
