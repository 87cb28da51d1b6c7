import { mkdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { type Hands, keyboard, mouse } from '../../support/browser/hands.ts';
import { password, visit } from '../../support/browser/visit.ts';
import { makeFolder } from '../support/folder.ts';
import { saveAs } from '../support/office.ts';
import { printTroubles } from '../support/print-troubles.ts';
import { areHere, run } from '../support/programs.ts';

/** How long a month may take, in ms, and each check in it. */
const monthMs = 1_800_000;
const patiently = { timeout: 600_000 };
const duties = Array.from(
  { length: 60 },
  (_, at) => `The Supplier shall answer requests of kind ${at + 10} within 4 hours.`,
);
const cells = [['Ref', 'What we ask', 'Weight'], ...duties.map((duty, at) => [`R${at}`, duty, 'High'])];
const columns = ['Id', 'Rule', 'Severity'];
const contract = (hours: number, at: number) =>
  `${duties.map((duty, number) => `${number + 1}. ${duty.replace('4 hours', `${hours} hours`)}`).join('\n\n')}\n\nNo. ${at}`;
const folder = makeFolder();
afterAll(() => folder.remove());

/** Brings the rules of a sheet into the editor: as an Excel file, or as cells that were copied from it. */
type BringRules = (page: Page, hands: Hands) => Promise<void>;

async function importWorkbook(page: Page, { upload }: Hands): Promise<void> {
  const buffer = await writeExcelFile(cells.map((row) => row.map((value) => ({ value })))).toBuffer();
  await upload(page.getByLabel('Import a file'), [folder.write('rules.xlsx', buffer)]);
}

async function pasteCells(page: Page, { enter, press }: Hands): Promise<void> {
  await enter(page.getByLabel('Paste your rules'), cells.map((row) => row.join('\t')).join('\n'));
  await press(page.getByRole('button', { name: 'Choose the columns' }));
}

test.skipIf(browserPath === null).each<[string, number, number, (page: Page) => Hands, BringRules]>([
  ['the mouse, 60 rules from Excel', 40, 5, mouse, importWorkbook],
  ['the keyboard alone, 60 pasted rules', 3, 1, keyboard, pasteCells],
])(
  'a month of work with %s, %i contracts, reviews one by one and in bulk, %i new versions, sign-off and report',
  { timeout: monthMs },
  async (_, contracts, changed, handsOn, bringRules) => {
    const findings = contracts * duties.length;
    const opened = changed * duties.length;
    const names = Array.from({ length: contracts }, (_, at) => `contract-${at + 1}.txt`);
    const browser = await startBrowser(browserPath ?? '');
    const server = await startEmptyServer({ WORKERS: '1', LIMIT_REQUESTS_PER_MINUTE: '100000' });
    try {
      const { page, complaints } = await visit(browser, server.url, {
        viewport: { width: 1360, height: 900 },
      });
      const hands = handsOn(page);
      const { press, enter, choose, upload } = hands;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const link = (name: string | RegExp) => page.getByRole('link', { name });
      const look = async (seen: Locator) => {
        await seen.first().waitFor(patiently);
        expect(await axeFinds(page)).toEqual([]);
      };
      await enter(page.getByLabel('Email'), 'ada@example.org');
      await enter(page.getByLabel('Password', { exact: true }), password);
      await press(button('Create account'));
      await press(link('Rule sets'));
      await press(link('New rule set'));
      await bringRules(page, hands);
      await look(page.getByText('60 rows of a table'));
      for (const [at, field] of columns.entries())
        await choose(page.getByLabel(`Column ${at + 1}, ${cells[0]?.[at]}`), field);
      await press(button('Add 60 rules'));
      await enter(page.getByLabel('Name', { exact: true }).first(), 'Requests');
      await look(page.getByText('Rules (60)'));
      await press(button('Save rule set'));
      await press(link('Check with this'));

      const chosen = `${contracts}/contracts`;
      mkdirSync(folder.path(chosen), { recursive: true });
      for (const [at, name] of names.entries()) folder.write(`${chosen}/${name}`, contract(4, at));
      await upload(page.getByLabel('Choose a folder'), [folder.path(chosen)]);
      await choose(page.getByLabel('Files', { exact: true }), 'Check each file alone');
      await look(button('Run the check'));
      await press(button('Run the check'));
      await look(page.getByText('Completed'));

      // One by one: a finding is corrected, and the next one is accepted.
      await press(page.locator('.finding-row').first());
      await page.keyboard.press('c');
      await enter(page.getByLabel('Reason'), 'The annex says otherwise.');
      await choose(page.getByLabel('Outcome').last(), 'violated');
      await press(button('Save the correction'));
      await look(page.getByText('Corrected to violated by ada@example.org'));
      await page.keyboard.press('j');
      await button('Accept').waitFor();
      await page.keyboard.press('a');
      await page.getByText(`2 of ${findings}`, { exact: true }).waitFor();
      await press(button(`Accept the ${findings - 2} shown and not reviewed`));
      await press(button('Accept them'));
      await page
        .getByText(`${findings - 2} findings reviewed.`)
        .first()
        .waitFor(patiently);
      await look(page.getByText(`${findings} of ${findings}`, { exact: true }));

      await press(link('Check a new version'));
      for (const [at, name] of names.slice(0, changed).entries())
        await upload(page.getByLabel(`Replace contracts/${name} by a new version`), [
          folder.write(`${contracts}/new-${name}`, contract(8, at)),
        ]);
      await look(button('Save and check'));
      await press(button('Save and check'));
      await page.getByText('Completed').waitFor(patiently);
      // Reviews of unchanged evidence still apply; those of the new versions are open.
      await page.getByText(`${findings - opened} of ${findings}`, { exact: true }).waitFor();
      await press(link('What changed'));
      await page.getByText(`${opened} findings changed, ${findings - opened} the same.`).waitFor();
      await look(page.getByText('new-contract-1.txt, new version of contracts/contract-1.txt'));
      await press(link('Findings'));
      await press(button('Sign off…'));
      await enter(page.getByLabel('Comment (optional)'), 'Five suppliers must be asked.');
      await press(button('Sign off'));
      await look(page.getByText('Signed off by'));
      const exported = async (format: string, title: RegExp) => {
        await press(page.getByText(/^Export the (shown )?findings$/));
        const [download] = await Promise.all([page.waitForEvent('download'), press(link(title))]);
        const path = folder.path(`month-${contracts}-${format}.${format}`);
        await download.saveAs(path);
        return path;
      };
      const open = `${opened} not reviewed`;
      const signed = new RegExp(
        `Signed off:?\\s+by .*ada@example.*${open}.*Five suppliers must be asked`,
        's',
      );
      expect(readFileSync(await exported('md', /^Markdown/), 'utf8')).toMatch(signed);
      await press(button(`not reviewed ${opened}`));
      if (areHere('soffice', 'pdftotext', 'pdftoppm')) {
        const files = [await exported('docx', /^Word/), await exported('xlsx', /^Excel/)];
        const printed = [await exported('pdf', /^PDF/), ...(await saveAs(folder, 'pdf', files))];
        for (const path of printed) {
          expect(await run('pdftotext', ['-l', '1', path, '-']), path).toMatch(signed);
          expect(await printTroubles(folder, path)).toEqual([]);
        }
      }
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
);
