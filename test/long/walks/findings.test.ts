import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { type CheckedRun, checkedRun } from '../../support/browser/checked-run.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
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

  onEmptyServer({ WORKERS: '1' }, async (...opened) => {
    [browser, server] = opened;
    const { _id } = await server.accounts.add({ email: 'ada@example.org', password, name: 'Ada' });
    actor = unrestricted(_id);
    run = await checkedRun(server, actor, {
      rules: ['Payment', 'Invoices', 'Days'].map((name) => ({
        ...{ name, description: 'The customer pays each invoice within 14 days.' },
      })),
      files: {
        'long.txt': Buffer.from(text),
        'note.txt': Buffer.from(`A short note.\n\n${clause.replace(' after receipt', '')}`),
      },
    });
  });

  async function opened(path = run.path) {
    const { page } = await visit(browser, `${server.url}${path}`);
    await signIn(page, 'ada@example.org');
    await page.getByRole('button', { name: 'Correct', exact: true }).waitFor(patiently);
    return page;
  }

  test('shows the text of the chosen quote, and what is before the loaded part once, from its beginning', async () => {
    const page = await opened();
    const shown = page.getByRole('region', { name: 'The text of the file' });
    const count = async (words: string) => (await shown.innerText()).split(words).length - 1;
    await page.locator('.place', { hasText: 'note.txt' }).click();
    await shown.getByText('A short note.').waitFor(patiently);
    await page.locator('.place', { hasText: 'long.txt' }).click();
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

  const stored = async (id: string) =>
    (await server.services.findings.some(actor, run.projectId, run.runId, [id])).get(id);

  test('takes letters that are typed into the search as words, and keys with Ctrl as those of the browser', async () => {
    const page = await opened();
    await page.keyboard.press('Control+c');
    expect(await page.getByLabel('Reason').count()).toBe(0);
    await page.keyboard.press('c');
    await page.getByLabel('Reason').waitFor(patiently);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const search = page.getByLabel(/^Search/);
    await search.pressSequentially('payable jack');
    await expect.poll(() => search.inputValue()).toBe('payable jack');
    const [finding] = run.findings;
    expect((await stored(finding?.id ?? ''))?.review).toBeNull();
  });

  test('is corrected from its outcome on: one that corrects nothing is refused, a draft stays, and no finding moves', async () => {
    const rules = ['One', 'Two', 'Three', 'Four'].map((name) => ({
      ...{ name, description: 'The customer pays each invoice within 14 days.' },
    }));
    const own = await checkedRun(server, actor, { rules, files: { 'long.txt': Buffer.from(text) } });
    const page = await opened(own.path);
    await page.setViewportSize({ width: 1360, height: 850 });
    const focus = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') || at?.getAttribute('name') || at?.textContent;
      });
    const names = () => page.locator('.finding-row-name').allInnerTexts();
    const current = page.locator('.finding-row[aria-current]');
    const name = () => current.locator('.finding-row-name').innerText();
    const isInView = () =>
      current.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    const order = await names();
    for (const last of order.slice(1)) {
      await page.keyboard.press('j');
      await expect.poll(name).toBe(last);
      await expect.poll(isInView).toBe(true);
    }

    await page.keyboard.press('c');
    expect(await focus()).toBe('outcome');
    await page.getByLabel('Reason').fill('Clause 4 says otherwise.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Nothing is corrected: choose another outcome, or accept the finding.').waitFor();
    expect(await focus()).toBe('outcome');
    await page.locator('.finding-row').first().click();
    await page.keyboard.press('c');
    await page.keyboard.press('Escape');
    expect([await focus(), await page.getByLabel('Reason').count()]).toEqual(['Correct', 0]);
    await page.locator('.finding-row').last().click();
    expect(await page.getByLabel('Reason').inputValue()).toBe('Clause 4 says otherwise.');
    await page.getByLabel('Outcome').last().selectOption('violated');
    await page.getByLabel('Reason').press('Control+Enter');
    await page.getByText(/Corrected to violated by ada@example\.org.*Clause 4/).waitFor(patiently);
    expect(await focus()).toBe('Correct');
    expect(await current.getByText(/^. (?:CONFIRMED|ESTIMATED|NOT FOUND)$/).count()).toBe(0);
    expect(await names()).toEqual(order);

    // A finding that leaves the filter keeps its place, from which the person goes on.
    await page.getByRole('button', { name: /^not reviewed/ }).click();
    await page.locator('.finding-row').first().click();
    await page.keyboard.press('c');
    await page.getByLabel('Outcome').last().selectOption('violated');
    await page.getByLabel('Reason').fill('Clause 5 says otherwise.');
    await page.keyboard.press('Control+Enter');
    await expect.poll(names).toEqual(order.slice(1, 3));
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await expect.poll(name).toBe(order[1]);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect.poll(name).toBe(order[2]);
    expect(await focus()).toBe('The open finding');
    await page.getByRole('button', { name: 'Sign off…' }).click();
    expect(await focus()).toBe('comment');
    await page.getByRole('button', { name: 'Sign off', exact: true }).click();
    await page.getByText('Signed off by').waitFor(patiently);
    expect(await focus()).toBe('State of the review');
  });

  test('keeps the review of another person that was saved meanwhile', async () => {
    const [finding, , other] = run.findings;
    const page = await opened(`${run.path}?finding=${finding?.id}`);
    const review = (reason: string, id = finding?.id ?? '') =>
      server.services.findings.review(actor, run.projectId, id, {
        ...{ label: 'CONFIRMED', reason, by: 'bob@example.org' },
      });
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor(patiently);
    await review('Read by Bob.');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('Somebody else reviewed this finding in the meantime.').waitFor(patiently);
    await page.reload();
    await page.getByText('Read by Bob.').waitFor(patiently);
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByLabel('Outcome').last().selectOption('violated');
    await page.getByLabel('Reason').fill('Read by Ada.');
    await review('Read by Bob again.');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await page.getByText('Somebody else reviewed this finding in the meantime.').waitFor(patiently);
    expect((await stored(finding?.id ?? ''))?.review).toMatchObject({ reason: 'Read by Bob again.' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await review('Read by Bob too.', other?.id);
    await page.getByRole('button', { name: /^Accept the 2 shown/ }).click();
    await page.getByRole('button', { name: 'Accept them' }).click();
    await page.getByText('Somebody else reviewed 1 finding in the meantime').waitFor(patiently);
    expect((await stored(other?.id ?? ''))?.review).toMatchObject({ reason: 'Read by Bob too.' });
    await page.getByRole('button', { name: 'Sign off…' }).click();
    await review('Read by Bob at last.');
    await page.getByRole('button', { name: 'Sign off', exact: true }).click();
    await page.getByText('has changed since this page was loaded').waitFor(patiently);
  });

  test('keeps the change of another person to a project that was saved meanwhile', async () => {
    const page = await opened();
    await page.goto(`${server.url}/projects/${run.projectId}/edit`);
    const name = page.getByLabel('Name', { exact: true });
    await name.waitFor(patiently);
    await server.services.projects.update(actor, run.projectId, { name: 'Named by Bob' });
    await name.fill('Named by Ada');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody has changed this project since you opened it.').waitFor(patiently);
    expect(await server.services.projects.get(actor, run.projectId)).toMatchObject({ name: 'Named by Bob' });
  });

  test('shows the columns of a sheet in their order, and each cell under its letters', async () => {
    const cell = (value: string | null) => (value === null ? null : { value });
    const first: (string | null)[] = Array.from({ length: 27 }, () => null);
    const rows = [
      first.with(1, 'Service').with(3, 'Duty').with(26, 'Note'),
      first.with(0, 'Code').with(2, 'Tier'),
      ['G1', 'Gold', 'Best', clause],
    ];
    const sheet = await checkedRun(server, actor, {
      rules: [{ name: 'Payment', description: 'The customer pays each invoice within 14 days.' }],
      files: { 'fees.xlsx': await writeExcelFile(rows.map((row) => row.map(cell))).toBuffer() },
    });
    const page = await opened(sheet.path);
    const grid = page.getByRole('region', { name: 'The cells of the sheet' });
    await grid.getByText(clause).waitFor(patiently);
    expect(await grid.getByRole('columnheader').allInnerTexts()).toEqual(['Row', 'A', 'B', 'C', 'D', 'AA']);
    const cells = await grid.locator('td').evaluateAll((all) => {
      const byPlace = all.toSorted((one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return a.top - b.top || a.left - b.left;
      });
      return byPlace.map((one) => `${one.getAttribute('data-cell')} ${one.textContent}`.trim());
    });
    expect(cells).toEqual([
      ...['A1', 'B1 Service', 'C1', 'D1 Duty', 'AA1 Note'],
      ...['A2 Code', 'B2', 'C2 Tier', 'D2', 'AA2'],
      ...['A3 G1', 'B3 Gold', 'C3 Best', `D3 ${clause}`, 'AA3'],
    ]);
  });

  test('takes the whole screen of a phone with its quote marked in the document, and Back leads to its place in the list', async () => {
    const rules = lines(10)
      .slice(0, 12)
      .map((name) => ({ name, description: `${name} ${clause}` }));
    const long = await checkedRun(server, actor, { rules, files: { 'long.txt': Buffer.from(text) } });
    const page = await opened(long.path);
    await page.setViewportSize({ width: 390, height: 844 });
    const list = page.locator('.finding-scroll');
    await list.evaluate((box) => box.scrollTo(0, 600));
    const row = page.locator('.finding-row').nth(7);
    await row.scrollIntoViewIfNeeded();
    const place = async () => Math.round((await row.boundingBox())?.y ?? -1);
    const before = await place();
    await row.click();
    const mark = page.locator('.evidence [data-mark~="chosen"]').first();
    const inView = () =>
      mark.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      });
    await mark.waitFor(patiently);
    await expect.poll(inView).toBe(true);
    expect(await row.isVisible()).toBe(false);
    await page.locator('.place').last().click();
    await expect.poll(inView).toBe(true);
    await page.goBack();
    await expect.poll(place).toBe(before);
  });
});
