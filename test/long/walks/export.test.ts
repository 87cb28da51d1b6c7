import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { checkedRun } from '../../support/browser/checked-run.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';

const root = join(import.meta.dirname, '../../..');
const rules = [
  { name: 'Payment', description: 'The Customer must pay undisputed invoices within 45 days.' },
  { name: 'Subcontractors', description: 'The Supplier shall not engage a subcontractor without consent.' },
  { name: 'Whales', description: 'The whaling fleet must keep a logbook of harpoons.' },
];

describe.skipIf(browserPath === null)('the Export menu of a run', () => {
  let browser: Browser;
  let server: RunningServer;
  let path = '';

  onEmptyServer({ WORKERS: '1' }, async (...opened) => {
    [browser, server] = opened;
    const { _id: userId } = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    const files = { 'agreement.pdf': readFileSync(join(root, 'samples/agreement.pdf')) };
    ({ path } = await checkedRun(server, unrestricted(userId), { rules, files }));
  });

  /** Opens the run with a filter, and returns a function that downloads an entry of the menu. */
  async function opened(query: string, button: string) {
    const { page, complaints } = await visit(browser, `${server.url}${path}${query}`);
    await signIn(page, 'ada@example.org');
    const menu = page.getByText(button, { exact: true });
    const download = async (title: string): Promise<string> => {
      await menu.click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: new RegExp(`^${title}\\b`) }).click(),
      ]);
      return file.path();
    };
    await menu.waitFor();
    return { page, complaints, menu, download };
  }

  const isOpen = (page: Page) =>
    page.locator('.run-views > .menu').evaluate((menu) => menu.hasAttribute('open'));

  test('downloads the findings that are shown, in the chosen format', async () => {
    const { page, complaints, download } = await opened('?text=harpoons', 'Export the shown findings');
    const csv = readFileSync(await download('CSV'), 'utf8');
    expect(csv).toContain('harpoons');
    expect(csv).not.toContain('subcontractor');
    expect(await isOpen(page)).toBe(false);
    await page.locator('.menu > summary:focus').waitFor();
    expect(
      readFileSync(await download('PDF'))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const html = readFileSync(await download('HTML'), 'utf8');
    expect(html).toContain('harpoons');
    expect(html).not.toContain('engage a subcontractor');
    expect(complaints).toEqual([]);
  });

  test('downloads the run as a bundle that the checker accepts', async () => {
    const { download } = await opened('', 'Export the findings');
    const bundle = await download('Signed bundle');
    const checked = execFileSync(process.execPath, [join(root, 'bin/check-bundle.mjs'), bundle], {
      encoding: 'utf8',
    });
    expect(checked).toContain('"unchanged": true');
  });

  test('closes with Escape, and looks right at 360 px', async () => {
    const { page, menu } = await opened('', 'Export the findings');
    await page.setViewportSize({ width: 360, height: 800 });
    await menu.click();
    await page.getByRole('link', { name: /^Signed bundle\b/ }).waitFor();
    expect(await troubles(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await isOpen(page)).toBe(false);
    await expect.poll(() => menu.evaluate((summary) => summary === document.activeElement)).toBe(true);
  });
});
