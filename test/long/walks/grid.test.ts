import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { storedRun } from '../../support/browser/stored-run.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { citation } from '../../support/findings.ts';

const attack = '<img src=x onerror="window.attacked=1">';
const files = ['alder.pdf', 'birch.pdf', 'cedar.pdf', 'dogwood.pdf'];
const rules = [
  { name: 'Notice', description: 'What is the notice period?' },
  { name: 'Fees', description: 'What are the fees?' },
  { name: 'Insurance of the premises against fire and water', description: 'The tenant shall be insured.' },
];
const violated = { assessed: true as const, label: 'CONFIRMED' as const, outcome: 'violated' as const };
const guessed = { assessed: true as const, label: 'ESTIMATED' as const, outcome: 'violated' as const };
const absent = { assessed: true as const, label: 'NOT FOUND' as const, outcome: 'undetermined' as const };

const days = (value: number) => [{ name: 'notice', value, unit: 'days', citations: [0] }];
const fees = [
  { name: 'fee', value: 20, unit: 'euro', citations: [0] },
  { name: 'waived', value: true, citations: [0] },
  { name: 'note', value: attack, citations: [0] },
];

describe.skipIf(browserPath === null)('the grid of a run', () => {
  let browser: Browser;
  let server: RunningServer;
  let path = '';

  onEmptyServer({}, async (...opened) => {
    [browser, server] = opened;
    const { _id: userId } = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    path = await storedRun(server, userId, { files, rules }, ({ fileIndex, rule: { index } }) => ({
      citations: [citation('words')],
      ...(index === 0 && { values: [days(90), days(100), days(9), []][fileIndex] ?? [] }),
      ...(index === 0 && fileIndex === 1 && { verdict: violated }),
      ...(index === 0 && fileIndex === 2 && { verdict: guessed }),
      ...(index === 0 && fileIndex === 3 && { verdict: absent, citations: [] }),
      ...(index === 1 && { values: fees }),
      ...(index === 2 && fileIndex === 2 && { verdict: violated }),
    }));
  });

  async function opened(query = ''): Promise<{ page: Page; complaints: string[] }> {
    const seen = await visit(browser, `${server.url}${path}/grid${query}`, {
      viewport: { width: 1440, height: 900 },
    });
    await signIn(seen.page, 'ada@example.org');
    await seen.page.locator('.grid-cell').first().waitFor();
    return seen;
  }

  const rows = (page: Page) => page.locator('.grid tbody th').allInnerTexts();
  /** The names of the cells of a rule for screen readers, from top to bottom. */
  const cellsOf = (page: Page, rule: number) =>
    page
      .locator(`.grid tbody td[aria-colindex="${rule + 2}"] button`)
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));

  test('shows the values that a rule extracts, each with the outcome and the label', async () => {
    const { page, complaints } = await opened();
    expect(await cellsOf(page, 0)).toEqual([
      '90 days, Satisfied, CONFIRMED',
      '100 days, Violated, CONFIRMED',
      '9 days, Possibly violated, ESTIMATED',
      'Undetermined, NOT FOUND',
    ]);
    expect(await cellsOf(page, 1)).toEqual(
      Array(4).fill(`fee: 20 euro; waived: yes; note: ${attack}, Satisfied, CONFIRMED`),
    );
    expect(await cellsOf(page, 2)).toContain('Violated, CONFIRMED');
    const shown = page.locator('.grid tbody td[aria-colindex="2"] .grid-cell');
    expect((await shown.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      '● ✓ 90 days',
      '● ✗ 100 days',
      '◐ ✗ 9 days',
      '○ ? NOT FOUND',
    ]);
    const look = (cell: number) =>
      shown
        .nth(cell)
        .locator('.verdict')
        .evaluate((tag) => {
          const { fontWeight, borderStyle, backgroundColor } = getComputedStyle(tag);
          return { fontWeight, borderStyle, backgroundColor };
        });
    const looks = await Promise.all([0, 1, 2, 3].map(look));
    expect(new Set(looks.map((one) => JSON.stringify(one))).size).toBe(4);
    expect(looks[2]).toMatchObject({ fontWeight: '400', borderStyle: 'dashed' });
    expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBeUndefined();
    expect(await troubles(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('sorts the files by the values of a rule, numbers by size, and files without a value last', async () => {
    const { page } = await opened();
    const notice = page.locator('.grid thead th', { hasText: 'Notice' });
    await notice.getByRole('button').click();
    await expect.poll(() => rows(page)).toEqual(['cedar.pdf', 'alder.pdf', 'birch.pdf', 'dogwood.pdf']);
    expect(await notice.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual(['birch.pdf', 'alder.pdf', 'cedar.pdf', 'dogwood.pdf']);
    expect(await notice.getAttribute('aria-sort')).toBe('descending');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual(files);
    // A rule without values is sorted by its answers, the most urgent first.
    await page.locator('.grid thead th', { hasText: 'Insurance' }).getByRole('button').click();
    await expect.poll(async () => (await rows(page))[0]).toBe('cedar.pdf');
  });

  test('can be turned, and Back leads through the orders and columns and back to the place of a finding', async () => {
    const { page, complaints } = await opened();
    const columns = page.getByLabel('Columns');
    expect(await columns.inputValue()).toBe('rules');
    await columns.selectOption('files');
    await expect.poll(() => rows(page)).toEqual(rules.map(({ name }) => name));
    const cedar = page.locator('.grid thead th', { hasText: 'cedar.pdf' }).getByRole('button');
    await cedar.press('Enter');
    await expect.poll(() => rows(page)).toEqual([rules[2]?.name, 'Notice', 'Fees']);
    expect(new URL(page.url()).searchParams.get('columns')).toBe('files');
    const name = page.locator('.grid tbody .grid-name', { hasText: 'Insurance' });
    const cut = await name.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]);
    expect(cut).toEqual([0, 0]);
    expect(await troubles(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 500 });
    await page.locator('.grid').evaluate((grid) => grid.scrollTo(300, 40));
    await page.locator('.grid-cell:visible').last().press('Enter');
    await page.locator('.findings').waitFor();
    await page.goBack();
    await page.locator('.grid-cell').first().waitFor();
    await expect.poll(() => page.locator('.grid').evaluate((grid) => grid.scrollLeft)).toBeGreaterThan(200);
    await page.goBack();
    await expect.poll(() => rows(page)).toEqual(rules.map(({ name }) => name));
    await page.goBack();
    await expect.poll(() => rows(page)).toEqual(files);
    expect(complaints).toEqual([]);
  });

  test('filters the files by values and answers, and a link restores the filter and the order', async () => {
    const { page } = await opened();
    await page.getByLabel('Search answers and values').fill('possibly');
    await expect.poll(() => rows(page)).toEqual(['cedar.pdf']);
    await page.getByLabel('Search answers and values').fill('0 days');
    await expect.poll(() => rows(page)).toEqual(['alder.pdf', 'birch.pdf']);
    await page.locator('.grid thead th', { hasText: 'Notice' }).getByRole('button').click();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual(['birch.pdf', 'alder.pdf']);
    const again = await opened(new URL(page.url()).search);
    expect(await rows(again.page)).toEqual(['birch.pdf', 'alder.pdf']);
    expect(await again.page.getByLabel('Search answers and values').inputValue()).toBe('0 days');
  });
});
