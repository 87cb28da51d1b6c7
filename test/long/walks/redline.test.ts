import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { newWorkspace, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { makeDocx, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { checkedRun } from '../../support/browser/checked-run.ts';
import { onEmptyServer, startEmptyServer } from '../../support/browser/empty-server.ts';
import { keyboard } from '../../support/browser/hands.ts';
import { overflowAt, screenProblems, screensMs } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { proposingModel } from '../../support/proposing-model.ts';
import { contentOf } from '../../support/tracked-changes.ts';

const patiently = { timeout: 100_000 };
const annex = readFileSync(join(packageFolder(), 'samples', 'annex-b.docx'));
const text = Buffer.from('The Customer shall pay each invoice within 45 days after receipt.\n');
const rules = [
  [
    'Breach notice',
    'The Supplier shall notify the Customer of a Personal Data Breach within 12 hours after becoming aware of it.',
  ],
  [
    'Deletion',
    'The Supplier shall delete Customer Data from its live systems within 30 days after the end of the Agreement.',
  ],
  ['Payment', 'The Customer shall pay each invoice within 14 days after receipt.'],
].map(([name = '', description = '']) => ({ name, description }));

describe.skipIf(browserPath === null)('the suggested changes of a run', () => {
  let browser: Browser;
  let server: RunningServer;
  let path = '';
  let adaId = '';

  onEmptyServer({ WORKERS: '1' }, async (...opened) => {
    [browser, server] = opened;
    const ada = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    const vera = await server.accounts.add({ email: 'vera@example.org', password, name: '' });
    adaId = ada._id;
    const workspace = newWorkspace(adaId, adaId, 'My workspace', new Date());
    const member = { userId: vera._id, role: 'viewer' as const, since: workspace.createdAt };
    await server.dependencies.store.workspaces.insert(withMember(workspace, member));
    const files = { 'annex-b.docx': annex, 'terms.txt': text };
    ({ path } = await checkedRun(server, unrestricted(adaId), { rules, files }));
  });

  /** What axe finds and what is too wide, on a phone and on a screen. */
  async function troubles(page: Page, screen: string): Promise<string[]> {
    const found = [];
    for (const width of [390, 1360])
      found.push(...(await overflowAt(page, screen, width)), ...(await axeFinds(page)));
    return found;
  }

  test(
    'are accepted and rejected with the keyboard alone, and the Word file has the accepted ones only',
    async () => {
      const { page, complaints } = await visit(browser, `${server.url}${path}`);
      await signIn(page, 'ada@example.org');
      const { press, choose } = keyboard(page);
      const announced = page.locator('#page > [role=status]');
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await press(page.locator('.finding-row', { hasText: 'Breach notice' }));
      await press(page.getByRole('link', { name: 'Suggest a change', exact: true }));
      const start = page.getByRole('button', { name: 'Suggest changes' });
      await start.waitFor();
      await page.getByText('by words alone, which costs nothing').waitFor();
      expect(await troubles(page, 'redline-start')).toEqual([]);

      // The person stops the work, and nothing is kept of it.
      const request = '**/trpc/runs.redline*';
      await page.route(request, () => undefined);
      await press(start);
      await page.getByRole('progressbar', { name: 'Checking a copy' }).waitFor();
      await press(page.getByRole('button', { name: 'Stop' }));
      await expect.poll(() => announced.innerText()).toBe('Stopped.');
      expect(await page.getByRole('alert').allInnerTexts()).not.toContain('Stopped.');
      await page.unroute(request);

      await press(start);
      await page.getByRole('heading', { name: '2 changes offered, 1 not offered' }).waitFor(patiently);
      expect([await announced.innerText(), await focused()]).toEqual(
        Array(2).fill('2 changes offered, 1 not offered'),
      );
      const breach = page.getByRole('listitem').filter({ hasText: 'Breach notice' });
      expect(await breach.innerText()).toMatch(/Violated.*CONFIRMED.*after the change:\s+✓ Satisfied/s);
      expect(await breach.locator('del').innerText()).toMatch(/struck out:\s+24\b/);
      expect(await breach.locator('ins').innerText()).toMatch(/inserted:\s+12\b/);
      const payment = page.getByRole('listitem').filter({ hasText: 'Payment' });
      expect(await payment.innerText()).toContain('No change: the cited words are in another file.');
      expect(await payment.getByRole('radio').count()).toBe(0);
      expect(await screenProblems(page, 'redline')).toEqual([]);
      expect(await troubles(page, 'redline')).toEqual([]);

      // The whole set was checked together; a part of it is checked before it can be downloaded.
      const download = page.getByRole('link', { name: 'Download annex-b.redlined.docx' });
      expect(await accepted(page, download)).toMatch(/within 12 hours.*within 30 days/s);
      await press(breach.getByRole('radio', { name: 'Accept the change' }));
      await page.keyboard.press('ArrowRight');
      await expect
        .poll(() => announced.innerText())
        .toBe('Rejected: Breach notice. 1 of 2 changes accepted.');
      expect(await download.count()).toBe(0);
      await press(page.getByRole('button', { name: 'Make the Word file with 1 change' }));
      await download.waitFor(patiently);
      expect(await announced.innerText()).toBe('The Word file is ready.');
      expect(await focused()).toBe('Download annex-b.redlined.docx');
      expect(await accepted(page, download)).toMatch(/within 24 hours.*within 30 days/s);

      // The change and the decision are beside the finding too.
      await press(page.getByRole('link', { name: 'Breach notice' }));
      const beside = page.getByRole('region', { name: 'Suggested change' });
      await expect
        .poll(() => beside.getByRole('radio', { name: 'Reject the change' }).isChecked())
        .toBe(true);
      expect(await troubles(page, 'redline-finding')).toEqual([]);
      await press(beside.getByRole('link', { name: 'All suggested changes' }));

      await choose(page.getByLabel('Document to change'), 'terms.txt');
      await page.getByText('You get a list of changes for terms.txt, and no file').waitFor();
      await press(start);
      await page.getByRole('heading', { name: '1 change offered, 2 not offered' }).waitFor(patiently);
      expect(await payment.locator('ins').innerText()).toMatch(/14/);
      expect([await payment.getByRole('radio').count(), await download.count()]).toEqual([0, 0]);
      expect(complaints).toEqual([]);
    },
    screensMs,
  );

  test('have a sentence of the model if the person asks for it, with a note that it is from a model', async () => {
    const clause = 'The Supplier tells the Customer of breaches as soon as possible.';
    const sentence = clause.replace('as soon as possible', 'within 24 hours');
    const model = await startModelServer({ chat: proposingModel(clause, { json: { sentence } }) });
    const environment = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', MODEL: 'stand-in' };
    const withModel = await startEmptyServer({ WORKERS: '1', ...environment });
    try {
      const { _id } = await withModel.accounts.add({ email: 'ada@example.org', password, name: '' });
      const made = makeDocx([clause, 'The Supplier keeps logs.'].map((one) => paragraph(one)).join(''));
      const run = await checkedRun(withModel, unrestricted(_id), {
        rules: [{ name: 'Notice', description: 'The Supplier shall tell the Customer within 24 hours.' }],
        files: { 'made.docx': made },
      });
      const { page, complaints } = await visit(browser, `${withModel.url}${run.path}/redline`);
      await signIn(page, 'ada@example.org');
      const { press } = keyboard(page);
      const box = page.getByRole('checkbox', { name: /^Let the model propose a sentence/ });
      await box.press('Space');
      expect(await box.isChecked()).toBe(true);
      expect(await troubles(page, 'redline-propose')).toEqual([]);
      await press(page.getByRole('button', { name: 'Suggest changes' }));
      await page.getByRole('heading', { name: '1 change offered' }).waitFor(patiently);
      const change = page.getByRole('listitem').filter({ hasText: 'Notice' });
      expect(await change.locator('ins').innerText()).toMatch(/inserted:\s+within 24 hours\b/);
      expect(await change.innerText()).toContain('a model proposed this sentence, so read it first');
      expect(await troubles(page, 'redline-proposed')).toEqual([]);
      const download = page.getByRole('link', { name: 'Download made.redlined.docx' });
      expect(await accepted(page, download)).toContain(sentence);
      expect(complaints).toEqual([]);
    } finally {
      await withModel.stop();
      await model.close();
    }
  });

  test('are not offered to a viewer, whose role does not include checks', async () => {
    const { page } = await visit(browser, `${server.url}${path}?workspace=${adaId}`);
    await signIn(page, 'vera@example.org');
    await page.locator('.finding-row').first().waitFor();
    expect(await page.getByRole('link', { name: /^Suggest/ }).count()).toBe(0);
    await page.goto(`${server.url}${path}/redline`);
    await page.getByText('Your role in this workspace does not include checks').waitFor();
    expect(await page.getByRole('button', { name: 'Suggest changes' }).count()).toBe(0);
  });
});

/** The text of the downloaded Word file after all its changes are accepted. */
async function accepted(page: Page, link: ReturnType<Page['getByRole']>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  return contentOf(readFileSync(await download.path()), 'accept').join('\n');
}
