import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { startEmptyServer } from './empty-server.ts';
import type { Hands } from './hands.ts';
import { password, visit } from './visit.ts';

const samples = join(packageFolder(), 'samples');
const patiently = { timeout: 100_000 };
const rules = [
  'Fees: The Supplier may increase the recurring charges once in each contract year.',
  'Breach: The Supplier shall notify the Customer of a personal data breach within 24 hours.',
  'Insurance: The Supplier shall maintain professional indemnity insurance.',
  'Sub-processors: The Supplier shall not engage sub-processors without approval.',
  'Drones: The pilots must insure their drones against collisions with birds.',
].join('\n');

/** A person does the whole job in the page, from the first account to signing out; then another person signs in. */
export async function doTheWholeJob(browser: Browser, handsOn: (page: Page) => Hands): Promise<void> {
  const server = await startEmptyServer({ WORKERS: '1' });
  try {
    const { page, complaints } = await visit(browser, server.url, {
      viewport: { width: 1440, height: 900 },
    });
    const { press, enter, choose, addFiles } = handsOn(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.getByRole('link', { name, exact: true });

    await enter(page.getByLabel('Email'), 'ada@example.org');
    await enter(page.getByLabel('Password', { exact: true }), password);
    await press(button('Create account'));
    await page.getByRole('heading', { name: 'Check a document' }).waitFor();

    await addFiles([join(samples, 'agreement.pdf'), join(samples, 'annex-b.docx')]);
    await page.getByText('annex-b.docx').waitFor();
    await enter(page.getByLabel('Rules, one in each line'), rules);
    await press(button('Run the check'));
    await page.getByText(/^Completed/).waitFor(patiently);
    expect(await page.getByRole('progressbar', { name: 'Files read' }).count()).toBe(0);
    expect(await page.locator('.finding-row').count()).toBe(5);

    // The words of a quote from the PDF are marked on the page that the list of quotes names.
    const row = page.locator('.finding-row', { hasText: 'Fees' });
    await press(row);
    await page.locator('[data-page] [data-mark~="chosen"]').first().waitFor(patiently);
    const named = await page.locator('.place[aria-current="true"]').innerText();
    const [, number] = /agreement\.pdf, p\. (\d+)/.exec(named) ?? [];
    const marked = page.locator('[data-page]', { has: page.locator('[data-mark~="chosen"]') });
    expect(await marked.getAttribute('data-page')).toBe(number);

    // The words of a quote from the Word file are marked, on its page if LibreOffice is installed, else in its text.
    await press(page.locator('.finding-row', { hasText: 'Breach' }));
    await page.locator('.evidence [data-mark~="chosen"]').first().waitFor(patiently);
    expect(await page.locator('.place[aria-current="true"]').innerText()).toContain('annex-b.docx');

    await press(button('Correct'));
    await choose(page.getByLabel('Outcome').last(), 'violated');
    await enter(page.getByLabel('Reason'), 'I have read the signed copy.');
    await press(button('Save the correction'));
    await page.getByText('Corrected to violated by ada@example.org').waitFor();
    await page
      .locator('.finding-row', { hasText: 'Breach' })
      .getByText('decided by ada@example.org, Proviso said')
      .waitFor();

    const firstRun = page.url();
    await press(button('Run again'));
    await page.waitForURL(({ pathname }) => pathname !== new URL(firstRun).pathname);
    await page.getByText(/^Completed/).waitFor(patiently);
    await press(page.locator('.finding-row', { hasText: 'Breach' }));
    await page.getByText('Corrected to violated by ada@example.org').waitFor();
    await press(link('What changed'));
    await page.getByText('Nothing changed, 5 the same.').waitFor();
    await press(link('Grid: files × rules'));
    await expect.poll(() => page.locator('.grid-cell').count()).toBe(5);
    await press(page.locator('.grid-cell').first());
    await page.locator('.evidence').waitFor();
    const runPath = new URL(page.url()).pathname;
    await press(button('Sign out'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    // Another person sees nothing of it.
    await server.accounts.add({ email: 'bob@example.org', password, name: '' });
    await enter(page.getByLabel('Email'), 'bob@example.org');
    await enter(page.getByLabel('Password', { exact: true }), password);
    await press(button('Sign in'));
    await page.getByRole('heading', { name: 'This run cannot be shown' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(runPath);
    await press(link('Home'));
    await page.getByText('Nothing has been checked yet.').waitFor();
    expect(await page.content()).not.toMatch(/agreement\.pdf|Rules for agreement/);
    expect(complaints).toEqual([]);
  } finally {
    await server.stop();
  }
}
