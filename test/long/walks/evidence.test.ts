import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { makePdf } from '../../gate/engine/load/support/make-pdf.ts';
import { pictureOf } from '../../gate/engine/load/support/make-photo.ts';
import { ffmpegIsHere, makeWav, runFfmpeg } from '../../gate/engine/load/support/make-sound.ts';
import { makeDocx, makeZip, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { type CheckedRun, checkedRun } from '../../support/browser/checked-run.ts';
import { startEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { makeFolder } from '../support/folder.ts';

const attack = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';
const escaped = attack.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const sentence = 'The supplier shall pay interest on late amounts within 30 days.';
const hostile = (words: string) => `${sentence} ${words}`;

const folder = makeFolder();

/** A video whose subtitles contain the sentence at the fourth second. */
async function video(): Promise<Uint8Array> {
  const sound = folder.write('sound.wav', makeWav(8));
  const made = folder.path('call.webm');
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:r=5:d=8', '-i', sound];
  runFfmpeg(...picture, '-c:v', 'libvpx', '-c:a', 'libopus', made);
  return readFile(made);
}

const subtitles = [
  `1\n00:00:01,000 --> 00:00:03,000\nGood morning. ${attack}\n`,
  `2\n00:00:04,000 --> 00:00:06,000\n${sentence}\n`,
  '3\n00:00:06,500 --> 00:00:07,500\nGood-bye.\n',
].join('\n');

const email = `From: a@example.org\r\nSubject: ${attack}\r\nContent-Type: text/plain\r\n\r\nDear all.\r\n\r\n${hostile(attack)}\r\n`;
const page = `<!doctype html><title>${escaped}</title><main><article><h1>Terms ${escaped}</h1>
<p>These are the terms of the service, which apply to every customer of the supplier.</p>
<h2>Interest</h2><p>${hostile(escaped)}</p>${attack}<svg onload="window.attacked=1"></svg>
<p>The parties agree that these terms are complete.</p></article></main>`;

/** A table whose first row is far from the cited one, with vertical bars inside of cells. */
const longTable = [
  ['Service | Tier', 'Duty'],
  ...Array.from({ length: 400 }, (_, at) => [
    `Service ${at + 1}`,
    'There is nothing to do for this service.',
  ]),
  ['Gold | Silver', sentence],
];

/** A workbook whose second sheet has the sentence far down and far to the right, in a row that is quoted as a whole. */
const wideSheets = [
  { sheet: 'Cover', data: [[{ value: 'Services' }]] },
  {
    sheet: 'Levels',
    data: Array.from({ length: 430 }, (_, row) =>
      Array.from({ length: 60 }, (_, column) => ({
        value: row === 401 && column === 51 ? sentence : `${row + 1} ${column + 1}`,
      })),
    ),
  },
];

async function hostileFiles(): Promise<Record<string, Uint8Array>> {
  const cells = [
    ['Service', 'Duty'],
    [attack, 'none'],
    ['Gold', hostile(attack)],
  ];
  const files: Record<string, Uint8Array | string> = {
    'lease.pdf': await makePdf([[{ text: 'Cover.', y: 700 }], [{ text: hostile(attack), y: 700, size: 6 }]]),
    'lease.docx': makeDocx(
      paragraph('Interest', '<w:outlineLvl w:val="0"/>') +
        paragraph(`Parties. ${escaped}`) +
        paragraph(hostile(escaped)),
    ),
    'lease.xlsx': await writeExcelFile(cells.map((row) => row.map((value) => ({ value })))).toBuffer(),
    'lease.csv': cells
      .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\n'),
    'long.xlsx': await writeExcelFile(longTable.map((row) => row.map((value) => ({ value })))).toBuffer(),
    'wide.xlsx': await writeExcelFile(wideSheets).toBuffer(),
    'long.csv': longTable.map((row) => row.join(',')).join('\n'),
    'lease.html': page,
    'lease.md': `# Interest ${attack}\n\n${hostile(attack)}\n\n[x](javascript:window.attacked=1)\n`,
    'lease.txt': `Interest\n\n${hostile(attack)}\n`,
    'lease.eml': email,
    'lease.zip': makeZip([{ name: `${attack.replaceAll('/', '')}.md`, content: `${hostile(attack)}\n` }]),
    'lease.png': await pictureOf([{ text: sentence, y: 500, size: 14 }], 120),
    [`${attack.replaceAll('/', '')}.txt`]: sentence,
    'call.srt': subtitles,
  };
  if (ffmpegIsHere()) files['call.webm'] = await video();
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
}

describe.skipIf(browserPath === null)('the evidence beside a finding', () => {
  let browser: Browser;
  let server: RunningServer;
  let run: CheckedRun;

  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '');
    // Without LibreOffice, office files are shown as text; office-pages.test.ts covers their pages.
    server = await startEmptyServer({ WORKERS: '1', PAGE_LAYOUT: 'off' });
    const { _id: userId } = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    const rules = [{ name: `Interest ${attack}`, description: sentence }];
    run = await checkedRun(server, unrestricted(userId), {
      rules,
      files: await hostileFiles(),
      scope: 'each',
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    folder.remove();
  });

  const findingOf = (name: string) => {
    const found = run.findings.find(({ subject }) => subject.kind === 'file' && subject.name === name);
    if (found === undefined) throw new Error(`no finding about ${name}`);
    return found;
  };

  async function openedAt(name: string): Promise<{ page: Page; complaints: string[]; quote: string }> {
    const seen = await visit(browser, `${server.url}${run.path}`, { viewport: { width: 1440, height: 900 } });
    await signIn(seen.page, 'ada@example.org');
    await seen.page.locator('.finding-row').first().waitFor();
    return { ...seen, quote: await goTo(seen.page, name) };
  }

  /** Opens the finding about a file, and returns its first quote. */
  async function goTo(shown: Page, name: string): Promise<string> {
    const { id, citations } = findingOf(name);
    await shown.goto(`${server.url}${run.path}?finding=${id}`);
    await shown.locator('.evidence [data-mark~="chosen"]').first().waitFor();
    return citations[0]?.quote ?? '';
  }

  const marked = async (shown: Page) =>
    (await shown.locator('.evidence mark[data-mark~="chosen"]').allInnerTexts())
      .join(' ')
      .replace(/\s+/g, ' ');
  const attacked = (shown: Page) => shown.evaluate(() => Reflect.get(window, 'attacked'));

  test.each([
    ['lease.docx', 'h4', /^Interest$/],
    ['lease.html', 'h4', /^Terms </],
    ['lease.md', 'h4', /^Interest </],
  ])('is readable text with headings for %s', async (name, heading, words) => {
    const { page: shown, quote, complaints } = await openedAt(name);
    expect(quote).toContain(sentence);
    expect(await marked(shown)).toBe(quote);
    expect(await shown.locator(`.reading ${heading}`).first().innerText()).toMatch(words);
    expect(await shown.locator('.reading p').count()).toBeGreaterThan(0);
    expect(await axeFinds(shown)).toEqual([]);
    expect(await attacked(shown)).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('marks the words of the quote in every kind of text, and nothing in a document or a name is executed', async () => {
    const { page: shown, complaints } = await openedAt('lease.txt');
    const names = run.findings.flatMap(({ subject }) => (subject.kind === 'file' ? [subject.name] : []));
    const texts = names.filter((name) => !/\.(pdf|png|webm|xlsx|csv)$/.test(name));
    expect(texts.length).toBeGreaterThan(7);
    for (const name of texts) {
      const quote = await goTo(shown, name);
      expect(quote, name).toContain(sentence);
      expect(await marked(shown), name).toBe(quote);
      expect(await shown.locator('.evidence :is(script, img, svg, a[href^="javascript"])').count()).toBe(0);
      expect(await attacked(shown), name).toBeUndefined();
    }
    expect(complaints).toEqual([]);
  });

  test.each([
    ['lease.xlsx', 'B3'],
    ['lease.csv', 'B3'],
  ])('is a grid with the cited cell marked for %s', async (name, at) => {
    const { page: shown, quote, complaints } = await openedAt(name);
    const cell = shown.locator(`[data-cell="${at}"]`);
    expect(await cell.getAttribute('class')).toBe('sheet-cited');
    expect((await shown.locator('.sheet-cited').allInnerTexts()).join(' | ')).toBe(quote);
    expect((await shown.locator('.sheet-cited mark').allInnerTexts()).join(' | ')).toBe(quote);
    expect(await cell.innerText()).toContain(sentence);
    expect(await shown.locator('[data-cell="A2"]').innerText()).toBe(attack);
    expect(await troubles(shown)).toEqual([]);
    expect(await attacked(shown)).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['long.xlsx', 'A402', 'B402'],
    ['long.csv', 'A402', 'B402'],
  ])('keeps the first row in view, and splits rows only between cells, for %s', async (name, first, at) => {
    const { page: shown, complaints } = await openedAt(name);
    const grid = (await shown.locator('.sheet-grid').boundingBox()) ?? { y: 0, height: 0 };
    const [heading, cell] = [
      shown.locator('.sheet-first [data-cell="A1"]'),
      shown.locator(`[data-cell="${at}"]`),
    ];
    await expect.poll(() => cell.getAttribute('class')).toBe('sheet-cited');
    for (const visible of [heading, cell]) {
      const { y } = (await visible.boundingBox()) ?? { y: 0 };
      expect(y).toBeGreaterThan(grid.y);
      expect(y).toBeLessThan(grid.y + grid.height);
    }
    const left = async (words: Locator) => (await words.boundingBox())?.x;
    expect(await left(heading)).toBe(await left(shown.locator(`[data-cell="${first}"]`)));
    const plain = async (words: Promise<string>) => (await words).replaceAll('\u00a0', ' ');
    expect(await plain(heading.innerText())).toBe('Service | Tier');
    expect(await plain(shown.locator(`[data-cell="${first}"]`).innerText())).toBe('Gold | Silver');
    expect(await cell.innerText()).toBe(sentence);
    expect(await shown.locator('.sheet-first td').count()).toBe(2);
    expect(await shown.locator('[data-cell="A1"]').count()).toBe(1);
    expect(await axeFinds(shown)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each([1360, 390])(
    'shows the deciding cell of a wide sheet and its headings at %s pixels',
    async (width) => {
      const { page: shown, complaints } = await openedAt('lease.txt');
      await shown.setViewportSize({ width, height: 850 });
      await goTo(shown, 'wide.xlsx');
      const grid = shown.locator('.sheet-grid');
      const cell = grid.locator('td[aria-current]');
      await expect.poll(() => cell.getAttribute('data-cell')).toBe('AZ402');
      expect(await shown.locator('.evidence-head').innerText()).toContain('sheet Levels');
      const headings = [grid.getByText('AZ', { exact: true }), grid.getByText('402', { exact: true })];
      for (const visible of [cell, ...headings]) {
        await expect
          .poll(async () => {
            const [outer, inner] = await Promise.all([grid.boundingBox(), visible.boundingBox()]);
            if (outer === null || inner === null) return 'not there';
            const isInside =
              inner.x >= outer.x &&
              inner.x + inner.width <= outer.x + outer.width &&
              inner.y >= outer.y &&
              inner.y + inner.height <= outer.y + outer.height;
            return isInside ? 'inside' : JSON.stringify({ outer, inner });
          })
          .toBe('inside');
      }
      expect(complaints).toEqual([]);
    },
  );

  test('is the picture with a box around the words for a photo, and the page for a PDF', async () => {
    const { page: shown, complaints } = await openedAt('lease.pdf');
    for (const name of ['lease.pdf', 'lease.png']) {
      await goTo(shown, name);
      const region = shown.locator('.evidence .region.chosen').first();
      const box = (await region.boundingBox()) ?? { width: 0, height: 0 };
      expect(box.width / box.height, name).toBeGreaterThan(5);
      expect(await attacked(shown)).toBeUndefined();
    }
    expect(complaints).toEqual([]);
  });

  test.skipIf(!ffmpegIsHere())(
    'is a player at the cited moment for a recording, with a transcript whose lines play the recording',
    async () => {
      const { page: shown, quote, complaints } = await openedAt('call.webm');
      const time = () =>
        shown
          .locator('video')
          .evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : -1));
      await expect.poll(time).toBeCloseTo(4, 1);
      expect(await marked(shown)).toBe(quote);
      expect(await shown.locator('button.spoken').allInnerTexts()).toHaveLength(3);
      await shown.getByRole('button', { name: /Good-bye/ }).click();
      await expect.poll(time).toBeGreaterThan(6.4);
      expect(await troubles(shown)).toEqual([]);
      expect(await attacked(shown)).toBeUndefined();
      expect(complaints).toEqual([]);
    },
  );
});
