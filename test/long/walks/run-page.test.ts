import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Rule } from '../../../engine/model/rule.ts';
import { readRules } from '../../../src/cli/rules/read.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { waitUntil } from '../../support/wait.ts';

const samples = join(packageFolder(), 'samples');
const attack = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';

describe.skipIf(browserPath === null)('the page of a run', () => {
  let browser: Browser;
  let server: RunningServer;
  let actor: Actor;
  let ruleSetId = '';
  let project = { id: '', runId: '' };

  onEmptyServer({ WORKERS: '1' }, async (...opened) => {
    [browser, server] = opened;
    const user = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    actor = unrestricted(user._id);
    const { rules } = await readRules(join(samples, 'rules.yaml'));
    // The rules of the sample, one rule that the agreement violates, and one about something that the agreement does
    // not mention.
    const more: Rule[] = [
      {
        ...{ severity: 'high', tags: ['money', 'terms & dates'] },
        name: 'Early payment',
        description:
          'The Customer shall pay each undisputed invoice within 14 days after receipt of a valid invoice.',
      },
      {
        ...{ severity: 'low', tags: ['money'] },
        name: 'Drones',
        description: 'The pilots must insure their drones against collisions with birds.',
      },
    ];
    const house = { name: 'House rules', description: 'd', rules: [...rules.slice(0, 8), ...more] };
    ruleSetId = (await server.services.politics.create(actor, house))._id;
    project = await checked('The lease', ruleSetId, {
      'agreement.pdf': readFileSync(join(samples, 'agreement.pdf')),
      'annex.pdf': Buffer.from('%PDF-1.7 and no more'),
    });
  });

  async function checked(name: string, politicsId: string, contents: Record<string, Buffer>) {
    const { projects, uploads } = server.services;
    const files = [];
    for (const [file, bytes] of Object.entries(contents)) {
      const { url } = await uploads.put(actor, { name: file, body: Readable.from([bytes]) });
      files.push({ type: 'document' as const, name: file, url });
    }
    const { _id: id } = await projects.create(actor, { name, description: name, politicsId, files });
    const { runId } = await projects.update(actor, id, { status: 'deploying' });
    const hasEnded = async () => (await projects.view(actor, id)).project.status === 'completed';
    await waitUntil(hasEnded, { upTo: 60_000 });
    return { id, runId: runId ?? '' };
  }

  async function opened(path: string) {
    const seen = await visit(browser, `${server.url}${path}`, { viewport: { width: 1440, height: 900 } });
    await signIn(seen.page, 'ada@example.org');
    return seen;
  }

  test('remembers where a person moves the dividers of its panes, by mouse or keys, until a double click', async () => {
    const { page, complaints } = await opened(`/projects/${project.id}/runs/${project.runId}`);
    const list = page.locator('.findings-list');
    const width = async () => Math.round((await list.boundingBox())?.width ?? 0);
    const divider = page.getByRole('separator', { name: 'Width of the list' });
    const document = page.getByRole('separator', { name: 'Width of the finding' });
    await document.waitFor();
    const first = await width();

    const { x, y, width: thick } = (await divider.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + thick / 2, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + thick / 2 + 120, y + 150, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(first + 120);
    await page.reload();
    await expect.poll(width).toBe(first + 120);

    await divider.press('ArrowLeft');
    await expect.poll(width).toBeLessThan(first + 120);
    await divider.press('Home');
    expect(await divider.getAttribute('aria-valuenow')).toMatch(/^1[5-9]$/);
    await document.press('End');
    await expect.poll(() => document.getAttribute('aria-valuenow')).toBe('50');
    expect(await troubles(page)).toEqual([]);

    await page.setViewportSize({ width: 1440, height: 900 });
    await divider.dblclick();
    await expect.poll(width).toBe(first);
    await page.reload();
    await expect.poll(width).toBe(first);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => divider.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  const pathOf = ({ id, runId }: typeof project) => `/projects/${id}/runs/${runId}`;
  const rows = (page: Page) => page.locator('.finding-row');

  test('opens from the link in a notification, shows what was not read, and keeps the filter in the URL', async () => {
    const { page, complaints } = await opened(`/?project=${project.id}&run=${project.runId}`);
    await page.getByRole('heading', { name: 'The lease' }).waitFor();
    await page.getByText('Completed in part').waitFor();
    await page.getByText('annex.pdf was not read:').waitFor();
    expect(new URL(page.url()).pathname).toBe(pathOf(project));
    await expect.poll(() => rows(page).count()).toBe(10);

    // An estimate is labelled in words. Only a label whose answer is proved by quotes has a coloured background.
    const guess = page.locator('.verdict-guess').first();
    expect(await guess.innerText()).toMatch(/Possibly|Undetermined/);
    expect(await guess.evaluate((tag) => getComputedStyle(tag).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    const answers = await rows(page).locator('.verdict').allInnerTexts();
    const last = (words: RegExp) => answers.findLastIndex((answer) => words.test(answer));
    expect(last(/violated/)).toBeGreaterThanOrEqual(0);
    expect(last(/ satisfied/)).toBeGreaterThan(last(/violated/));

    await page.getByRole('button', { name: 'More filters' }).click();
    const absent = page.getByRole('button', { name: /NOT FOUND \d+$/ });
    const count = Number(/\d+$/.exec(await absent.innerText())?.[0]);
    expect(count).toBeGreaterThan(0);
    await absent.click();
    await expect.poll(() => rows(page).count()).toBe(count);
    expect(page.url()).toContain('label=NOT');
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(count);
    await page.getByRole('button', { name: 'Show all 10 findings' }).click();
    await page.getByLabel('Search the findings').fill('drones');
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await troubles(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('filters by the severity and the tag of rules, with counts, and keeps both in the URL', async () => {
    const { page, complaints } = await opened(pathOf(project));
    const severity = page.getByRole('group', { name: 'Severity' });
    const severities = () => severity.getByRole('button').allInnerTexts();
    await page.getByRole('button', { name: 'More filters' }).click();
    await severity.getByRole('button').first().waitFor();
    expect(await severities()).toEqual([...['⚑ high 1', '⚑ low 1', '⚑ no severity 8']]);
    await page.getByLabel('Tag').selectOption('money');
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await severities()).toEqual(['⚑ high 1', '⚑ low 1']);
    await severity.getByRole('button', { name: /high/ }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await rows(page).innerText()).toContain('Early payment');
    expect(await page.getByLabel('Tag').locator('option').allInnerTexts()).toEqual([
      ...['All tags', 'money (1)', 'terms & dates (1)'],
    ]);
    await page.getByText('Export the shown findings').click();
    const link = await page.getByRole('link', { name: /^CSV/ }).getAttribute('href');
    expect(link).toMatch(/severity=high&tag=money/);
    expect(await troubles(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('marks each box of a quote on its page, which is drawn, in view, and loaded with few others', async () => {
    const { items } = await server.services.findings.list(actor, {
      ...{ projectId: project.id, page: 1, pageSize: 100 },
    });
    const finding = items.find(({ citations }) => (citations[0]?.boxes?.length ?? 0) > 1);
    const boxes = finding?.citations[0]?.boxes ?? [];
    const { page, complaints } = await opened(`${pathOf(project)}?finding=${finding?.id}`);
    const cited = page.locator(`[data-page="${boxes[0]?.page}"]`);
    await cited.locator('[data-mark~="chosen"]').first().waitFor();
    expect(await page.locator('[data-mark~="chosen"]').count()).toBe(boxes.length);
    await page.setViewportSize({ width: 1360, height: 900 });
    const cut = () =>
      page.locator('[data-mark~="chosen"]').evaluateAll((marks) => {
        const pane = marks[0]?.closest('.pdf')?.getBoundingClientRect() ?? new DOMRect();
        const sides = marks.map((mark) => mark.getBoundingClientRect());
        return sides.filter(({ left, right }) => left < pane.left || right > pane.right).length;
      });
    await expect.poll(cut).toBe(0);
    // Whether the page is drawn: a drawn page has dark pixels under the first mark.
    const inked = () =>
      cited.locator('canvas').evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return false;
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return data.some((value, index) => index % 4 === 0 && value < 100 && data[index + 3] === 255);
      });
    await expect.poll(inked).toBe(true);
    // Only pages near the cited one have elements in the document.
    expect(await page.locator('[data-page]').count()).toBeLessThan(8);
    expect(complaints).toEqual([]);
  });

  test('lets users review a finding with the keyboard: accept it, or correct it with a reason; the review has author and time', async () => {
    const { page, complaints } = await opened(pathOf(project));
    await rows(page).first().waitFor();
    const current = () => page.locator('.finding-row[aria-current] .finding-row-name').innerText();
    const first = await current();
    await page.keyboard.press('j');
    await expect.poll(current).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(current).toBe(first);
    await page.keyboard.press('a');
    await expect.poll(current).not.toBe(first);
    await page.keyboard.press('k');
    await page.getByLabel('Review').getByText('Accepted by ada@example.org').waitFor();
    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await page.getByText('Say why, so that others can follow.').waitFor();
    await page.getByLabel('Outcome').last().selectOption('partly satisfied');
    await page.getByLabel('Reason').fill('I have read the signed copy.');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await page.getByText('Corrected to partly satisfied by ada@example.org').waitFor();
    await page.getByLabel('Reason').waitFor({ state: 'detached' });
    await page.getByText('I have read the signed copy.').waitFor();
    await page
      .getByRole('button', { name: /reviewed 1$/ })
      .first()
      .waitFor();
    expect(await axeFinds(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the review' }).click();
    await page.getByLabel('Review').getByRole('button', { name: 'Accept', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('stays at the finding that a person opened while a review was saved', async () => {
    const { page, complaints } = await opened(pathOf(project));
    await rows(page).first().waitFor();
    const names = await page.locator('.finding-row-name').allInnerTexts();
    const current = () => page.locator('.finding-row[aria-current] .finding-row-name').innerText();
    let letThrough = () => {};
    const waiting = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/findings\.review/, async (route) => {
      await waiting;
      await route.continue();
    });
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(current).toBe(names[2]);
    letThrough();
    await rows(page).first().getByText('☑ accepted').waitFor();
    await page.keyboard.press('j');
    await expect.poll(current).toBe(names[3]);
    expect(complaints).toEqual([]);
  });

  test('runs no script that is in a name, a rule or a document', async () => {
    const rules = [{ name: attack, description: `The supplier shall pay ${attack} within 30 days.` }];
    const set = await server.services.politics.create(actor, { name: attack, description: attack, rules });
    const text = `The supplier shall pay ${attack} within 30 days. javascript:alert(1)`;
    const run = await checked(attack, set._id, { [`${attack.replaceAll('/', '')}.txt`]: Buffer.from(text) });
    const { page, complaints } = await opened(pathOf(run));
    await page.locator('.evidence [data-mark]').waitFor();
    for (const path of ['/', '/projects', `/projects/${run.id}`, '/rule-sets', `/rule-sets/${set._id}`]) {
      await page.goto(`${server.url}${path}`);
      await expect.poll(() => page.locator('main').innerHTML()).toContain('attacked');
    }
    expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
