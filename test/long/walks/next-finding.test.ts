import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { citation } from '../../support/findings.ts';
import { endedRun } from '../../support/owned-records.ts';
import { sharedPath } from '../../support/shared.ts';

const patiently = { timeout: 60_000 };

/** The pages that the findings cite, in the order of the findings. */
const citedPages = [3, 250, 120, 299, 60, 181, 7, 222, 90, 150];

/** A PDF with this many pages, filled with the text of the documentation. All pages are in one list. */
async function documentationPdf(pages: number): Promise<Buffer> {
  const folder = join(packageFolder(), 'docs');
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/[^\x20-\x7e]/g, ' '));
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 60 });
  const whole = buffer(pdf);
  for (let page = 0; page < pages; page += 1) {
    const start = (page * 36) % (lines.length - 36);
    pdf
      .addPage()
      .fontSize(9)
      .text(lines.slice(start, start + 36).join('\n'), { height: 670 });
  }
  pdf.end();
  return whole;
}

/**
 * How long a step took from the key or click until the words were marked on a drawn page, and how long the main thread of
 * the page computed for it.
 */
type Step = { shownMs: number; processorMs: number };

describe.skipIf(browserPath === null)('the next finding in a PDF that is open', () => {
  let browser: Browser;
  let server: RunningServer;
  let actor: Actor;

  onEmptyServer({ WORKERS: '0' }, async (...opened) => {
    [browser, server] = opened;
    actor = unrestricted((await server.accounts.add({ email: 'ada@example.org', password, name: '' }))._id);
  });

  /** Stores a run with a finding for each of the pages. Returns the path of the run. */
  async function runCiting(name: string, bytes: Buffer, pages: readonly number[]): Promise<string> {
    const { politics, projects, uploads } = server.services;
    const { url } = await uploads.put(actor, { name, body: Readable.from([bytes]) });
    const rules = pages.map((page) => ({ name: `On page ${page}`, description: 'The company must report.' }));
    const { _id: politicsId } = await politics.create(actor, { name, description: name, rules });
    const files = [{ type: 'document' as const, name, url }];
    const { _id } = await projects.create(actor, { name, description: name, politicsId, files });
    const source = { role: 'input' as const, fileIndex: 0, name, url, sha256: 'a'.repeat(64) };
    const { runId } = await endedRun(server, actor, _id, ({ index }) => {
      const page = pages[index] ?? 1;
      return [
        citation(`Words on page ${page}`, {
          source: { ...source, mediaType: 'application/pdf' },
          locator: { kind: 'page', page },
          boxes: [{ page, x: 0.1, y: 0.5, width: 0.5, height: 0.015 }],
        }),
      ];
    });
    return `/projects/${_id}/runs/${runId}`;
  }

  /** Does something, and waits until the words on this page are marked and every page in view is drawn. */
  async function timed(page: Page, number: number, start: () => Promise<void>): Promise<Step> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const processorMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    };
    const before = await processorMs();
    await page.evaluate(() => {
      performance.clearMarks();
      const begin = () => performance.mark('begin');
      addEventListener('keydown', begin, { capture: true, once: true });
      addEventListener('pointerdown', begin, { capture: true, once: true });
    });
    await start();
    const shownMs = await page
      .waitForFunction(
        (cited) => {
          const shown = document.querySelector(`[data-page="${cited}"][aria-busy="false"]`);
          const mark = shown?.querySelector('[data-mark~="chosen"]')?.getBoundingClientRect();
          if (mark === undefined || mark.top < 0 || mark.bottom > innerHeight) return null;
          return performance.now() - (performance.getEntriesByName('begin')[0]?.startTime ?? 0);
        },
        number,
        { polling: 'raf', ...patiently },
      )
      .then((handle) => handle.jsonValue());
    const step = {
      shownMs: Math.round(shownMs ?? 0),
      processorMs: Math.round((await processorMs()) - before),
    };
    await session.detach();
    return step;
  }

  const files: [string, () => Promise<Buffer>, number][] = [
    ['of 300 pages', () => documentationPdf(300), 300],
  ];
  const filing = sharedPath('eval/financebench/pdfs/CVSHEALTH_2022_10K.pdf');
  if (filing !== null) files.push(['that is a filing of 213 pages', async () => readFileSync(filing), 213]);

  test.each(files)(
    '%s is shown with its words marked, without fetching the PDF again',
    async (what, make, most) => {
      const pages = citedPages.map((page) => Math.min(page, most));
      const bytes = await make();
      const path = await runCiting(`${what}.pdf`, bytes, pages);
      const { page, complaints } = await visit(browser, server.url, {
        viewport: { width: 1440, height: 900 },
      });
      await signIn(page, 'ada@example.org');
      await page.getByRole('heading', { name: 'Check a document' }).waitFor();
      await page.goto(server.url + path);
      await page
        .locator(`[data-page="${pages[0]}"][aria-busy="false"] [data-mark~="chosen"]`)
        .waitFor(patiently);
      const requested: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/assets/')) requested.push(request.url());
      });
      const next: Step[] = [];
      for (const number of pages.slice(1))
        next.push(await timed(page, number, () => page.keyboard.press('j')));

      // From here on, the browser has every part of the PDF that it needs.
      requested.length = 0;
      const back: Step[] = [];
      for (const number of pages.slice(0, -1).reverse()) {
        back.push(await timed(page, number, () => page.keyboard.press('k')));
      }
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { name: 'Check a document' }).waitFor();
      await page.goBack();
      const row = page.locator('.finding-row', { hasText: `On page ${pages[1]}` }).first();
      const opened = await timed(page, pages[1] ?? 1, () => row.click());
      process.stderr.write(
        `the next finding in a PDF ${what}, in ms: ${JSON.stringify({ next, back, opened })}\n`,
      );
      expect(requested).toEqual([]);
      // The head of the next finding is in view, even if a person has scrolled down.
      await page.setViewportSize({ width: 1440, height: 260 });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const headTop = () => page.locator('.detail-head').evaluate((head) => head.getBoundingClientRect().top);
      expect(await headTop()).toBeLessThan(0);
      await page.keyboard.press('j');
      await expect.poll(headTop).toBeGreaterThanOrEqual(0);
      expect(complaints).toEqual([]);
    },
  );
});
