import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { heapContains } from '../../support/browser/memory.ts';
import { statusOfCurlLine } from '../../support/browser/run-curl.ts';
import { makeFirstAccount, makeToken, password, signIn, visit } from '../../support/browser/visit.ts';

describe.skipIf(browserPath === null)('the page on which people sign in and create tokens', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
  });
  afterAll(() => browser.close());

  async function emptyServer(environment?: Record<string, string>): Promise<RunningServer> {
    const server = await startEmptyServer(environment);
    onTestFinished(() => server.stop());
    return server;
  }

  async function serverWithAccount(email: string, environment?: Record<string, string>) {
    const server = await emptyServer(environment);
    await server.accounts.add({ email, password, name: '' });
    return server;
  }

  test('leads a user from the first visit to a call with curl, and can revoke the token', async () => {
    const { url } = await emptyServer();
    const { page, complaints } = await visit(browser, `${url}/account`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await makeFirstAccount(page, 'ada@example.org');
    await page.getByText('No token yet.').waitFor();

    const { secret, curl } = await makeToken(page, 'nightly check');
    expect(await page.getByLabel('Token', { exact: true }).isEditable()).toBe(false);
    await page.getByRole('button', { name: 'Copy token' }).click();
    await page.getByRole('status').getByText('Copied: token').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.getByRole('button', { name: 'Copy curl command' }).click();
    await page.getByRole('status').getByText('Copied: curl command').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(curl);

    expect(curl).toContain(` ${url}/v1/politics`);
    expect(await statusOfCurlLine(curl)).toBe(200);

    await page.getByRole('button', { name: 'I stored it' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'nightly check' });
    await row.getByText(`…${secret.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(secret);
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => comeBack().then(() => row.innerText())).toContain('just now');

    await row.getByRole('button', { name: 'Revoke nightly check' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('status').getByText('Token “nightly check” is revoked.').waitFor();
    await page.getByText('No working token.').waitFor();
    expect(await statusOfCurlLine(curl)).toBe(401);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('forgets a new token once the user confirms that it is saved', async () => {
    const { url } = await emptyServer();
    const { page } = await visit(browser, `${url}/account`);
    await makeFirstAccount(page, 'ada@example.org');
    const { secret } = await makeToken(page, 'nightly check');
    expect(await heapContains(page, secret)).toBe(true);
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('status').getByText('no longer on this page').waitFor();
    await expect.poll(() => heapContains(page, secret)).toBe(false);
  });

  test('explains errors in plain words, and says how to continue', async () => {
    const server = await serverWithAccount('ada@example.org', { LIMIT_SIGN_INS_PER_HOUR: '3' });
    const { page, complaints } = await visit(browser, `${server.url}/account`);
    const alert = page.getByRole('alert');

    await page.getByText('The operator can create an account with').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your email.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');

    await signIn(page, 'ada@example.org', 'wrong password');
    await alert.getByText('The email or the password is wrong').waitFor();
    await signIn(page, 'ada@example.org');
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();

    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password', { exact: true }).fill('wrong password');
    await page.getByLabel('New password', { exact: true }).fill('quite another one');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await page.getByRole('button', { name: 'Save password' }).click();
    await alert.getByText(/^Too many attempts\. Wait \d+ minutes, then try again\.$/).waitFor();

    await page.context().setOffline(true);
    await page.getByLabel('Name').fill('nightly check');
    await page.getByRole('button', { name: 'Create token' }).click();
    await alert.getByText('The server cannot be reached.').first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'Your new token' }).waitFor();

    await server.accounts.setPassword({ email: 'ada@example.org', password: 'set by the operator' });
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByText('Your session has ended.').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('creates a token that is valid until the end of the chosen day', async () => {
    const server = await serverWithAccount('ada@example.org');
    const { page } = await visit(browser, `${server.url}/account`);
    await signIn(page, 'ada@example.org');
    await page.getByLabel('Name').fill('until then');
    await page.getByLabel('Expires').selectOption('date');
    await page.getByLabel('Last day').fill('2099-12-31');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('heading', { name: 'Your new token “until then”' }).waitFor();
    await page.getByRole('button', { name: 'I stored it' }).click();
    const zone = await page.evaluate(() => new Date('2099-12-31T23:59:59').toISOString());
    const listed = await page.evaluate(async () => (await fetch('/trpc/tokens.list')).text());
    expect(listed).toContain(zone);
  });

  test('changes a password, after which the old password and all other sessions are invalid', async () => {
    const { url } = await serverWithAccount('ada@example.org');
    const [here, elsewhere] = await Promise.all([
      visit(browser, `${url}/account`),
      visit(browser, `${url}/account`),
    ]);
    for (const { page } of [here, elsewhere]) {
      await signIn(page, 'ada@example.org');
      await page.getByRole('heading', { name: 'API tokens' }).waitFor();
    }
    await here.page.getByRole('button', { name: 'Change password' }).click();
    await here.page.getByLabel('Current password', { exact: true }).fill(password);
    await here.page.getByLabel('New password', { exact: true }).fill('quite another one');
    await here.page.getByRole('button', { name: 'Save password' }).click();
    await here.page.getByText('Password changed.').first().waitFor();

    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(elsewhere.page, 'ada@example.org');
    await elsewhere.page.getByRole('alert').getByText('email or the password is wrong').waitFor();
    await signIn(elsewhere.page, 'ada@example.org', 'quite another one');
    await elsewhere.page.getByRole('heading', { name: 'API tokens' }).waitFor();
    await here.page.reload();
    await here.page.getByRole('heading', { name: 'API tokens' }).waitFor();
    for (const { page } of [here, elsewhere])
      expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0);
  });

  test('offers sign-up only if it is open', async () => {
    const { url } = await serverWithAccount('ada@example.org', { SIGN_UP: 'open' });
    const { page } = await visit(browser, `${url}/account`);
    await page.getByRole('button', { name: 'Create one' }).click();
    await page.getByLabel('Email').fill('ADA@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('An account with this email exists').waitFor();
    await makeFirstAccount(page, 'grace@example.org');
    await page.getByText('grace@example.org').first().waitFor();
    expect(await page.getByText('ada@example.org').count()).toBe(0);
  });

  test('says how to create the first account if that is not allowed on the page', async () => {
    const { url } = await emptyServer({ SIGN_UP: 'closed' });
    const { page } = await visit(browser, `${url}/account`);
    await page.getByText('proviso user add --email you@example.org').waitFor();
    expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0);
  });

  test('can be used with the keyboard alone, and never loses the focus', async () => {
    const { url } = await serverWithAccount('ada@example.org');
    const { page } = await visit(browser, `${url}/account`);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.slice(0, 80));
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await press('Tab', 'Tab');
    await page.keyboard.type('ada@example.org');
    await press('Tab');
    await page.keyboard.type(password);
    await press('Enter');
    await expect.poll(focused).toBe('Account');

    // The controls for the API reference and for signing out come before the heading; the field for the token's name
    // is the first control after it.
    await press('Tab');
    await page.keyboard.type('my laptop');
    await press('Enter');
    await expect.poll(focused).toBe('Your new token “my laptop”');
    await press('Tab', 'Tab', 'Tab', 'Tab');
    expect(await focused()).toBe('I stored it');
    await press('Enter');
    await expect.poll(focused).toBe('Create a token');

    await page.getByRole('button', { name: 'Revoke my laptop' }).focus();
    await press('Enter');
    await expect.poll(focused).toBe('Keep it');
    await press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Revoke');
    await press('Enter');
    await expect.poll(focused).toBe('Keep it');
    await press('Tab', 'Enter');
    await expect.poll(focused).toBe('Your tokens');
    await page.getByText('No working token.').waitFor();
  });
});
