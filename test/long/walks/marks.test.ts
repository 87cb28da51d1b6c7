import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readRules } from '../../../src/cli/rules/read.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { letters, lettersUnderMarks } from '../../support/browser/marked-words.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { waitUntil } from '../../support/wait.ts';

const samples = join(packageFolder(), 'samples');
const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;

describe.skipIf(browserPath === null || !hasPdftotext)('the marks of quotes on a page', () => {
  let browser: Browser;
  let server: RunningServer;

  onEmptyServer({ WORKERS: '1' }, (...opened) => {
    [browser, server] = opened;
  });

  test('cover the words of the quote and no others, at three zoom levels, for every quote in the sample PDFs', async () => {
    const actor = unrestricted(
      (await server.accounts.add({ email: 'a@example.org', password, name: '' }))._id,
    );
    const { politics, projects, uploads, findings } = server.services;
    const upload = async (name: string) => {
      const body = Readable.from([readFileSync(join(samples, name))]);
      return { name, url: (await uploads.put(actor, { name, body })).url };
    };
    const { rules } = await readRules(join(samples, 'rules.yaml'));
    const knowledgeFiles = [{ ...(await upload('policy.pdf')), type: 'pdf' as const }];
    const set = await politics.create(actor, {
      ...{ name: 'n', description: 'd', rules: [...rules], knowledgeFiles },
    });
    const files = [{ ...(await upload('agreement.pdf')), type: 'document' as const }];
    const { _id } = await projects.create(actor, { name: 'n', description: 'd', politicsId: set._id, files });
    const { runId } = await projects.update(actor, _id, { status: 'deploying' });
    const hasEnded = async () => (await projects.view(actor, _id)).project.status === 'completed';
    await waitUntil(hasEnded, { upTo: 60_000 });
    const { items } = await findings.list(actor, { projectId: _id, page: 1, pageSize: 100 });

    const { page } = await visit(browser, `${server.url}/projects/${_id}/runs/${runId}`, {
      viewport: { width: 1440, height: 900 },
    });
    await signIn(page, 'a@example.org');
    await page.locator('.finding-row').first().waitFor();

    let compared = 0;
    for (const { id, citations, basis, search } of items) {
      const nearest = citations.length > 0 ? [] : search.nearest.map(({ citation }) => citation);
      const places = [...citations, ...basis, ...nearest];
      for (const [index, { boxes = [], quote, source }] of places.entries()) {
        if (boxes.length === 0) continue;
        await page.goto(`${server.url}/projects/${_id}/runs/${runId}?finding=${id}&place=${index}`);
        await page.locator('[data-mark~="chosen"]').first().waitFor();
        for (const zoom of [1, 1.25, 1.5]) {
          if (zoom > 1) await page.getByRole('button', { name: 'Zoom in' }).click();
          // While a page is laid out again, it has no marks until it is drawn.
          await page.locator('[data-mark~="chosen"]').first().waitFor();
          const under = await lettersUnderMarks(page, join(samples, source.name));
          expect.soft(under, `${id} ${index} ×${zoom}`).toBe(letters(quote));
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});
