import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { overflowAt, screenProblems, screensMs, screenWidths } from '../../support/browser/screens.ts';
import { makeFirstAccount, password, signIn, visit } from '../../support/browser/visit.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { startMailServer } from '../../support/notify/mail-server.ts';

describe.skipIf(browserPath === null)('every screen of accounts', { timeout: screensMs }, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
  });
  afterAll(() => browser.close());

  async function serverWith(environment: Record<string, string>) {
    const server = await startEmptyServer({ LIMIT_SIGN_INS_PER_HOUR: '1000', ...environment });
    onTestFinished(() => server.stop());
    return server;
  }

  const opened = (url: string, options: BrowserContextOptions = {}) =>
    visit(browser, url, { viewport: { width: 1440, height: 900 }, ...options });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('before a person is signed in is readable, fits its width and does not move', async () => {
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    const provider = await startIdentityProvider();
    onTestFinished(() => provider.close());
    const { url, accounts } = await serverWith({
      ...{ SMTP_URL: mail.url, SIGN_UP: 'open' },
      ...provider.settings,
    });
    const { page, complaints } = await opened(url);
    const found: string[] = [];
    const look = async (screen: string) => found.push(...(await screenProblems(page, screen)));
    await press(page, 'Create account');
    await page.getByText('Enter your email.').waitFor();
    await look('sign-up-problems');
    await accounts.add({ email: 'ada@example.org', password, name: '' });
    await page.reload();
    await page.getByRole('button', { name: 'Sign in with your organization' }).waitFor();
    await look('sign-in-organization');
    await signIn(page, 'ada@example.org', 'wrong password');
    await page.getByRole('alert').getByText('email or the password is wrong').waitFor();
    await look('sign-in-refused');
    await press(page, 'Create one');
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await look('sign-up-open');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await press(page, 'Set a new one');
    await page.getByLabel('Email').fill('ada@example.org');
    await press(page, 'Send a link');
    await page.getByText('If ada@example.org has an account').waitFor();
    await look('password-link-sent');
    await page.goto(`${url}/set-password#no-such-secret`);
    await page.getByLabel('New password', { exact: true }).fill('quite another one');
    await look('set-password');
    await press(page, 'Save password');
    await page.getByRole('alert').getByText('This link is not valid').waitFor();
    await look('set-password-refused');
    provider.behaviour.claims = (claims) => ({ ...claims, email_verified: false });
    await page.goto(url);
    await press(page, 'Sign in with your organization');
    await page.getByText('Your email is not verified.').waitFor();
    await look('sign-in-organization-refused');
    await page.route('**/trpc/account.me*', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'No answer' }).waitFor();
    await look('no-answer');
    expect(found).toEqual([]);
    expect(complaints.filter((one) => !/ERR_FAILED|asked http:\/\/127/.test(one))).toEqual([]);
  });

  test('without mail and with sign-up closed says who can help', async () => {
    const { url, accounts } = await serverWith({ SIGN_UP: 'closed' });
    const { page, complaints } = await opened(url);
    await page.getByText('proviso user add --email').waitFor();
    const found = await screenProblems(page, 'sign-in-no-account');
    await accounts.add({ email: 'ada@example.org', password, name: '' });
    await page.reload();
    await press(page, 'Set a new one');
    await page.getByText('This service sends no mail.').waitFor();
    found.push(...(await screenProblems(page, 'password-no-mail')));
    await page.goto(`${url}/docs`);
    await page.getByRole('heading').first().waitFor();
    // The API reference is so long that axe reads it at one width only.
    for (const width of screenWidths) found.push(...(await overflowAt(page, 'api-reference', width)));
    found.push(...(await axeFinds(page)));
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('of the own account is readable, fits its width and does not move', async () => {
    const provider = await startIdentityProvider();
    onTestFinished(() => provider.close());
    const { url, accounts } = await serverWith(provider.settings);
    const { page, complaints } = await opened(`${url}/account`);
    const found: string[] = [];
    const look = async (screen: string) => found.push(...(await screenProblems(page, screen)));
    await makeFirstAccount(page, 'ada@example.org');
    await page.getByText('No token yet.').waitFor();
    await look('account');
    await press(page, 'Create token');
    await page.getByText('Give it a name').waitFor();
    await press(page, 'Add your name');
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await press(page, 'Change password');
    await press(page, 'Save password');
    await page.getByText('Enter your current password.').waitFor();
    await look('account-forms');
    await press(page, 'Save name');
    await page.getByText('Ada Lovelace').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('nightly check with a name that is rather long');
    await page.getByLabel('Expires').selectOption('After a day I choose');
    await page.getByLabel('Last day').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
    await press(page, 'Create token');
    await page.getByRole('heading', { name: 'Your new token' }).waitFor();
    await look('account-new-token');
    await press(page, 'I stored it');
    const phone = await opened(`${url}/account`, {
      userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1',
    });
    await signIn(phone.page, 'ada@example.org');
    await phone.page.getByText('Expires soon').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out all others' }).waitFor();
    await page.getByRole('button', { name: /^Revoke nightly/ }).click();
    await look('account-revoke-dialog');
    await press(page, 'Revoke token');
    await page.getByText('1 revoked or expired token').click();
    await look('account-tokens-and-sessions');

    await accounts.invite({ email: 'grace@example.org', name: 'Grace Hopper' });
    await press(page, 'Sign out');
    await press(page, 'Sign in with your organization');
    await page.getByText('You sign in with your organization and have no password here.').waitFor();
    expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);
    await look('account-without-password');
    expect(found).toEqual([]);
    expect(complaints.filter((one) => !one.startsWith(`asked ${provider.issuer}/`))).toEqual([]);
  });

  test('of people is readable, fits its width and does not move', async () => {
    const mail = await startMailServer((recipient) => (recipient === 'no-mail@example.org' ? 550 : null));
    onTestFinished(() => mail.close());
    const { url, accounts } = await serverWith({ SMTP_URL: mail.url });
    await accounts.add({ email: 'ada@example.org', password, name: 'Ada Lovelace' });
    await accounts.add({ email: 'bob@example.org', password, name: '' });
    const { page, complaints } = await opened(`${url}/people`);
    const found: string[] = [];
    const look = async (screen: string) => found.push(...(await screenProblems(page, screen)));
    await signIn(page, 'ada@example.org');
    await page.getByText('LIMIT_STORED_BYTES').waitFor();
    await press(page, 'Invite');
    await page.getByText('Enter an email such as').waitFor();
    await look('people');
    await page.getByLabel('Email').fill('grace@example.org');
    await press(page, 'Invite');
    await page.getByRole('heading', { name: 'An invitation was sent to grace@example.org' }).waitFor();
    await look('people-invited');
    await press(page, 'Done');
    await page.getByLabel('Email').fill('no-mail@example.org');
    await press(page, 'Invite');
    await page.getByLabel('Link', { exact: true }).waitFor();
    await look('people-invitation-link');
    await press(page, 'I have copied it');
    await page.getByRole('button', { name: 'Disable bob@example.org' }).click();
    await page.getByRole('dialog').waitFor();
    await look('people-disable-dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('button', { name: 'Enable bob@example.org' }).waitFor();
    await look('people-invited-and-disabled');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
