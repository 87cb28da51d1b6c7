import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readRules } from '../../src/cli/rules/read.ts';
import type { RunningServer } from '../../src/compose/app.ts';
import { packageFolder } from '../../src/process/package-folder.ts';
import { browserPath, startBrowser } from './support/browser.ts';
import { startEmptyServer } from './support/empty-server.ts';
import { troubles } from './support/looks.ts';
import { password, signIn, visit } from './support/visit.ts';

const samples = join(packageFolder(), 'samples');
const pictures = process.env.PAGE_PICTURES;

describe.skipIf(browserPath === null)('the page of a run, which messages link to', () => {
  let browser: Browser;
  let server: RunningServer;
  let link = '';

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    server = await startEmptyServer({ WORKERS: '1' });
    const user = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    await server.accounts.add({ email: 'bob@example.org', password, name: '' });
    const actor = { userId: user._id };
    const { politics, projects, uploads } = server.services;
    const { rules } = await readRules(join(samples, 'rules.yaml'));
    const upload = async (name: string, bytes: Buffer) => {
      const { url } = await uploads.put(actor, { name, body: Readable.from([bytes]) });
      return { type: 'document' as const, name, url };
    };
    const { _id: politicsId } = await politics.create(actor, {
      name: 'House rules',
      description: 'd',
      rules: [...rules],
    });
    const files = [
      await upload('agreement.pdf', readFileSync(join(samples, 'agreement.pdf'))),
      await upload('annex.pdf', Buffer.from('%PDF-1.7 and no more')),
    ];
    const { _id } = await projects.create(actor, { name: 'The lease', description: 'd', politicsId, files });
    const { runId } = await projects.update(actor, _id, { status: 'deploying' });
    const ended = async () => (await projects.view(actor, _id)).project.status === 'completed';
    await vi.waitUntil(ended, { timeout: 60_000, interval: 50 });
    link = `${server.url}/?project=${_id}&run=${runId}`;
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  test('asks who is there, then shows how it ended, each finding with its words and page, and what was not read', async () => {
    const { page, complaints } = await visit(browser, link);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, 'ada@example.org');
    await page.getByRole('heading', { name: 'The lease' }).waitFor();
    await page.getByText('Completed, with gaps').waitFor();
    await page.getByText('annex.pdf was not read').waitFor();
    const findings = page.locator('.finding');
    const all = await findings.count();
    expect(all).toBeGreaterThan(5);

    const quoted = findings
      .filter({ has: page.locator('blockquote') })
      .filter({ hasText: 'CONFIRMED' })
      .first();
    const place = quoted.getByRole('link', { name: /^agreement\.pdf, p\. \d+/ }).first();
    expect(await place.getAttribute('href')).toMatch(/\/assets\/[0-9a-f]{40}\/agreement\.pdf#page=\d+$/);
    expect((await fetch((await place.getAttribute('href')) ?? '')).status).toBe(200);

    const satisfied = page.getByRole('button', { name: /Satisfied/ }).last();
    await satisfied.click();
    await vi.waitUntil(async () => (await findings.count()) < all, { timeout: 10_000 });
    expect(await page.locator('.finding .tag').allInnerTexts()).not.toContain('Open');
    await satisfied.click();
    await vi.waitUntil(async () => (await findings.count()) === all, { timeout: 10_000 });

    expect(await troubles(page)).toEqual([]);
    if (pictures !== undefined) {
      for (const width of [360, 1280]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(pictures, `run-${width}-${colorScheme}.png`), fullPage: true });
        }
      }
    }
    expect(complaints).toEqual([]);
  });

  test('tells somebody else no more than that there is none', async () => {
    const { page } = await visit(browser, link);
    await signIn(page, 'bob@example.org');
    await page.getByRole('heading', { name: 'This run cannot be shown' }).waitFor();
    expect(await page.content()).not.toContain('The lease');
    expect(await troubles(page)).toEqual([]);
  });
});
