import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { type CheckedRun, checkedRun } from '../../support/browser/checked-run.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { letters, lettersUnderMarks } from '../../support/browser/marked-words.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { clauses } from '../support/contract.ts';
import { contractDocument, talk } from '../support/flat-odf.ts';
import { makeFolder } from '../support/folder.ts';
import { saveAs } from '../support/office.ts';
import { areHere } from '../support/programs.ts';

const attack = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';
const hostileName = `${attack.replaceAll('/', '')}.rtf`;
const sentence = 'The supplier shall pay interest on late amounts within 30 days.';

/** The number of quotes that are shown of each file; opening one takes some seconds on a busy machine. */
const mostQuotes = 6;

/** LibreOffice saves the files, and then lays out each of them. */
const setUpMs = 240_000;

const folder = makeFolder();
const programs = areHere('soffice', 'pdftotext');

/** A contract as LibreOffice saves it in each format, a talk, and a document with stored scripts. */
async function officeFiles(): Promise<Record<string, Uint8Array>> {
  const contract = folder.write('contract.fodt', contractDocument());
  const slides = folder.write('talk.fodp', talk());
  const paths = [];
  for (const filter of ['docx', 'doc', 'odt', 'rtf'])
    paths.push(...(await saveAs(folder, filter, [contract])));
  for (const filter of ['pptx', 'odp']) paths.push(...(await saveAs(folder, filter, [slides])));
  const lines = [
    `Parties. ${attack}`,
    ...Array.from({ length: 60 }, (_, at) => `Recital ${at + 1} describes the history of the parties.`),
    `${sentence} ${attack}`,
  ];
  const lease = Buffer.from(`{\\rtf1\\ansi ${lines.map((line) => `${line}\\par`).join('\n')}}`);
  return {
    ...Object.fromEntries(paths.map((path) => [basename(path), readFileSync(path)])),
    [hostileName]: lease,
  };
}

const rules = [
  { name: `Interest ${attack}`, description: sentence },
  ...clauses.slice(0, 4).flatMap(({ paragraphs, items }, at) => [
    { name: `Incidents ${at + 1}`, description: paragraphs[0]?.split(', and ')[0] ?? '' },
    { name: `Item ${at + 1}`, description: `The contract names ${items[1]}.` },
  ]),
];

describe.skipIf(browserPath === null || !programs)('an office file beside a finding', () => {
  let browser: Browser;
  let server: RunningServer;
  let run: CheckedRun;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    server = await startEmptyServer({ WORKERS: '1' });
    const { _id: userId } = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    run = await checkedRun(server, unrestricted(userId), {
      rules,
      files: await officeFiles(),
      scope: 'each',
    });
  }, setUpMs);
  afterAll(async () => {
    await browser.close();
    await server.stop();
    folder.remove();
  });

  const about = (name: string) =>
    run.findings.filter(({ subject }) => subject.kind === 'file' && subject.name === name);

  /** The first quotes of some findings about a file. */
  const quotesOf = (name: string) =>
    about(name)
      .flatMap(({ id, citations: [first] }) => (first === undefined ? [] : [{ id, ...first }]))
      .slice(0, mostQuotes);

  async function opened(): Promise<{ page: Page; complaints: string[]; pdf: () => string }> {
    const seen = await visit(browser, `${server.url}${run.path}`, { viewport: { width: 1440, height: 900 } });
    let pdf = '';
    seen.page.on('request', (request) => {
      if (/\/assets\/.*\/pages\.pdf$/.test(request.url())) pdf = request.url();
    });
    await signIn(seen.page, 'ada@example.org');
    await seen.page.locator('.finding-row').first().waitFor();
    return { ...seen, pdf: () => pdf };
  }

  test.each(['contract.docx', 'contract.doc', 'contract.odt', 'contract.rtf', 'talk.pptx', 'talk.odp'])(
    'is shown as its pages, with marks on the words of the quotes and no others, for %s',
    async (name) => {
      const { page, complaints, pdf } = await opened();
      let [pages, texts] = [0, 0];
      for (const { id, quote, locator } of quotesOf(name)) {
        await page.goto(`${server.url}${run.path}?finding=${id}`);
        const mark = page.locator('.evidence [data-mark~="chosen"]').first();
        await mark.waitFor();
        if ((await page.locator('.evidence .pdf').count()) === 0) {
          texts += 1;
          continue;
        }
        pages += 1;
        const file = folder.write('shown.pdf', Buffer.from(await (await fetch(pdf())).arrayBuffer()));
        expect.soft(await lettersUnderMarks(page, file), `${quote} of ${id}`).toBe(letters(quote));
        const cited = locator.kind === 'page' ? locator.page : locator.kind === 'slide' ? locator.slide : 0;
        const on = await mark.evaluate((element) =>
          element.closest('[data-page]')?.getAttribute('data-page'),
        );
        expect.soft(Number(on)).toBe(cited);
      }
      expect(pages).toBeGreaterThan(3);
      expect(texts).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  test('runs no stored script, passes axe, and says whose pages it shows', async () => {
    const { page, complaints } = await opened();
    const [found] = about(hostileName);
    await page.goto(`${server.url}${run.path}?finding=${found?.id}`);
    await page.locator('.evidence .pdf [data-mark~="chosen"]').first().waitFor();
    expect(await page.locator('.pdf-bar').innerText()).toMatch(/^Page 2 of 2, by LibreOffice/);
    expect(await page.locator('.evidence :is(script, img, svg)').count()).toBe(0);
    expect(await troubles(page)).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
