import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findingSchema } from '../../../engine/model/finding.ts';
import { ruleListSchema } from '../../../engine/model/rule.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { newWorkspace, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { pdfOf } from '../../gate/cli/command.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { checkedRun } from '../../support/browser/checked-run.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { runInState } from '../../support/browser/stored-run.ts';
import { password, signIn } from '../../support/browser/visit.ts';
import { Transcript } from '../../support/transcript.ts';
import { waitUntil } from '../../support/wait.ts';

/** So high that no list leaves rows out. */
const viewport = { width: 1_440, height: 3_000 };
const read = (path: string) => parse(readFileSync(join(import.meta.dirname, path), 'utf8'), { merge: true });
const about = z.union([
  z.string().transform((name) => [[name, ''] as const]),
  z.record(z.string(), z.string()).transform((fields) => Object.entries(fields)),
]);
const steps = z
  .object({
    files: z.record(z.string(), z.string()),
    pages: z.array(z.string()),
    earlier: ruleListSchema,
    rules: ruleListSchema,
    walks: z.record(z.string(), z.array(z.record(z.string(), about))),
  })
  .parse(read('steps/page.yaml'));
const { findings } = z
  .object({ findings: z.array(findingSchema) })
  .parse(read('../../gate/transcripts/steps/reports.yaml'));

/** Dates in words, the times since an event, the ends and secrets of tokens and links. */
const hidden = [
  /\b\d{1,2} [A-Z][a-z]{2,8} 20\d\d(?: at \d\d:\d\d(?::\d\d)?)?/g,
  /\b(?:just now|\d+ minutes? ago)\b/g,
  /(?<=\/(?:join|set-password)#)[\w.-]{20,}/g,
  /(?<=…)\w{4}\b/g,
  /(?<=ending in\n +- code: )"?\w{4}"?/g,
  /(?<=\/assets\/)[0-9a-f]{40}/g,
  /[\d,]+ of [\d,]+ CONFIRMED answers were right in the .*? measured with [\w.]+/g,
];

const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Waits until the page has all answers that it asks for and has drawn them, and returns what a person perceives. */
async function perceived(page: Page, pending: ReadonlySet<unknown>, region: string): Promise<string> {
  const parts = { '': page.locator('main'), banner: page.getByRole('banner') };
  const part =
    Object.entries(parts).find(([name]) => name === region)?.[1] ??
    page.getByRole('region', { name: region });
  let last = '';
  await waitUntil(async () => {
    await page.evaluate(twoFrames);
    const before = last;
    const said = await page.locator('#page > [role=status]').allInnerTexts();
    last = `${await page.title()} (${said.join()})\n${await part.ariaSnapshot()}`;
    const busy = await part.locator('.pdf-page[aria-busy=true]').count();
    return pending.size + busy === 0 && last === before && !/One moment|Reading the|Loading the/.test(last);
  });
  return last;
}

describe.skipIf(browserPath === null)('the page', () => {
  let browser: Browser;
  let server: RunningServer;
  const kept = new Map<string, string>();

  onEmptyServer({ WORKERS: '1', SIGN_UP: 'open', LIMIT_SIGN_INS_PER_HOUR: '1000' }, (...opened) => {
    [browser, server] = opened;
  });

  /** Adds the members of Ada's workspace, and runs in every state. */
  async function fill(): Promise<void> {
    const [ada] = await server.accounts.people();
    if (ada === undefined) throw new Error('Ada must have an account');
    const { _id: userId } = ada;
    let workspace = newWorkspace(userId, userId, 'My workspace', new Date());
    for (const [name, role] of [
      ['vera', 'viewer'],
      ['rob', 'reviewer'],
      ['ed', 'editor'],
    ] as const) {
      const { _id } = await server.accounts.add({ email: `${name}@example.org`, password, name });
      workspace = withMember(workspace, { userId: _id, role, since: workspace.createdAt });
    }
    await server.dependencies.store.workspaces.insert(workspace);
    const actor = unrestricted(userId);
    const bytes = Object.entries(steps.files).map(([name, text]) => [name, Buffer.from(text)]);
    const files = { ...Object.fromEntries(bytes), 'offer.pdf': await pdfOf(steps.pages) };
    const { projectId, path: first } = await checkedRun(server, actor, {
      rules: steps.earlier,
      files,
      scope: 'each',
    });
    const { project } = await server.services.projects.view(actor, projectId);
    await server.services.politics.update(actor, project.politicsId, {
      ...{ name: 'Hosting rules', rules: steps.rules },
    });
    const { runId } = await server.services.projects.update(actor, projectId, { status: 'deploying' });
    const hasEnded = async () =>
      (await server.services.projects.view(actor, projectId)).project.status !== 'deploying';
    await waitUntil(hasEnded, { upTo: 110_000 });
    const state = async (
      parts: Partial<Parameters<typeof runInState>[1]> & Pick<Parameters<typeof runInState>[1], 'run'>,
    ) => {
      const made = await runInState(server, {
        name: `A ${parts.run.state} run`,
        files: ['agreement.pdf', 'annex.docx', 'fees.csv'],
        ...parts,
      });
      // Projects that change in the same millisecond are listed in the order of their ids, which is random.
      const now = Date.now();
      await waitUntil(async () => Date.now() > now);
      return made;
    };
    const lastError = {
      code: 'x',
      message: 'The model server refuses the <key>.',
      at: '2026-01-02T03:04:05.678Z',
    };
    const paths = {
      rich: await state({
        run: { userId, state: 'completed', scope: 'each' },
        findings: (id) => findings.map((one) => ({ ...one, runId: id })),
      }),
      failed: await state({ run: { userId, state: 'failed', lastError } }),
      canceled: await state({ run: { userId, state: 'canceled' } }),
      retrying: await state({
        run: {
          userId,
          state: 'retrying',
          lastError,
          settled: false,
          nextAttemptAt: '2100-01-02T03:04:05.678Z',
        },
      }),
    };
    for (const [name, { path }] of Object.entries(paths)) kept.set(name, path);
    for (const [name, value] of Object.entries({
      ada: userId,
      first,
      project: `/projects/${projectId}`,
      run: `/projects/${projectId}/runs/${runId}`,
    }))
      kept.set(name, value);
  }

  type Verb = (page: Page, name: string, value: string) => Promise<unknown>;
  const verbs: Record<string, Verb> = {
    goto: (page, path) => page.goto(server.url + path),
    press: (page, name) => page.getByRole('button', { name, exact: true }).last().click(),
    link: (page, name) => page.getByRole('link', { name, exact: true }).first().click(),
    open: (page, text) => page.getByText(text).first().click(),
    unfold: (page, hasText) => page.locator('summary', { hasText }).first().click(),
    row: (page, hasText) => page.locator('.finding-row', { hasText }).first().click(),
    fill: (page, name, text) => page.getByLabel(name, { exact: true }).last().fill(text),
    choose: (page, name, choice) => page.getByLabel(name, { exact: true }).last().selectOption(choice),
    file: (page, name) => {
      const buffer = Buffer.from(steps.files[name] ?? '');
      return page.getByLabel('Drop files here').setInputFiles({ name, mimeType: 'text/plain', buffer });
    },
    see: (page, text) => page.getByText(text).first().waitFor(),
    key: (page, name) => page.keyboard.press(name),
    'sign-in': async (page, name) => {
      await signIn(page, `${name}@example.org`);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
  };

  it.each(Object.entries(steps.walks))('shows %s what is recorded', async (person, walk) => {
    if (person === 'ada') await fill();
    kept.set('person', person);
    const transcript = new Transcript();
    const context = await browser.newContext({
      timezoneId: 'UTC',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      viewport,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const pending = new Set<unknown>();
    page.on('request', (request) => !/\/events/.test(request.url()) && pending.add(request));
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('requestfailed', (request) => pending.delete(request));
    await page.goto(server.url);
    const failed: unknown[] = [];
    for (const [verb, fields] of walk.flatMap((step) => Object.entries(step)))
      for (const [name, value] of fields) {
        const filled = name.replace(/\$(\w+)/g, (whole, key) => kept.get(key) ?? whole);
        const look = async () =>
          transcript.add(
            `${name}: ${page.url().slice(server.url.length)}`,
            await perceived(page, pending, value),
            hidden,
          );
        await (verb === 'look' ? look() : verbs[verb]?.(page, filled, value))?.catch((error) =>
          failed.push(`${verb} ${name}: ${error}`),
        );
      }
    await context.close();
    expect(failed).toEqual([]);
    await transcript.expectAsRecorded(import.meta.dirname, `page.${person}.txt`);
  });
});
