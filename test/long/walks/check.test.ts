import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, visit } from '../../support/browser/visit.ts';

const patiently = { timeout: 60_000 };

describe.skipIf(browserPath === null)('a check of a document on the home page', () => {
  let browser: Browser;
  let server: RunningServer;

  onEmptyServer({ WORKERS: '1' }, (...opened) => {
    [browser, server] = opened;
  });

  test('takes six actions from an empty installation to the marked words of the user’s own file; the sample is shown only before that', async () => {
    const { page, complaints } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } });
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check a document' }).waitFor();
    await page.waitForLoadState('networkidle');
    const firstViewBytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'encodedBodySize')), 0),
    );
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.filter((name) => /pdf/i.test(name))).toEqual([]);
    expect(firstViewBytes).toBeGreaterThan(50_000);
    expect(firstViewBytes).toBeLessThan(250_000);
    expect(await troubles(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('alert').getByText('Choose a file to check.').waitFor();
    const file = join(packageFolder(), 'samples', 'agreement.pdf');
    await page.getByLabel('Drop files here').setInputFiles(file);
    await page
      .getByLabel('Rules, one in each line')
      .fill('Fees: The Supplier may increase the recurring charges once in each contract year.');
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('heading', { name: 'agreement', exact: true }).waitFor();
    await page.locator('[data-page] [data-mark]').first().waitFor(patiently);
    await page.getByText('Completed').waitFor(patiently);

    const firstRun = page.url();
    await page.getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(new URL(firstRun).pathname);
    await page.getByText('Completed').waitFor(patiently);
    await page.getByRole('link', { name: 'What changed' }).click();
    await page.getByText('Nothing changed, 1 the same.').waitFor();
    expect(await axeFinds(page)).toEqual([]);
    await page.getByRole('link', { name: 'Grid: files × rules' }).click();
    await page.locator('.grid-cell').waitFor();
    expect(await axeFinds(page)).toEqual([]);
    await page.locator('.grid-cell').click();
    await page.locator('[data-page] [data-mark]').first().waitFor();
    await page.getByRole('link', { name: 'Project and its other runs' }).click();
    await expect.poll(() => page.locator('.row').count()).toBe(2);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('No project yet.').waitFor();

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Check the sample' }).click();
    await page.getByRole('heading', { name: 'Sample: Buying hosted services' }).waitFor();
    await expect.poll(() => page.locator('.finding-row').count()).toBeGreaterThan(3);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    await page.getByText('Nothing has been checked yet.').waitFor();
    await page.getByRole('link', { name: 'Rule sets' }).click();
    await page.getByText('No rule set yet.').waitFor();
    expect(complaints).toEqual([]);
  });
});
