import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { screenProblems, screensMs } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';

describe.skipIf(browserPath === null)('the page of a project', () => {
  let browser: Browser;
  let server: RunningServer;
  let root: string;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    root = await mkdtemp(join(tmpdir(), 'proviso-watched-'));
    server = await startEmptyServer({ WORKERS: '1', WATCH_FOLDERS: root });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await rm(root, { recursive: true });
  });

  test(
    'has a folder watched that a person chooses in its form, and shows what the looks find',
    async () => {
      const folder = join(root, 'contracts of the department for purchasing and logistics, 2026');
      await mkdir(folder);
      const hourAgo = new Date(Date.now() - 3_600_000);
      for (const name of ['first agreement.txt', 'second agreement.txt']) {
        await writeFile(join(folder, name), 'Invoices shall be paid within 30 days.');
        await utimes(join(folder, name), hourAgo, hourAgo);
      }
      await writeFile(join(folder, `minutes of the ${'long '.repeat(12)}meeting.bak`), 'x');
      const user = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
      const actor = unrestricted(user._id);
      const rules = [{ name: 'Payment', description: 'Invoices shall be paid within 30 days.' }];
      const { services } = server;
      const { _id: politicsId } = await services.politics.create(actor, {
        ...{ name: 'Payment', description: 'd', rules },
      });
      const project = { name: 'Contracts', description: 'Contracts', politicsId };
      const { _id } = await services.projects.create(actor, project);
      const { page, complaints } = await visit(browser, `${server.url}/projects/${_id}/edit`);
      await signIn(page, 'ada@example.org');
      await page.getByLabel('Where the documents come from').selectOption('A watched folder');
      await page.getByLabel('Folder on the server').fill('/etc');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Is not in a folder that can be watched here').first().waitFor();
      expect(await screenProblems(page, 'watch-refused')).toEqual([]);
      await page.getByLabel('Folder on the server').fill(folder);
      await page.getByLabel('Look for changes').selectOption('Every day');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Watched folder' }).waitFor();
      await page.getByText('2 added, 0 changed, 0 removed').waitFor();
      await page.getByText('its file type is not supported').waitFor();
      await page.getByText('Completed').waitFor();
      expect(await screenProblems(page, 'watch')).toEqual([]);
      await rm(join(folder, 'first agreement.txt'));
      await page.getByRole('button', { name: 'Look now' }).click();
      await page.getByText('0 added, 0 changed, 1 removed').waitFor();
      await page.getByRole('link', { name: 'Change', exact: true }).click();
      await page.getByLabel('Where the documents come from').selectOption('Chosen here');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Documents and rules' }).waitFor();
      await page.getByRole('heading', { name: 'Watched folder' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('link', { name: 'second agreement.txt' }).count()).toBe(1);
      expect(complaints).toEqual([]);
    },
    screensMs,
  );
});
