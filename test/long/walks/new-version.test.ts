import { expect, test } from 'vitest';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, visit } from '../../support/browser/visit.ts';

test.skipIf(browserPath === null)(
  'a person checks a new version of a contract, sees what changed, and deletes what a rule set is used by',
  async () => {
    const browser = await startBrowser(browserPath ?? '');
    const server = await startEmptyServer({ WORKERS: '1' });
    try {
      const { page, complaints } = await visit(browser, server.url, {
        viewport: { width: 1360, height: 900 },
      });
      const file = (name: string, text: string) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      });
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page
        .getByLabel('Drop files here')
        .setInputFiles([
          file('contract.txt', '1. The Supplier shall answer each incident within 4 hours.'),
          file('annex.txt', 'Annex: the fee is 100 EUR.'),
        ]);
      const rules = 'The Supplier shall answer each incident within 4 hours.';
      await page.getByLabel('Rules, one in each line').fill(rules);
      await page.getByRole('button', { name: 'Run the check' }).click();
      await page.getByText('Completed').waitFor();
      await page.getByText('CONFIRMED').first().waitFor();
      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      await page.getByText('☑ Accepted by ada@example.org,').waitFor();
      const oldest = new URL(page.url()).pathname;

      await page.getByRole('link', { name: 'Check a new version' }).click();
      await page.getByRole('heading', { name: 'Check a new version of “contract and 1 more”' }).waitFor();
      expect(await axeFinds(page)).toEqual([]);
      const second = file('contract-v2.txt', '1. The Supplier shall answer each incident within 8 hours.');
      const chooser = page.getByLabel('Drop the new version here');
      await chooser.setInputFiles(second);
      await page.getByRole('button', { name: 'Save and check' }).click();
      await page.getByText('Say which document contract-v2.txt replaces.').waitFor();
      await page.getByLabel('What contract-v2.txt is').selectOption('New version of contract.txt');
      await page.getByRole('button', { name: 'Remove annex.txt' }).click();
      await chooser.setInputFiles(file('letter.txt', 'Letter: we agree.'));
      await page.getByText('New', { exact: true }).waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Hosting');
      expect(await troubles(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save and check' }).click();
      await page.getByRole('heading', { name: 'Hosting', exact: true }).waitFor();
      await page.getByText('Completed').waitFor();
      await page
        .getByText(
          /^The earlier decision \(satisfied, by ada@example.org: Accepted as it is\.\) was not kept/,
        )
        .waitFor();

      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/diff/, (route) => held.then(() => route.continue()), { times: 1 });
      const newest = page.url();
      await page.getByRole('link', { name: 'What changed' }).click();
      await page.getByText('Comparing the runs…').waitFor();
      answer();
      await page.getByText('1 finding changed, 0 the same. The content of contract-v2.txt changed').waitFor();
      await page.getByText(/^1 review was not kept: /).waitFor();
      expect(await page.locator('.side :is(del, ins)').allTextContents()).toEqual([
        ' struck out: 4 (end) ',
        ' inserted: 8 (end) ',
      ]);
      expect(await axeFinds(page)).toEqual([]);
      await page.getByText('contract-v2.txt, new version of contract.txt').waitFor();
      expect(await page.locator('.side blockquote span.soft').allInnerTexts()).toEqual([
        'contract.txt, line 1',
        'contract-v2.txt, line 1',
      ]);
      await page.goto(`${server.url}${oldest}/changes`);
      await page.getByText('There is no other run to compare with.').waitFor();
      expect(await page.getByText(/the same|new version of|Comparing/).count()).toBe(0);
      await page.goto(newest);

      // A file that is dropped on a project of one document is its new version, unless the person keeps both.
      await page.getByRole('link', { name: 'Check a new version' }).click();
      await page.getByRole('button', { name: 'Remove letter.txt' }).click();
      await chooser.setInputFiles(file('contract-v3.txt', '1. The Supplier answers.'));
      const choice = page.getByLabel('What contract-v3.txt is');
      expect(await choice.locator('option:checked').innerText()).toBe('New version of contract-v2.txt');
      await choice.selectOption('Another document');
      await page.getByLabel('Replace contract-v2.txt by a new version').setInputFiles(second);
      await page.goBack();
      await page.getByRole('link', { name: 'Project and its other runs' }).click();
      await page.getByRole('link', { name: 'contract-v2.txt' }).waitFor();
      expect(await page.locator('.plain-list li').allInnerTexts()).toEqual([
        'contract-v2.txt, new version of contract.txt',
        'letter.txt',
      ]);

      await page.getByRole('link', { name: 'Rules for contract and 1 more' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('1 project uses this rule set.').waitFor();
      expect(await axeFinds(page)).toEqual([]);
      await page.getByRole('link', { name: 'Check with this' }).click();
      await page.getByRole('heading', { name: 'Check a document' }).waitFor();
      await page.getByRole('link', { name: 'Hosting' }).first().click();
      await page.getByRole('link', { name: 'Project and its other runs' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete project' }).click();
      await page.getByText('No project yet.').waitFor();
      await page.getByRole('link', { name: 'Rule sets' }).click();
      await page.getByText('No rule set yet.').waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
);
