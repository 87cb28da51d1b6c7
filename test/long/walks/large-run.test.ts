import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RunningServer } from '../../../src/compose/app.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { storedRun } from '../../support/browser/stored-run.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { citation } from '../../support/findings.ts';

const patiently = { timeout: 120_000 };
const task = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown() }).partial().optional(),
});

describe.skipIf(browserPath === null)('a large run', () => {
  let browser: Browser;
  let server: RunningServer;
  let userId = '';

  onEmptyServer({}, async (...opened) => {
    [browser, server] = opened;
    userId = (await server.accounts.add({ email: 'ada@example.org', password, name: '' }))._id;
  });

  /** Stores a run with a finding for each file and rule. Returns the path of its page. */
  function stored(files: number, rules: number): Promise<string> {
    const names = Array.from({ length: files }, (_, at) => `contract-${at + 1}.pdf`);
    const asked = Array.from({ length: rules }, (_, at) => ({
      name: `Rule ${at + 1}`,
      description: `The Supplier shall keep record ${at + 1} for seven years after the end of the contract.`,
    }));
    return storedRun(server, userId, { files: names, rules: asked }, ({ name, fileIndex, rule }) => ({
      citations: [citation(`The Supplier shall keep record ${rule.index} of ${name} for seven years.`)],
      values:
        rule.index % 2 === 0 ? [{ name: 'years', value: fileIndex % 50, unit: 'years', citations: [0] }] : [],
      ...((fileIndex + rule.index) % 3 === 0 && {
        verdict: { assessed: true as const, label: 'ESTIMATED' as const, outcome: 'violated' as const },
      }),
    }));
  }

  async function opened(path: string) {
    const { page, complaints } = await visit(browser, `${server.url}${path}`, {
      viewport: { width: 1440, height: 900 },
    });
    await signIn(page, 'ada@example.org');
    return { page, complaints };
  }

  /**
   * The longest task of the page's main thread during an interaction, in ms of processor time: a busy machine makes a
   * task wait, but does not make it compute longer.
   */
  async function longestTask(page: Page, interact: () => Promise<void>): Promise<number> {
    await browser.startTracing(page, {
      categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
    });
    await interact();
    // Rendering continues after the input events: the trace ends when the page has nothing left to do.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
    const { traceEvents } = z
      .object({ traceEvents: z.array(z.unknown()) })
      .parse(JSON.parse((await browser.stopTracing()).toString()));
    const events = traceEvents.flatMap((event) => task.safeParse(event).data ?? []);
    const main = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.filter(
      ({ pid, tid, tdur, name }) => main.has(`${pid} ${tid}`) && tdur !== undefined && /RunTask/.test(name),
    );
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
  }

  async function wheel(page: Page, selector: string, by: { x: number; y: number }): Promise<void> {
    await page.locator(selector).hover();
    for (let turn = 0; turn < 15; turn += 1) {
      await page.mouse.wheel(by.x, by.y);
      await page.waitForTimeout(30);
    }
  }

  test('of 5,000 findings can be filtered, searched, walked and scrolled', async () => {
    const { page, complaints } = await opened(await stored(50, 100));
    await page
      .getByText('Show all 5000 findings')
      .or(page.locator('.finding-row').first())
      .first()
      .waitFor(patiently);
    await page.getByRole('button', { name: /not reviewed 5000$/ }).waitFor(patiently);
    const measured = {
      scroll: await longestTask(page, () => wheel(page, '.finding-list', { x: 0, y: 2_000 })),
      filter: await longestTask(page, async () => {
        await page
          .getByRole('button', { name: /violated/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'More filters' }).click();
        await page.getByLabel('File').selectOption({ index: 7 });
        await page.getByRole('button', { name: 'Show all 5000 findings' }).click();
      }),
      search: await longestTask(page, async () => {
        await page.getByLabel('Search the findings').fill('record 77');
        await page.getByRole('button', { name: /not reviewed \d{1,3}$/ }).waitFor();
        await page.getByLabel('Search the findings').fill('');
        await page.getByRole('button', { name: /not reviewed 5000$/ }).waitFor();
      }),
      walk: await longestTask(page, async () => {
        for (let step = 0; step < 10; step += 1) {
          const before = page.url();
          await page.keyboard.press('j');
          await expect.poll(() => page.url()).not.toBe(before);
        }
      }),
    };
    process.stderr.write(`longest tasks with 5,000 findings, in ms: ${JSON.stringify(measured)}\n`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}${new URL(page.url()).pathname}`);
    expect((await page.locator('.finding-row').first().boundingBox())?.y).toBeLessThan(780);
    await page.getByRole('link', { name: 'Project and its other runs' }).click();
    await page.getByText('38 more documents').click();
    await expect.poll(() => page.getByRole('link', { name: /^contract-/ }).count()).toBe(50);
    expect(complaints).toEqual([]);
  });

  test('of 200 files and 100 rules scrolls and filters as a grid', async () => {
    const { page, complaints } = await opened(`${await stored(200, 100)}/grid`);
    await page.locator('.grid-cell').first().waitFor(patiently);
    const measured = {
      down: await longestTask(page, () => wheel(page, '.grid', { x: 0, y: 600 })),
      across: await longestTask(page, () => wheel(page, '.grid', { x: 900, y: 0 })),
      filter: await longestTask(page, async () => {
        await page.getByLabel('Search files').fill('contract-19');
        await expect.poll(() => page.locator('.grid table').getAttribute('aria-rowcount')).toBe('12');
        await page.getByLabel('Search rules').fill('Rule 7');
        await expect.poll(() => page.locator('.grid table').getAttribute('aria-colcount')).toBe('12');
        await page.getByLabel('Search files').fill('');
        await page.getByLabel('Search rules').fill('');
        await expect.poll(() => page.locator('.grid table').getAttribute('aria-colcount')).toBe('101');
      }),
      sort: await longestTask(page, async () => {
        await page.locator('.grid').evaluate((grid) => grid.scrollTo(0, 0));
        const head = page.locator('.grid thead th[aria-colindex="2"]');
        await head.getByRole('button').click();
        await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
        await page.getByLabel('Search answers and values').fill('49 years');
        await expect.poll(() => page.locator('.grid table').getAttribute('aria-rowcount')).toBe('5');
        await page.getByLabel('Search answers and values').fill('');
        await expect.poll(() => page.locator('.grid table').getAttribute('aria-rowcount')).toBe('201');
        await head.getByRole('button').click();
        await head.getByRole('button').click();
        await expect.poll(() => head.getAttribute('aria-sort')).toBe('none');
      }),
    };
    process.stderr.write(`longest tasks with a grid of 200 × 100, in ms: ${JSON.stringify(measured)}\n`);
    expect(await page.locator('.grid-cell').count()).toBeLessThan(500);
    expect(complaints).toEqual([]);
  });
});
