import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { htmlReport } from '../../../src/services/report/formats/html.ts';
import type { Picture, Report } from '../../../src/services/report/report.ts';
import { citation, confirmed, estimated, notFound, resultOf } from '../../gate/unit/cli/findings.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { bytesOf, reportOn } from '../../support/reports.ts';
import { makeFolder } from '../support/folder.ts';
import { hostileReport, hostileTexts } from '../support/hostile-report.ts';
import { areHere, run } from '../support/programs.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const write = async (name: string, report: Report) => folder.write(name, await bytesOf(htmlReport(report)));

/** A report of 500 findings, each with a picture of the average size of a drawn place. */
function longReport(): Report {
  const findings: Finding[] = Array.from({ length: 500 }, (_, index) => {
    const rule = {
      key: `${index}`.padStart(8, '0'),
      index,
      name: `Rule ${index}`,
      description: 'The notice period.',
    };
    const cited = { rule, citations: [citation(`Notice is ${index} days.`)] };
    if (index % 3 === 0) return confirmed(cited);
    return { ...(index % 3 === 1 ? estimated(cited) : notFound({ rule })), id: `${index}`.padStart(24, 'a') };
  }).map((finding, index) => ({ ...finding, id: `${index}`.padStart(24, 'a') }));
  const picture: Picture = { jpeg: Buffer.alloc(13_000, 7), width: 760, height: 180 };
  const report = reportOn(resultOf(findings));
  const pictures = new Map<Citation, Picture>(
    report.findings.flatMap(({ citations }) => citations.map((one) => [one, picture] as const)),
  );
  return { ...report, pictures };
}

describe('a report as HTML', () => {
  it('of 500 findings has less than 10 MB', async () => {
    const bytes = await bytesOf(htmlReport(longReport()));
    expect(bytes.length).toBeGreaterThan(4_000_000);
    expect(bytes.length).toBeLessThan(10_000_000);
  });

  it.skipIf(!areHere('xmllint'))('is well-formed, whatever the documents say', async () => {
    const count = await run('xmllint', [
      ...['--xpath', 'count(//*[local-name()="article"])', await write('hostile.html', hostileReport())],
    ]);
    expect(Number(count)).toBe(hostileTexts.length);
  });
});

describe.skipIf(browserPath === null)('a report as HTML in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
  });
  afterAll(() => browser?.close());

  const open = async (path: string, options: { javaScriptEnabled: boolean }) => {
    const page = await (await browser.newContext(options)).newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    return { page, requests: () => requests.filter((url) => !url.startsWith('data:')) };
  };

  it('opens with scripts off, shows every finding, and loads nothing', async () => {
    const path = await write('report.html', reportOn(resultOf([confirmed(), estimated(), notFound()])));
    const { page, requests } = await open(path, { javaScriptEnabled: false });
    expect(await page.locator('.finding:visible').count()).toBe(3);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(requests()).toEqual([pathToFileURL(path).href]);
    await page.context().close();
  });

  it('has filters with scripts, and runs no script of a document', async () => {
    const path = await write('report.html', hostileReport());
    const { page, requests } = await open(path, { javaScriptEnabled: true });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByLabel('Label').selectOption('NOT FOUND');
    const shown = await page.locator('.finding:visible').count();
    expect(shown).toBe(hostileTexts.filter((_, index) => index % 3 === 2).length);
    expect(await page.getByRole('status').textContent()).toBe(`${shown} of ${hostileTexts.length} shown`);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect({ dialogs, requests: requests() }).toEqual({ dialogs: [], requests: [pathToFileURL(path).href] });
    await page.context().close();
  });

  it('never divides a label between lines, also if a reviewer has changed it', async () => {
    const review = {
      by: 'Ada',
      at: '2026-01-01T10:00:00.000Z',
      reason: 'Read.',
      label: 'NOT FOUND',
    } as const;
    const one = confirmed({ review: { ...review, outcome: 'partly_satisfied' } });
    const path = await write('labels.html', reportOn(resultOf([one, notFound()])));
    const { page } = await open(path, { javaScriptEnabled: true });
    for (const width of [320, 390, 1360, 700]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 700) await page.emulateMedia({ media: 'print' });
      const lines = await page
        .locator('.tag')
        .evaluateAll((tags) => tags.map((tag) => new Set([...tag.getClientRects()].map(({ y }) => y)).size));
      expect(new Set(lines)).toEqual(new Set([1]));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.context().close();
  });

  it('has no problem that axe finds, and prints every finding', async () => {
    const path = await write('long.html', longReport());
    const { page } = await open(await write('report.html', hostileReport()), { javaScriptEnabled: true });
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const found = await page.evaluate(
      `${axe}; axe.run().then(({violations}) => violations.map(({id, impact}) => impact + ' ' + id))`,
    );
    expect(found).toEqual([]);
    await page.goto(pathToFileURL(path).href);
    await page.getByLabel('Label').selectOption('NOT FOUND');
    const printed = folder.write('printed.pdf', await page.pdf({ format: 'A4' }));
    const text = await run('pdftotext', [printed, '-']);
    expect(text).toContain('499. Rule 498');
    expect(text.match(/^Rule \d+$|\. Rule \d+/gm)?.length).toBeGreaterThanOrEqual(1_000);
    await page.context().close();
  });
});
