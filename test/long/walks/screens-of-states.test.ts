import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Label, Outcome, Verdict } from '../../../engine/model/finding.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { screenProblems, screensMs } from '../../support/browser/screens.ts';
import { runInState } from '../../support/browser/stored-run.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { citation, finding } from '../../support/findings.ts';
import { endedRun } from '../../support/owned-records.ts';

const patiently = { timeout: 30_000 };
const at = new Date().toISOString();

/** Every verdict that a finding can have. */
const verdicts: Verdict[] = [
  ...(['satisfied', 'violated', 'partly_satisfied', 'not_applicable'] as const).map((outcome) => ({
    ...{ assessed: true as const, label: 'CONFIRMED' as const, outcome },
  })),
  ...(['satisfied', 'violated', 'partly_satisfied', 'conflicting', 'not_applicable'] as const).map(
    (outcome) => ({ assessed: true as const, label: 'ESTIMATED' as const, outcome }),
  ),
  ...(['undetermined', 'violated', 'satisfied'] as const).map((outcome) => ({
    ...{ assessed: true as const, label: 'NOT FOUND' as const, outcome },
  })),
  { assessed: true, label: 'ESTIMATED', outcome: 'undetermined' },
  { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'canceled' },
];

const nameOf = (label: Label | null, outcome: Outcome) => `${label ?? 'Not assessed'}, ${outcome}`;

describe.skipIf(browserPath === null)('every screen of a state that is rare', { timeout: screensMs }, () => {
  let browser: Browser;
  let server: RunningServer;
  let userId = '';

  onEmptyServer({ LIMIT_SIGN_INS_PER_HOUR: '1000' }, async (...opened) => {
    [browser, server] = opened;
    userId = (await server.accounts.add({ email: 'ada@example.org', password, name: '' }))._id;
  });

  async function opened(path: string) {
    const seen = await visit(browser, `${server.url}${path}`, { viewport: { width: 1440, height: 900 } });
    await signIn(seen.page, 'ada@example.org');
    const found: string[] = [];
    const look = async (screen: string) => void found.push(...(await screenProblems(seen.page, screen)));
    const press = (name: string) => seen.page.getByRole('button', { name, exact: true }).click();
    return { ...seen, look, press, found };
  }

  test('is readable, fits its width and does not move, where there is nothing yet and where a form has problems', async () => {
    const { page, look, press, found, complaints } = await opened('/projects');
    await page.getByText('No project yet.').waitFor();
    await look('projects-empty');
    await page.goto(`${server.url}/rule-sets`);
    await page.getByText('No rule set yet.').waitFor();
    await look('rule-sets-empty');
    await page.goto(server.url);
    await press('Run the check');
    await press('Paste links');
    await page.getByLabel('Links, one in each line').fill('terms.pdf');
    await press('Add the links');
    await page.getByText('“terms.pdf” is not a link').waitFor();
    await look('home-problems');
    await page.goto(`${server.url}/rule-sets/new`);
    const yaml = '- {name: One, description: first}\n- {name: Two, ifabsent: violated, owner: Ada}\n';
    const file = { name: 'rules.yaml', mimeType: 'text/plain', buffer: Buffer.from(yaml) };
    await page.getByLabel('Import a file').setInputFiles(file);
    await page.getByText('Nothing was imported').waitFor();
    await press('Save rule set');
    await page.getByText('Give the rule set a name.').waitFor();
    await look('rule-set-new');
    await page.getByLabel('Paste your rules').fill('One: first rule\nTwo: second rule');
    await press('Add 2 rules');
    await page.getByLabel('Name', { exact: true }).fill('Suppliers');
    await page.getByRole('button', { name: 'Remove Two' }).click();
    await page.getByText('Knowledge files').click();
    await page.getByLabel('or a link').fill('policy');
    await press('Add the link');
    await page.getByText('Recipients').click();
    await page.getByLabel('Email address, or https URL').fill('Ada');
    await press('Add the recipient');
    await page.getByText('“Ada” is not an email address').waitFor();
    await look('rule-set-undo-and-problems');
    await press('Undo');
    await press('Save rule set');
    await page.getByRole('heading', { name: 'Suppliers' }).waitFor();

    const { items } = await server.services.politics.list(unrestricted(userId), { page: 1, pageSize: 1 });
    await server.services.politics.update(unrestricted(userId), items[0]?._id ?? '', {
      name: 'Suppliers in Europe',
    });
    await page.getByLabel('What rule 1 asks').fill('The first rule, changed.');
    await press('Save changes');
    await page.getByRole('heading', { name: 'Somebody saved this rule set' }).waitFor();
    await look('rule-set-conflict');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await look('rule-set-leave-dialog');
    await press('Stay here');
    await press('Use their version');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await press('Delete');
    await page.getByRole('dialog').waitFor();
    await look('rule-set-delete-dialog');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is readable, fits its width and does not move, for a run in each state', async () => {
    const owned = unrestricted(userId);
    const { path: failed } = await runInState(server, {
      name: 'Lease of the shop in Main Street',
      run: {
        ...owned,
        state: 'failed',
        lastError: { code: 'x', message: 'The model server refuses the key.', at },
      },
      files: ['lease.pdf'],
    });
    const { path: gaps } = await runInState(server, {
      name: 'Framework agreement with a very long name that does not fit into one line of a phone',
      run: { ...owned, state: 'completed' },
      files: ['contracts/2026/framework-agreement-with-annexes.pdf', 'scan.pdf'],
      findings: (runId) =>
        keyRules([{ name: 'Notice', description: 'The notice period is at least 30 days.' }]).map((rule) =>
          finding({ rule, runId, verdict: { assessed: true, label: 'NOT FOUND', outcome: 'undetermined' } }),
        ),
      result: {
        incomplete: true,
        files: [
          {
            ...{ name: 'scan.pdf', role: 'input', fileIndex: 1, status: 'failed' },
            ...{ reason: 'damaged', message: 'The file is damaged: it ends in the middle of a page.' },
          },
        ],
      },
    });
    const { path: canceled } = await runInState(server, {
      name: 'Canceled',
      run: { ...owned, state: 'canceled' },
    });
    const progress = {
      ...{ stage: 'checking' as const, files: { done: 2, total: 3 }, pages: { done: 41, total: null } },
      ...{ rules: { done: 7, total: 20 }, percent: 60 },
    };
    const { path: active } = await runInState(server, {
      name: 'Active',
      run: { ...owned, state: 'running', progress, lease: { owner: 'w', fence: 1 }, settled: false },
      files: ['a.pdf', 'b.pdf', 'c.pdf'],
    });
    const { page, look, press, found, complaints } = await opened(failed);
    const look1 = async (path: string, words: string, screen: string) => {
      await page.goto(`${server.url}${path}`);
      await page.getByText(words).first().waitFor(patiently);
      await look(screen);
    };
    await page.getByText('The model server refuses the key.').waitFor();
    await look('run-failed');
    await look1(gaps, 'scan.pdf was not read', 'run-with-gaps');
    await look1(canceled, 'There are no findings.', 'run-canceled');
    await look1(active, 'No findings yet.', 'run-active');
    await look1(`${active}0`, 'This run cannot be shown', 'run-unknown');
    await page.goto(server.url);
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await look('home-states');
    await page.goto(`${server.url}${failed.split('/runs/')[0]}`);
    await press('Delete');
    await page.getByRole('dialog').waitFor();
    await look('project-delete-dialog');
    await page.route('**/people-page*.js', (route) => route.abort());
    await page.goto(`${server.url}/people`);
    await page.getByRole('heading', { name: 'This page failed' }).waitFor();
    await look('page-failed');
    expect(found).toEqual([]);
    expect(complaints.filter((one) => !/Failed to (load|fetch)/.test(one))).toEqual([]);
  });

  test('shows every label and outcome with words and a sign of its own, so that colour is not needed', async () => {
    const rules = keyRules(
      verdicts.map(({ label, outcome }) => ({
        ...{
          name: nameOf(label, outcome),
          description: 'The Supplier shall keep the records for seven years.',
        },
      })),
    );
    const name = 'agreement.pdf';
    const body = Readable.from([readFileSync(join(packageFolder(), 'samples', name))]);
    const { url } = await server.services.uploads.put(unrestricted(userId), { name, body });
    const source = { role: 'input' as const, fileIndex: 0, name, url, sha256: 'a'.repeat(64) };
    const onPage = (page: number, quote: string) =>
      citation(quote, {
        source: { ...source, mediaType: 'application/pdf' },
        locator: { kind: 'page', page },
        boxes: [{ page, x: 0.12, y: 0.3, width: 0.6, height: 0.014 }],
      });
    const { path } = await runInState(server, {
      name: 'Every answer',
      run: { userId, state: 'completed' },
      files: [name],
      findings: (runId) =>
        rules.map((rule, index) => {
          const verdict = verdicts[index];
          const isFound = verdict?.label === 'CONFIRMED' || verdict?.label === 'ESTIMATED';
          return finding({
            ...{ rule, runId, ...(verdict && { verdict }) },
            statement: 'Clause 6.3 keeps the records for five years; the rule asks for seven years.',
            citations: isFound
              ? [
                  onPage(6, 'The Supplier shall keep the records for five years.'),
                  {
                    ...onPage(6, 'Clause 6.3 does not apply to drafts.'),
                    stance: 'qualifies',
                    start: 900,
                    end: 936,
                  },
                  {
                    ...onPage(7, 'The records are deleted at once.'),
                    stance: 'contradicts',
                    start: 990,
                    end: 1_022,
                  },
                ]
              : [],
          });
        }),
    });
    const { page, look, found, complaints } = await opened(path);
    await page.locator('.finding-row').first().waitFor(patiently);
    await page.setViewportSize({ width: 1440, height: 2_400 });
    // The list is virtual: it draws the other rows after it has noticed its new height.
    await expect.poll(() => page.locator('.finding-row').count()).toBe(verdicts.length);
    const seen = await page
      .locator('.finding-row')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('.finding-row-name')?.textContent,
          [...row.querySelectorAll('.verdict, .label-badge')]
            .map((one) => one.textContent?.trim())
            .join(', '),
          row.querySelector('.label-badge [aria-hidden]')?.textContent,
        ]),
      );
    expect(seen.length).toBe(verdicts.length);
    expect(new Set(seen.map(([, answer]) => answer)).size).toBe(verdicts.length);
    const signs = new Map(seen.map(([what, , sign]) => [what?.split(',')[0], sign]));
    expect(new Set(signs.values()).size).toBe(4);
    expect(signs.get('Not assessed')).toBeUndefined();
    for (const [what, answer = ''] of seen) {
      const isProved = what?.startsWith('CONFIRMED') === true;
      expect(isProved || /possibly|not found|undetermined|not assessed/i.test(answer ?? ''), what ?? '').toBe(
        true,
      );
    }
    await page.locator('[data-page][aria-busy="false"] [data-mark~="chosen"]').first().waitFor(patiently);
    await look('run-every-answer');
    await page.getByLabel('Search the findings').fill('no such words');
    await page.getByText('No finding passes these filters.').waitFor();
    await look('run-no-match');
    await page.goto(`${server.url}${path}/grid`);
    await page.locator('.grid-cell').first().waitFor();
    await look('grid-every-answer');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('shows what changed between two runs side by side', async () => {
    const { politics, projects } = server.services;
    const rules = [
      { name: 'Notice', description: 'The notice period is at least 30 days.' },
      { name: 'Fees', description: 'The fee is fixed.' },
    ];
    const set = await politics.create(unrestricted(userId), { name: 'Leases', description: 'd', rules });
    const files = [{ type: 'url' as const, name: 'lease.html', url: 'https://example.org/lease.html' }];
    const project = await projects.create(unrestricted(userId), {
      name: 'Lease',
      description: 'd',
      politicsId: set._id,
      files,
    });
    await endedRun(server, unrestricted(userId), project._id, 'The earlier words of');
    const { runId } = await endedRun(server, unrestricted(userId), project._id, 'The later words of');
    const { page, look, found, complaints } = await opened(`/projects/${project._id}/runs/${runId}/changes`);
    await page.getByText('2 findings changed').waitFor();
    await look('changes-between-runs');
    await page.goto(`${server.url}/projects/${project._id}`);
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await look('project-with-runs');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
