import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { type CheckedRun, checkedRun } from '../../support/browser/checked-run.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';

const patiently = { timeout: 60_000 };
const clause = 'The customer shall pay each invoice within 14 days after receipt.';
const lines = (from: number) =>
  Array.from({ length: 400 }, (_, at) => `Item ${from + at} of the list is kept in the archive.`);
const text = [...lines(1_000), '', clause, '', ...lines(2_000)].join('\n');

describe.skipIf(browserPath === null)('the open finding of a run', () => {
  let browser: Browser;
  let server: RunningServer;
  let actor: Actor;
  let run: CheckedRun;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    server = await startEmptyServer({ WORKERS: '1' });
    const { _id } = await server.accounts.add({ email: 'ada@example.org', password, name: 'Ada' });
    actor = unrestricted(_id);
    run = await checkedRun(server, actor, {
      rules: [{ name: 'Payment', description: 'The customer pays each invoice within 14 days.' }],
      files: { 'long.txt': Buffer.from(text) },
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  async function opened() {
    const { page } = await visit(browser, `${server.url}${run.path}`);
    await signIn(page, 'ada@example.org');
    await page.getByRole('button', { name: 'Correct', exact: true }).waitFor(patiently);
    return page;
  }

  test('shows the text before the loaded part of the file once, from its beginning', async () => {
    const page = await opened();
    const shown = page.getByRole('region', { name: 'The text of the file' });
    const count = async (words: string) => (await shown.innerText()).split(words).length - 1;
    await shown.getByText(clause).waitFor(patiently);
    expect(await count('Item 1000 ')).toBe(0);
    const before = shown.getByRole('button', { name: 'Show the text before' });
    while ((await before.count()) > 0) {
      const { length } = await shown.innerText();
      await before.click();
      await expect.poll(async () => (await shown.innerText()).length).not.toBe(length);
    }
    expect([await count('Item 1000 '), await count('Item 1399 '), await count(clause)]).toEqual([1, 1, 1]);
  });

  test('takes letters that are typed into the search as words, and not as the keys of a review', async () => {
    const page = await opened();
    const search = page.getByLabel(/^Search/);
    await search.pressSequentially('payable jack');
    await expect.poll(() => search.inputValue()).toBe('payable jack');
    const [finding] = run.findings;
    const { review } = await server.services.findings.get(actor, run.projectId, finding?.id ?? '');
    expect(review).toBeNull();
  });

  test('keeps the review of another person that was saved meanwhile', async () => {
    const page = await opened();
    const [finding] = run.findings;
    const review = (reason: string) =>
      server.services.findings.review(actor, run.projectId, finding?.id ?? '', {
        ...{ label: 'CONFIRMED', reason, by: 'bob@example.org' },
      });
    await review('Read by Bob.');
    await page.reload();
    await page.getByText('Read by Bob.').waitFor(patiently);
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByLabel('Reason').fill('Read by Ada.');
    await review('Read by Bob again.');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await page.getByText('Somebody else reviewed this finding in the meantime.').waitFor(patiently);
    const kept = await server.services.findings.get(actor, run.projectId, finding?.id ?? '');
    expect(kept.review).toMatchObject({ reason: 'Read by Bob again.' });
  });
});
