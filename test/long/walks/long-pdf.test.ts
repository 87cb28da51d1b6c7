import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { citation } from '../../support/findings.ts';
import { helvetica, type PdfObject, paper, rawPdf, shows } from '../../support/hostile/pdf.ts';
import { endedRun } from '../../support/owned-records.ts';

/** The number of pages that have the same parent in the page tree. */
const siblings = 50;

/** A PDF whose pages have some 14 kB each that cannot be compressed. The page tree has two levels. */
function longPdf(pages: number): Buffer {
  const nodes = pages / siblings;
  const pageObject = (index: number) => 3 + nodes + 2 * index;
  const refs = (objects: readonly number[]) => objects.map((one) => `${one} 0 R`).join(' ');
  const list = (length: number, object: (index: number) => number) =>
    refs(Array.from({ length }, (_, at) => object(at)));
  const objects: PdfObject[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${list(nodes, (at) => 3 + at)}]${paper}>>`,
  ];
  for (let node = 0; node < nodes; node += 1) {
    const kids = list(siblings, (at) => pageObject(node * siblings + at));
    objects.push(`<</Type/Pages/Parent 2 0 R/Count ${siblings}/Kids[${kids}]>>`);
  }
  for (let index = 0; index < pages; index += 1) {
    const parent = 3 + Math.floor(index / siblings);
    const noise = randomBytes(7_000).toString('hex');
    const contents = pageObject(index) + 1;
    objects.push(`<</Type/Page/Parent ${parent} 0 R/Contents ${contents} 0 R/Resources<<${helvetica}>>>>`);
    objects.push({ dictionary: '', stream: `${shows(`This is page ${index + 1}.`)}% ${noise}\n` });
  }
  return rawPdf(objects);
}

describe.skipIf(browserPath === null)('a long PDF beside a finding', () => {
  let browser: Browser;
  let server: RunningServer;

  onEmptyServer({ WORKERS: '0' }, (...opened) => {
    [browser, server] = opened;
  });

  test('of 2,000 pages is fetched and drawn only as far as it is seen', async () => {
    const { _id: userId } = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    const { politics, projects, uploads } = server.services;
    const bytes = longPdf(2_000);
    const name = 'long.pdf';
    const { url } = await uploads.put(unrestricted(userId), { name, body: Readable.from([bytes]) });
    const rules = [{ name: 'Any', description: 'The company must report.' }];
    const { _id: politicsId } = await politics.create(unrestricted(userId), {
      name,
      description: name,
      rules,
    });
    const files = [{ type: 'document' as const, name, url }];
    const { _id } = await projects.create(unrestricted(userId), {
      name,
      description: name,
      politicsId,
      files,
    });
    const cited = citation('Page 1500, line 3', {
      source: {
        role: 'input',
        fileIndex: 0,
        name,
        url,
        sha256: 'a'.repeat(64),
        mediaType: 'application/pdf',
      },
      locator: { kind: 'page', page: 1_500 },
      boxes: [{ page: 1_500, x: 0.08, y: 0.11, width: 0.2, height: 0.015 }],
    });
    const { runId } = await endedRun(server, unrestricted(userId), _id, [cited]);

    const { page } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } });
    await signIn(page, 'ada@example.org');
    await page.getByRole('heading', { name: 'Check a document' }).waitFor();
    let received = 0;
    page.on('response', (response) => {
      // The first request is for the whole file. It is canceled when the answer says that ranges can be requested.
      if (response.url().includes('/assets/') && response.status() === 206) {
        received += Number(response.headers()['content-length'] ?? 0);
      }
    });
    await page.goto(`${server.url}/projects/${_id}/runs/${runId}`);
    await page.locator('[data-page="1500"] [data-mark~="chosen"]').waitFor();
    const drawn = () => page.locator('[data-page] canvas').count();
    await page.waitForLoadState('networkidle');
    if (process.env.SHOW) process.stderr.write(`${bytes.length} ${received} ${await drawn()}\n`);
    expect(await drawn()).toBeLessThan(8);
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(bytes.length / 10);
  });
});
