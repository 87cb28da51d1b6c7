import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { makeFirstAccount, password, signIn, visit } from '../../support/browser/visit.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { startMailServer } from '../../support/notify/mail-server.ts';

describe.skipIf(browserPath === null)('the pages of accounts and people', () => {
  let browser: Browser;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let server: RunningServer;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    mail = await startMailServer((recipient) => (recipient === 'no-mail@example.org' ? 550 : null));
    server = await startEmptyServer({ SMTP_URL: mail.url, LIMIT_SIGN_INS_PER_HOUR: '1000' });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await mail.close();
  });

  async function looksRight(page: Page): Promise<void> {
    expect(await troubles(page)).toEqual([]);
  }

  /** The link in the newest mail to this address, at the address of the server. */
  async function mailedLink(to: string): Promise<string> {
    await expect.poll(() => mail.mails.some((one) => one.to.includes(to))).toBe(true);
    const raw = mail.mails.findLast((one) => one.to.includes(to))?.raw ?? '';
    return /http\S+set-password#[\w.-]+/.exec(raw.replace(/=\r\n/g, '').replace(/=3D/g, '='))?.[0] ?? '';
  }

  async function choosePassword(page: Page, word: string): Promise<void> {
    await page.getByLabel('New password', { exact: true }).fill(word);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your password is set.').waitFor();
  }

  test('let the administrator invite, disable and enable a person, who manages the own sessions', async () => {
    const { page, complaints } = await visit(browser, `${server.url}/account`);
    await makeFirstAccount(page, 'ada@example.org');
    await page.getByRole('button', { name: 'Add your name' }).click();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Ada Lovelace').waitFor();
    await page.getByRole('heading', { name: 'Chrome on Linux' }).waitFor();
    await looksRight(page);

    await page.getByRole('link', { name: 'People' }).click();
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByLabel('Name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('heading', { name: 'An invitation was sent to grace@example.org' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Email').fill('no-mail@example.org');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toContain('/set-password#');
    await looksRight(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const grace = page.getByRole('listitem').filter({ hasText: 'grace@example.org' });
    await grace.getByText('Invited').waitFor();
    await grace.getByText('0 bytes').waitFor();
    await looksRight(page);

    const other = await visit(browser, await mailedLink('grace@example.org'));
    await other.page.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await looksRight(other.page);
    await choosePassword(other.page, password);
    expect(other.page.url()).toBe(`${server.url}/`);
    await signIn(other.page, 'grace@example.org');
    await other.page.getByRole('heading', { name: 'Check a document' }).waitFor();
    expect(await other.page.getByRole('link', { name: 'People' }).count()).toBe(0);
    await other.page.goto(`${server.url}/people`);
    await other.page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();

    const phone = await visit(browser, `${server.url}/account`, {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    await signIn(phone.page, 'grace@example.org');
    await phone.page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await other.page.goto(`${server.url}/account`);
    const row = other.page.getByRole('listitem').filter({ hasText: 'Safari on iOS' });
    await row.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
    await row.waitFor({ state: 'detached' });
    await phone.page.reload();
    await phone.page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByRole('button', { name: 'Disable grace@example.org' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('signed out everywhere at once').waitFor();
    await looksRight(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await grace.getByText('Disabled').waitFor();
    await other.page.reload();
    await signIn(other.page, 'grace@example.org');
    await other.page.getByRole('alert').getByText('This account is disabled.').waitFor();
    await page.getByRole('button', { name: 'Enable grace@example.org' }).click();
    await grace.getByRole('button', { name: 'Disable' }).waitFor();
    await signIn(other.page, 'grace@example.org');
    await other.page.getByRole('heading', { name: 'Account' }).waitFor();
    expect([complaints, other.complaints, phone.complaints]).toEqual([[], [], []]);
  });

  test('let a person set a new password by mail, with the keyboard alone', async () => {
    await server.accounts.add({ email: 'alan@example.org', password, name: '' });
    const { page, complaints } = await visit(browser, server.url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Set a new one' }).focus();
    await page.keyboard.press('Enter');
    const heading = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(heading).toBe('Set a new password');
    await page.keyboard.press('Tab');
    await page.keyboard.type('alan@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('If alan@example.org has an account').waitFor();
    await looksRight(page);
    const link = await mailedLink('alan@example.org');
    await page.goto(link);
    await choosePassword(page, 'quite another one');
    await signIn(page, 'alan@example.org', 'quite another one');
    await page.getByRole('heading', { name: 'Check a document' }).waitFor();

    const late = await visit(browser, link);
    await late.page.getByLabel('New password', { exact: true }).fill('a third password');
    await late.page.getByRole('button', { name: 'Save password' }).click();
    await late.page.getByRole('alert').getByText('This link is not valid').waitFor();
    await late.page.getByRole('button', { name: 'Ask for a new link' }).click();
    await late.page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    expect([complaints, late.complaints]).toEqual([[], []]);
  });

  test('sign a person in with the identity provider, and open the page that the person wanted', async () => {
    const provider = await startIdentityProvider();
    onTestFinished(() => provider.close());
    const sso = await startEmptyServer(provider.settings);
    onTestFinished(() => sso.stop());
    await sso.accounts.add({ email: 'ada@example.org', password, name: '' });
    await sso.accounts.invite({ email: 'grace@example.org', name: 'Grace Hopper' });
    const { page, complaints } = await visit(browser, `${sso.url}/account`);
    await page.getByRole('button', { name: 'Sign in with your organization' }).waitFor();
    await looksRight(page);
    provider.behaviour.claims = (claims) => ({ ...claims, email_verified: false });
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await page.getByText('Your email is not verified.').waitFor();
    expect(page.url()).toBe(`${sso.url}/`);
    await looksRight(page);
    provider.behavesAsUsual();
    await page.goto(`${sso.url}/account`);
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await page.getByText('Grace Hopper').waitFor();
    expect(page.url()).toBe(`${sso.url}/account`);
    await page.reload();
    await page.getByText('Grace Hopper').waitFor();
    expect(complaints.filter((complaint) => !complaint.startsWith(`asked ${provider.issuer}/`))).toEqual([]);
  });
});
