import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { password, visit } from '../../support/browser/visit.ts';

const contracts = 40;
const changed = 5;
const duties = Array.from(
  { length: 60 },
  (_, at) => `The Supplier shall answer requests of kind ${at + 10} within 4 hours.`,
);
const contract = (hours: number) =>
  duties.map((duty, at) => `${at + 1}. ${duty.replace('4 hours', `${hours} hours`)}`).join('\n\n');
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test.skipIf(browserPath === null)(
  'a month of work: 60 rules from Excel, 40 contracts, corrections in bulk, five new versions, sign-off and report',
  async () => {
    const browser = await startBrowser(browserPath ?? '');
    const server = await startEmptyServer({ WORKERS: '1', LIMIT_REQUESTS_PER_MINUTE: '100000' });
    try {
      const { page, complaints } = await visit(browser, server.url, {
        viewport: { width: 1360, height: 900 },
      });
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('link', { name: 'Rule sets' }).click();
      await page.getByRole('link', { name: 'New rule set' }).click();
      const cells = [
        ['No.', 'Requirement', 'Priority'],
        ...duties.map((duty, at) => [`R${at}`, duty, 'High']),
      ];
      const buffer = await writeExcelFile(cells.map((row) => row.map((value) => ({ value })))).toBuffer();
      await page
        .getByLabel('Import a file')
        .setInputFiles({ name: 'rules.xlsx', mimeType: 'application/zip', buffer });
      await page.getByText('60 rows of a table').waitFor();
      expect(await axeFinds(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add 60 rules' }).click();
      await page.getByLabel('Name', { exact: true }).first().fill('Requests');
      await page.getByRole('button', { name: 'Save rule set' }).click();
      await page.getByRole('link', { name: 'Check with this' }).click();

      const names = Array.from({ length: contracts }, (_, at) => `contract-${at + 1}.txt`);
      await page
        .getByLabel('Drop files here')
        .setInputFiles(names.map((name, at) => file(name, `${contract(4)}\n\nNo. ${at}`)));
      await page.getByLabel('Files', { exact: true }).selectOption('each');
      await page.getByRole('button', { name: 'Run the check' }).click();
      await page.getByText('Completed').waitFor({ timeout: 120_000 });

      await page.getByRole('button', { name: 'Accept the 2400 shown' }).click();
      await page.getByRole('button', { name: 'Accept them' }).click();
      await page.getByText('2400 findings reviewed.').first().waitFor({ timeout: 240_000 });
      await page.getByText('2400 of 2400').waitFor();

      await page.getByRole('link', { name: 'Check a new version' }).click();
      for (const name of names.slice(0, changed))
        await page
          .getByLabel(`Replace ${name} by a new version`)
          .setInputFiles(file(`new-${name}`, contract(8)));
      await page.getByRole('button', { name: 'Save and check' }).click();
      await page.getByText('Completed').waitFor({ timeout: 120_000 });
      // Reviews of unchanged evidence still apply; those of the new versions are open.
      await page.getByText('2100 of 2400').waitFor();
      await page.getByRole('link', { name: 'What changed' }).click();
      await page.getByText('300 findings changed, 2100 the same.').waitFor();
      await page.getByText('new-contract-1.txt, new version of contract-1.txt').waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Sign off…' }).click();
      await page.getByLabel('Comment (optional)').fill('Five suppliers must be asked.');
      await page.getByRole('button', { name: 'Sign off', exact: true }).click();
      await page.getByText('Signed off by').waitFor();
      await page.getByText('Export the findings').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /Markdown/ }).click(),
      ]);
      const report = await (await download.createReadStream()).toArray();
      expect(Buffer.concat(report).toString()).toMatch(
        /Signed off: by .*ada@example\.org.*300 of 2,400 findings not reviewed.*Five suppliers/s,
      );
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
);
