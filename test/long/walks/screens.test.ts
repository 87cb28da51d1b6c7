import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { screenProblems, screensMs } from '../../support/browser/screens.ts';
import { password, visit } from '../../support/browser/visit.ts';

const patiently = { timeout: 300_000 };
const sample = (name: string) => join(packageFolder(), 'samples', name);

describe.skipIf(browserPath === null)('every screen of a check', { timeout: screensMs }, () => {
  let browser: Browser;
  let server: RunningServer;

  onEmptyServer({ WORKERS: '1' }, (...opened) => {
    [browser, server] = opened;
  });

  test('has nothing that axe calls serious, fits its width, and does not move, at four widths, in light and dark', async () => {
    const { page, complaints } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } });
    const found: string[] = [];
    const look = async (screen: string) => found.push(...(await screenProblems(page, screen)));
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await look('sign-up');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Nothing has been checked yet.').waitFor();
    await look('home-empty');

    await page.getByLabel('Drop files here').setInputFiles([sample('agreement.pdf'), sample('annex-b.docx')]);
    const rules = [...readFileSync(sample('rules.yaml'), 'utf8').matchAll(/name: (.+)/g)]
      .slice(0, 4)
      .map(([, name]) => `${name}: The agreement must settle the ${name?.toLowerCase()}.`);
    const fees = 'Fees: The Supplier may increase the recurring charges once in each contract year.';
    await page.getByLabel('Rules, one in each line').fill([fees, ...rules].join('\n'));
    await page.getByRole('button', { name: 'Paste links' }).click();
    await look('home-filled');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('heading', { name: 'agreement and 1 more' }).waitFor(patiently);
    await page.getByText('Completed').waitFor(patiently);
    await page.locator('[data-page] [data-mark]').first().waitFor(patiently);
    await look('run');
    await page.locator('.finding-row').nth(1).click();
    await page.locator('.evidence [data-mark~="chosen"]').first().waitFor(patiently);
    await look('run-open');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByRole('button', { name: 'Sign off…' }).click();
    await look('run-review');
    await page.getByRole('button', { name: 'Sign off', exact: true }).click();
    await page.getByText('Signed off by').waitFor();
    await page.getByRole('button', { name: 'Withdraw the sign-off' }).click();
    await page.getByText('1 earlier sign-off').click();
    await page.getByText('Withdrawn by ada@example.org').waitFor();
    await look('run-signed-earlier');
    const run = page.url();
    await page.getByRole('link', { name: 'Grid: files × rules' }).click();
    await page.locator('.grid-cell').first().waitFor();
    await look('grid');
    await page.goto(run);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => url.href !== run);
    await page.getByText('Completed').waitFor(patiently);
    await page.getByRole('link', { name: 'What changed' }).click();
    await page.getByText('the same.').waitFor();
    await look('changes');
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await look('projects');
    await page.getByRole('link', { name: 'agreement and 1 more' }).click();
    await page.getByRole('heading', { name: 'Documents and rules' }).waitFor();
    await look('project');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await look('home');

    await page.getByRole('link', { name: 'Rule sets' }).click();
    await page.getByRole('link', { name: 'Rules for agreement' }).waitFor();
    await look('rule-sets');
    await page.getByRole('link', { name: 'Rules for agreement' }).click();
    await page.getByText('Recipients').click();
    await page.getByText('Output shape').click();
    await page.getByRole('button', { name: 'Start with an example' }).click();
    await page.getByRole('button', { name: 'Preview the output' }).click();
    await page.locator('.preview').waitFor();
    await look('rule-set');
    await page.getByRole('button', { name: 'Try Fees' }).click();
    await page.locator('.trial').getByLabel('Drop files here').setInputFiles(sample('agreement.pdf'));
    await page.getByRole('button', { name: 'Try this rule' }).click();
    await page.getByRole('article', { name: 'Answer' }).waitFor(patiently);
    await look('rule-set-trial');
    await page.goto(`${server.url}/projects/none/at/all`);
    await page.getByText('There is no page at this address').waitFor();
    await look('not-found');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await look('sign-in');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
