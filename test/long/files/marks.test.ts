import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Box } from '../../../engine/model/locator.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { endedRun } from '../../support/owned-records.ts';
import { sharedPath } from '../../support/shared.ts';
import { type PlacedWord, placedWords } from '../support/places.ts';
import { areHere, run } from '../support/programs.ts';
import { citationsOn, lettersUnder, sortedLetters } from '../support/quoted.ts';

/** The number of quotes to compare; set `MARKS` to compare more than fit into a minute. */
const wanted = Number(process.env.MARKS ?? 45);
const zooms = [1, 1.25, 1.5];
/** The pages of each document from which quotes are taken, as fractions of its length. */
const places = [0.2, 0.45, 0.7, 0.95];

type Cited = { page: number; citation: Citation };

/** Quotes with boxes from several pages of a document. */
async function sampled(path: string, count: number): Promise<Cited[]> {
  const length = Number(/Pages: *(\d+)/.exec(await run('pdfinfo', [path]))?.[1]);
  const pages = [...new Set(places.map((place) => Math.max(1, Math.round(length * place))))];
  const all = (await citationsOn(path, pages)).filter(({ citation }) => citation.boxes !== undefined);
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
}

/** The boxes of the marks of the selected quote as the browser has laid them out, in fractions of their page. */
async function marksOn(shown: Page): Promise<{ page: number; boxes: Box[] }[]> {
  return shown.locator('[data-page]').evaluateAll((pages) =>
    pages.flatMap((page) => {
      const { left, top, width, height } = page.getBoundingClientRect();
      const boxes = [...page.querySelectorAll('[data-mark~="chosen"]')].map((mark) => {
        const box = mark.getBoundingClientRect();
        return {
          x: (box.left - left) / width,
          y: (box.top - top) / height,
          width: box.width / width,
          height: box.height / height,
        };
      });
      return boxes.length > 0 ? [{ page: Number(page.getAttribute('data-page')), boxes }] : [];
    }),
  );
}

const filings = sharedPath('eval/financebench/pdfs');
const standards = sharedPath('samples');
const isPossible = browserPath !== null && areHere('pdftotext', 'pdfinfo');

describe.skipIf(!isPossible || filings === null || standards === null)(
  'the marks on the pages of real documents in a browser',
  () => {
    let browser: Browser;
    let server: RunningServer;
    let actor: Actor;

    beforeAll(async () => {
      browser = await startBrowser(browserPath ?? '');
      server = await startEmptyServer({ WORKERS: '0' });
      const { _id } = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
      actor = unrestricted(_id);
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
      await closeLoading();
    });

    /** Stores a run whose only finding has these citations, and returns the address of its page. */
    async function runWith(path: string, cited: readonly Cited[]): Promise<string> {
      const { politics, projects, uploads } = server.services;
      const name = basename(path);
      const { url } = await uploads.put(actor, { name, body: Readable.from([readFileSync(path)]) });
      const rules = [{ name: 'Any', description: 'The company must report its results.' }];
      const { _id: politicsId } = await politics.create(actor, { name, description: name, rules });
      const files = [{ type: 'document' as const, name, url }];
      const { _id } = await projects.create(actor, { name, description: name, politicsId, files });
      const citations = cited.map(({ citation }) => ({
        ...citation,
        source: { ...citation.source, name, url },
      }));
      const { runId, findingId } = await endedRun(server, actor, _id, citations);
      return `${server.url}/projects/${_id}/runs/${runId}?finding=${findingId}`;
    }

    it('cover the words of each quote and no others, at three zoom levels, as pdftotext locates the words', async () => {
      const all = [filings ?? '', standards ?? ''].flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.pdf'))
          .map((name) => join(folder, name)),
      );
      const documents = wanted < all.length * 5 ? all.filter((_, index) => index % 3 === 0) : all;
      const { page: shown } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } });
      await signIn(shown, 'ada@example.org');
      await shown.getByRole('heading', { name: 'Check a document' }).waitFor();
      const wrong: string[] = [];
      let compared = 0;
      for (const path of documents) {
        const cited = await sampled(path, Math.ceil((1.15 * wanted) / documents.length));
        const words = new Map<number, PlacedWord[]>();
        for (const { page } of cited) words.set(page, words.get(page) ?? (await placedWords(path, page)));
        await shown.goto(await runWith(path, cited));
        for (const zoom of zooms) {
          if (zoom > 1) await shown.getByRole('button', { name: 'Zoom in' }).click();
          await shown.locator('.place').first().click();
          for (const [index, { page, citation }] of cited.entries()) {
            if (index > 0) await shown.keyboard.press(']');
            const { quote, boxes = [] } = citation;
            const isShown = async () =>
              (await shown.locator('.place').nth(index).getAttribute('aria-current')) === 'true' &&
              (await shown.locator(`[data-page="${page}"] [data-mark~="chosen"]`).count()) === boxes.length;
            await expect.poll(isShown).toBe(true);
            const [marked, ...others] = await marksOn(shown);
            expect(others).toEqual([]);
            const under = lettersUnder(marked?.boxes ?? [], words.get(page) ?? []);
            if (under !== sortedLetters(quote)) wrong.push(`${basename(path)} p. ${page} ×${zoom}: ${quote}`);
            compared += 1;
          }
        }
      }
      if (process.env.SHOW) process.stderr.write(`${compared} compared\n${wrong.join('\n')}\n`);
      expect(compared).toBeGreaterThanOrEqual(wanted * zooms.length);
      expect(wrong).toEqual([]);
    });
  },
);
