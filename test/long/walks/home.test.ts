import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';

const patiently = { timeout: 60_000 };

describe.skipIf(browserPath === null)('the home page', () => {
  let browser: Browser;
  let server: RunningServer;
  let ada: Actor;
  let folder = '';

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    server = await startEmptyServer({ WORKERS: '1', LIMIT_UPLOAD_BYTES: '100000' });
    ada = unrestricted((await server.accounts.add({ email: 'ada@example.org', password, name: '' }))._id);
    folder = mkdtempSync(join(tmpdir(), 'proviso-folder-'));
    mkdirSync(join(folder, 'contracts/annexes'), { recursive: true });
    writeFileSync(join(folder, 'contracts/terms.txt'), 'The notice period is 30 days.');
    writeFileSync(join(folder, 'contracts/annexes/b.txt'), 'Annex B lists the services.');
    writeFileSync(join(folder, 'contracts/.DS_Store'), 'x');
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  async function home() {
    const seen = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } });
    await signIn(seen.page, 'ada@example.org');
    await seen.page.getByRole('heading', { name: 'Check a document' }).waitFor();
    return seen;
  }

  const listed = (page: Page) => page.locator('.inputs li > span:first-child').allInnerTexts();

  /** Drops files or folders of this machine, as the system does. */
  async function drop(page: Page, path: string): Promise<void> {
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.drop').boundingBox()) ?? {};
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
    }
    await session.detach();
  }

  test('takes folders, links and text, says which file was refused and why, and keeps the names of folders', async () => {
    const { page, complaints } = await home();
    expect(await page.getByText('Checked by words alone').isVisible()).toBe(true);
    await drop(page, join(folder, 'contracts'));
    await expect.poll(() => listed(page)).toEqual(['contracts/annexes/b.txt', 'contracts/terms.txt']);
    await page.getByLabel('Choose a folder').setInputFiles(join(folder, 'contracts'));
    expect(await listed(page)).toEqual(['contracts/annexes/b.txt', 'contracts/terms.txt']);

    await page.getByRole('button', { name: 'Paste links' }).click();
    await page.getByLabel('Links, one in each line').fill('https://example.org/terms\nterms.pdf');
    await page.getByRole('button', { name: 'Add the links' }).click();
    await page.getByText('“terms.pdf” is not a link').waitFor();
    await page.getByLabel('Links, one in each line').fill('http://127.0.0.1:1/terms');
    await page.getByRole('button', { name: 'Add the links' }).click();
    await page.getByRole('button', { name: 'Paste text' }).click();
    await page.getByLabel('Text to check').fill('The fee is due in May.');
    await page.getByRole('button', { name: 'Add the text' }).click();
    const big = { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(200_000, 'a ') };
    await page.getByLabel('Drop files here').setInputFiles(big);
    expect(await listed(page)).toEqual([
      'contracts/annexes/b.txt',
      'contracts/terms.txt',
      '127.0.0.1/terms',
      'Pasted text',
      'big.txt',
    ]);
    expect(await troubles(page)).toEqual([]);

    await page.getByLabel('Rules, one in each line').fill('Notice: The notice period is at least 30 days.');
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByText('1 of the files cannot be checked.').waitFor();
    expect(await page.locator('.input-problem').innerText()).toMatch(/100/);
    await page.getByRole('button', { name: 'Remove big.txt' }).click();
    await page.getByRole('button', { name: 'Run the check' }).click();
    await expect
      .poll(() => page.locator('.input-problem').allInnerTexts())
      .toEqual([expect.stringContaining('a private or reserved address')]);
    expect((await server.services.projects.list(ada, { page: 1, pageSize: 5 })).total).toBe(0);
    await page.getByRole('button', { name: 'Remove 127.0.0.1/terms' }).click();
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByText('Completed').waitFor(patiently);
    const { items } = await server.services.projects.list(ada, { page: 1, pageSize: 5 });
    expect(items[0]?.files.map(({ name }) => name)).toEqual([
      'contracts/annexes/b.txt',
      'contracts/terms.txt',
      'Pasted text',
    ]);
    // The browser itself reports the answer to the file that is too large.
    expect(complaints).toEqual([expect.stringContaining('413')]);
  });

  test('shows what needs attention until the run is signed off, and again if a review changes after that', async () => {
    const { page, complaints } = await home();
    await page.getByLabel('Rules', { exact: true }).selectOption('Paste rules…');
    const rules =
      'Notice: The notice period is at least 30 days.\nDrones: The pilots must insure their drones.';
    const typed = page.getByLabel('Rules, one in each line');
    await typed.fill(rules);
    // Typed rules stay while the person looks at another page.
    await page.getByRole('link', { name: 'Rule sets' }).first().click();
    await page.getByRole('heading', { name: 'Rule sets' }).waitFor();
    await page.goBack();
    expect(await typed.inputValue()).toBe(rules);
    await page.getByRole('button', { name: 'Paste text' }).click();
    await page.getByLabel('Text to check').fill('The notice period is 30 days.\n\nThe fee is due in May.');
    await page.getByRole('button', { name: 'Add the text' }).click();
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('heading', { name: 'Pasted text' }).waitFor();
    await page.getByText('Completed').waitFor(patiently);
    const run = page.url();
    const toHome = async () => {
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
    };
    const row = (section: string) => page.getByRole('region', { name: section }).locator('.row').first();
    await toHome();
    await row('Needs attention').getByText('☐ 2 of 2 not reviewed').waitFor();
    await row('Needs attention').getByRole('link', { name: 'Pasted text' }).click();
    expect(page.url()).toBe(run);

    const state = page.getByRole('region', { name: 'State of the review' });
    await state.getByText('0 of 2').waitFor();
    await page.keyboard.press('a');
    await state.getByText('1 of 2').waitFor();
    await state.getByRole('button', { name: 'Sign off…' }).click();
    await state.getByText(/You sign while this is open: .*1 not reviewed/).waitFor();
    await page.getByLabel('Comment').fill('The rest is for Monday.');
    expect(await troubles(page)).toEqual([]);
    await state.getByRole('button', { name: 'Sign off', exact: true }).click();
    await state.getByText('Signed off by ada@example.org').waitFor();
    await state.getByText('“The rest is for Monday.”').waitFor();
    await toHome();
    await row('Done').getByText('signed off by ada@example.org').waitFor();

    await page.goto(run);
    await state.getByText('Signed off by').waitFor();
    await page
      .getByRole('button', { name: 'Remove the review' })
      .or(page.getByRole('button', { name: 'Accept', exact: true }))
      .first()
      .click();
    await state.getByText('The sign-off is outdated: a review has changed since.').waitFor();
    await toHome();
    await row('Needs attention').getByText('sign-off outdated').waitFor();
    expect(await troubles(page)).toEqual([]);

    await page.goto(run);
    await state.getByRole('button', { name: 'Sign off again…' }).click();
    await state.getByRole('button', { name: 'Sign off', exact: true }).click();
    await state.locator('.notice').getByText('Signed off by').waitFor();
    await state.getByText('1 earlier sign-off').waitFor();
    await state.getByRole('button', { name: 'Withdraw the sign-off' }).click();
    await state.getByRole('button', { name: 'Sign off…' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
