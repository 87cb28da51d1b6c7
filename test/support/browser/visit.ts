import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { patienceMs } from '../patience.ts';

/** A separate browser window and its errors. */
export type Visit = {
  page: Page;
  /** Errors of the console, of scripts and of the security policy, and requests to other origins. */
  complaints: string[];
};

export const password = 'correct horse battery';

/** Opens the page in a new window without cookies or history. The window is closed after the test. */
export async function visit(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  // The first page of a browser takes longest, and other tests run beside it.
  context.setDefaultTimeout(2 * patienceMs);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => {
    const expected = message.location().url.startsWith(`${origin}/trpc/`);
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

export async function makeFirstAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'API tokens' }).waitFor();
}

export async function signIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Creates a token. Returns its text and the displayed command for a first call. */
export async function makeToken(page: Page, name: string): Promise<{ secret: string; curl: string }> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('heading', { name: `Your new token “${name}”` }).waitFor();
  return {
    secret: await page.getByLabel('Token', { exact: true }).inputValue(),
    curl: await page.locator('pre').innerText(),
  };
}
