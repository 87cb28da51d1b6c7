import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyRules } from '../../../engine/model/keys.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { runInState, storedRun } from '../../support/browser/stored-run.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { citation, finding } from '../../support/findings.ts';
import { aProject } from '../../support/records.ts';

const patiently = { timeout: 60_000 };

describe.skipIf(browserPath === null)('the page', () => {
  let browser: Browser;
  let server: RunningServer;
  let ada: Actor;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;

  onEmptyServer({}, async (...opened) => {
    [browser, server] = opened;
    const { _id } = await server.accounts.add({ email: 'ada@example.org', password, name: 'Ada' });
    ada = unrestricted(_id);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url);
    await signIn(page, 'ada@example.org');
    await page.getByRole('button', { name: 'Sign out' }).waitFor(patiently);
    session = await context.storageState();
    await context.close();
  });

  async function opened(path: string): Promise<Page> {
    const { page } = await visit(browser, `${server.url}${path}`, { storageState: session });
    return page;
  }

  describe('of a new rule set', () => {
    const policy = (name: string, text: string) => ({
      ...{ name, mimeType: 'text/plain', buffer: Buffer.from(text) },
    });
    const lease = policy(
      'lease.txt',
      'The tenant shall pay the rent.\n\nThe tenant shall clean the lift.\n\nThe tenant shall lock the gate.\n',
    );
    const supply = policy(
      'supply.txt',
      'The supplier shall insure the goods.\n\nThe supplier shall mark the boxes.\n\nThe supplier shall repair the pumps.\n',
    );
    const damaged = policy('damaged.pdf', '%PDF-1.7 damaged');

    test('shows the rules of the chosen policy alone, all of them selected, and adds the selected ones', async () => {
      const page = await opened('/rule-sets/new');
      await page.getByRole('button', { name: 'Rules from a policy' }).click();
      const panel = page.getByRole('region', { name: 'Rules from a policy' });
      const chooser = panel.locator('input[type=file]');
      const boxes = panel.getByRole('checkbox');
      const chosen = () => panel.getByRole('checkbox', { checked: true }).count();
      await chooser.setInputFiles(lease);
      await panel.getByRole('button', { name: 'Add 3 rules' }).waitFor(patiently);
      await panel.getByRole('checkbox', { name: /clean the lift/ }).uncheck();
      await panel.getByRole('button', { name: 'Add 2 rules' }).waitFor();

      // While another policy is read, nothing of the former one can be added.
      const answers: (() => void)[] = [];
      const holdBack = async (route: Route) => {
        await new Promise<void>((answer) => answers.push(answer));
        await route.continue();
      };
      await page.route(/extract/, holdBack, { times: 1 });
      await chooser.setInputFiles(supply);
      await expect.poll(() => answers.length).toBe(1);
      expect([await boxes.count(), await panel.getByRole('button', { name: /^Add/ }).count()]).toEqual([
        0, 0,
      ]);
      expect(await chooser.isDisabled()).toBe(true);
      answers[0]?.();
      await panel.getByRole('button', { name: 'Add 3 rules' }).waitFor(patiently);
      expect(await panel.getByText('the tenant').count()).toBe(0);
      await expect.poll(chosen).toBe(3);

      await chooser.setInputFiles(damaged);
      await panel.getByText('damaged.pdf was not read').waitFor(patiently);
      expect([await boxes.count(), await panel.getByRole('status').count()]).toEqual([0, 0]);
      await chooser.setInputFiles(supply);
      await panel.getByRole('button', { name: 'Add 3 rules' }).waitFor(patiently);
      expect(await panel.getByText('damaged.pdf').count()).toBe(0);

      await panel.getByRole('button', { name: 'Select none' }).click();
      await expect.poll(chosen).toBe(0);
      await panel.getByRole('button', { name: 'Select all' }).click();
      await panel.getByRole('checkbox', { name: /mark the boxes/ }).uncheck();
      await panel.getByRole('button', { name: 'Add 2 rules' }).click();
      await expect.poll(() => page.locator('.rule').count()).toBe(2);
      await expect.poll(() => panel.count()).toBe(0);
      expect(await page.getByLabel('What rule 1 asks').inputValue()).toContain('insure the goods');
      expect(await page.getByLabel('What rule 2 asks').inputValue()).toContain('repair the pumps');
    });
  });

  test('of a rule set saves nothing while pasted rules are not added, and says what was deleted until another page opens', async () => {
    const page = await opened('/rule-sets/new');
    await page.getByLabel('Name', { exact: true }).first().fill('Leases');
    const pasted = page.getByLabel('Paste your rules, one in each line');
    await pasted.fill('Rule\tType\tNotes\nRent is due in May.\tobligation\tx\nThe lift is cleaned.\t\ty');
    await page.getByRole('button', { name: 'Choose the columns' }).click();
    await page.getByText('Left out: the column Notes').waitFor();
    const save = page.getByRole('button', { name: 'Save rule set' });
    await save.click();
    await page.getByRole('alert').getByText('Not added yet: 2 rules.').waitFor();
    await page.getByText('0 rules, 2 not added yet').waitFor();
    await page.getByRole('button', { name: 'Add 2 rules' }).click();
    // The focus is where the person goes on: at the first new rule, at “Undo”, and at the heading of the rules.
    const focus = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focus()).toBe('▾Rule 1');
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    expect(await focus()).toBe('Undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await focus()).toBe('Rules (2)');
    await save.click();
    await page.getByRole('heading', { name: 'Leases' }).waitFor(patiently);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete rule set' }).click();
    await page.getByRole('heading', { name: 'Rule sets' }).waitFor();
    const words = 'Rule set “Leases” is deleted, with 2 rules.';
    const told = page.locator('.told');
    await told.getByText(words).waitFor();
    expect(await page.getByRole('status').allInnerTexts()).toContain(words);
    await page.getByRole('link', { name: 'Projects' }).click();
    await told.waitFor({ state: 'detached' });
  });

  test('of a rule set keeps all knowledge files that were chosen at once, added later or linked, in their order', async () => {
    const page = await opened('/rule-sets/new');
    await page.locator('summary', { hasText: 'Knowledge files' }).click();
    const chooser = page.locator('input[type=file][accept=".pdf,.docx,.doc"]');
    const pdf = (name: string) => ({
      ...{ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${name}`) },
    });
    const names = () => page.getByRole('link', { name: /\.(?:pdf|docx)$/ }).allInnerTexts();
    await chooser.setInputFiles([pdf('act.pdf'), pdf('code.pdf'), pdf('law.pdf')]);
    await expect.poll(names).toEqual(['act.pdf', 'code.pdf', 'law.pdf']);
    await chooser.setInputFiles([pdf('more.pdf')]);
    await expect.poll(names).toEqual(['act.pdf', 'code.pdf', 'law.pdf', 'more.pdf']);
    await page.getByPlaceholder('https://example.org/policy.pdf').fill('https://example.org/a%20b.docx');
    await page.getByRole('button', { name: 'Add the link' }).click();
    await expect.poll(names).toEqual(['act.pdf', 'code.pdf', 'law.pdf', 'more.pdf', 'a b.docx']);
    await page.getByRole('button', { name: 'Remove code.pdf' }).click();
    await expect.poll(names).toEqual(['act.pdf', 'law.pdf', 'more.pdf', 'a b.docx']);
  });

  test('of the members shows the role that the service has after it was changed', async () => {
    const { _id: graceId } = await server.accounts.add({
      email: 'grace@example.org',
      password,
      name: 'Grace',
    });
    const page = await opened('/members');
    await page.getByRole('heading', { name: 'Members of My workspace' }).waitFor(patiently);
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const secret = (await page.getByLabel('Link', { exact: true }).inputValue()).split('#')[1] ?? '';
    await server.members.accept(unrestricted(graceId), secret);
    await page.reload();
    const grace = page.getByRole('listitem').filter({ hasText: 'grace@example.org' });
    const roleIn = async () =>
      (await server.members.list(ada, ada.workspaceId)).find(({ userId }) => userId === graceId)?.role;
    for (const role of ['viewer', 'admin', 'editor']) {
      await grace.getByLabel('Role of grace@example.org').selectOption(role);
      await grace.getByText(role, { exact: true }).waitFor(patiently);
      expect(await roleIn()).toBe(role);
    }
  });

  test('of an invitation makes the account of the invited person and opens the workspace', async () => {
    const page = await opened('/members');
    await page.getByLabel('Email').fill('guest@example.org');
    await page.getByLabel('Role', { exact: true }).selectOption('viewer');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    const { page: guest } = await visit(browser, link);
    await guest.getByText('invites you to the workspace Ada’s workspace with the role viewer').waitFor();
    expect(await guest.getByLabel('Email').inputValue()).toBe('guest@example.org');
    expect(await guest.getByLabel('Email').isEditable()).toBe(false);
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByText('does not include starting checks').waitFor(patiently);
    await guest.getByText('Ada’s workspace', { exact: true }).waitFor();
    await visit(browser, link).then((late) => late.page.getByText('This link is not valid').waitFor());
  });

  test('of the people hands the records over if nothing is chosen, and says what was deleted', async () => {
    const { _id } = await server.accounts.add({ email: 'gone@example.org', password, name: '' });
    const rules = [{ name: 'Rent', description: 'Rent is due.' }];
    await server.services.politics.create(unrestricted(_id), { name: 'n', description: 'd', rules });
    const page = await opened('/people');
    await page.getByRole('button', { name: 'Delete gone@example.org' }).click();
    const records = page.getByLabel('Records');
    expect(await records.locator('option:checked').innerText()).toBe('Hand to ada@example.org');
    await records.selectOption('Delete them');
    await page.getByRole('button', { name: 'Delete the account' }).click();
    await page.locator('.told').getByText('gone@example.org is deleted, with 1 rule set').waitFor();
  });

  test('of Home shows a project that somebody else made, without a reload', async () => {
    const page = await opened('/');
    await page.clock.install();
    await page.getByText('Nothing has been checked yet.').waitFor(patiently);
    const { _id: politicsId } = await server.services.politics.create(ada, {
      ...{ name: 'n', description: 'd', rules: [{ name: 'Rent', description: 'Rent is due.' }] },
    });
    await server.services.projects.create(ada, { name: 'Of a colleague', description: 'd', politicsId });
    await page.clock.fastForward('00:30');
    await expect.poll(() => page.getByRole('link', { name: 'Of a colleague' }).count()).toBe(1);
  });

  describe('of a budget', () => {
    const monthly = (of: Locator) => of.getByText(/this month:/i);

    test('of a workspace shows what was saved, and keeps it when the change is cancelled', async () => {
      const page = await opened('/members');
      const budget = page.getByRole('region', { name: 'Monthly budget' });
      await expect.poll(() => monthly(budget).innerText()).toContain('this month: 0 tokens.');
      const change = async (tokens: string, cost: string, end: string) => {
        await budget.getByRole('button', { name: 'Change the budget' }).click();
        await budget.getByLabel('Model tokens a month').fill(tokens);
        await budget.getByLabel('Cost a month').fill(cost);
        await budget.getByRole('button', { name: end }).click();
      };
      await change('5000', '12.5', 'Save budget');
      await expect
        .poll(() => monthly(budget).innerText())
        .toContain('0 of 5,000 tokens, cost 0.00 of 12.50.');
      await change('7000', '', 'Cancel');
      await budget.getByRole('button', { name: 'Change the budget' }).click();
      expect(await budget.getByLabel('Model tokens a month').inputValue()).toBe('5000');
      await budget.getByLabel('Cost a month').fill('a lot');
      await budget.getByRole('button', { name: 'Save budget' }).click();
      await budget.getByText('Enter a number, or nothing for no limit.').waitFor();
      await budget.getByRole('button', { name: 'Cancel' }).click();
      expect(await monthly(budget).innerText()).toContain('0 of 5,000 tokens, cost 0.00 of 12.50.');
      await change('', '3', 'Save budget');
      await expect
        .poll(() => monthly(budget).innerText())
        .toContain('this month: 0 tokens, cost 0.00 of 3.00.');
      await page.reload();
      await expect
        .poll(() => monthly(budget).innerText())
        .toContain('this month: 0 tokens, cost 0.00 of 3.00.');
    });

    test('of a person shows what was saved', async () => {
      const page = await opened('/people');
      await page.getByRole('button', { name: 'Budget of ada@example.org' }).click();
      const form = page.getByRole('form', { name: 'Budget of ada@example.org' });
      await form.getByLabel('Model tokens a month').fill('900');
      await form.getByRole('button', { name: 'Save budget' }).click();
      await page.getByText('0 of 900 tokens').waitFor();
      await expect.poll(() => form.count()).toBe(0);
    });
  });

  describe('of one of several runs', () => {
    const rules = keyRules(['Rent', 'Lift', 'Gate'].map((name) => ({ name, description: `About ${name}.` })));
    let paths: string[];

    /** Three runs of a project, each with another rule violated. */
    beforeAll(async () => {
      const { _id: projectId } = aProject();
      const runs: { path: string }[] = [];
      for (const at of rules.keys()) {
        const createdAt = new Date(Date.UTC(2026, 0, at + 1)).toISOString();
        runs.push(
          await runInState(server, {
            name: 'Checked thrice',
            run: { userId: ada.userId, projectId, state: 'completed', createdAt },
            files: ['a.txt'],
            findings: (runId) =>
              rules.map((rule, index) =>
                finding({
                  ...{ rule, runId, citations: [citation(`One of ${rule.name}.`)] },
                  verdict: {
                    ...{ assessed: true, label: 'ESTIMATED' },
                    outcome: index === at ? 'violated' : 'satisfied',
                  },
                }),
              ),
          }),
        );
      }
      paths = runs.map(({ path }) => path);
    });

    test('shows what changed since the run that is chosen, each time another one is', async () => {
      const [first = '', second = '', third = ''] = paths;
      const page = await opened(`${third}/changes`);
      const changed = () => page.locator('.differences h2').allInnerTexts();
      const against = page.getByLabel('Compare with');
      const idIn = (path: string) => path.split('/').at(-1) ?? '';
      await expect.poll(changed, patiently).toEqual(['Lift', 'Gate']);
      await against.selectOption(idIn(first));
      await expect.poll(changed).toEqual(['Rent', 'Gate']);
      expect(await against.inputValue()).toBe(idIn(first));
      await against.selectOption(idIn(second));
      await expect.poll(changed).toEqual(['Lift', 'Gate']);
      await page.goto(`${server.url}${second}/changes?against=${idIn(first)}`);
      await expect.poll(changed, patiently).toEqual(['Rent', 'Lift']);
    });

    test('links to the pages of this run, and to the last run of the project only if it is another one', async () => {
      const [first = '', , third = ''] = paths;
      const page = await opened(first);
      const target = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
      await page.getByRole('link', { name: 'a later run' }).waitFor(patiently);
      expect(await target('Grid: files × rules')).toBe(`${first}/grid`);
      expect(await target('What changed')).toBe(`${first}/changes`);
      expect(await target('Project and its other runs')).toBe(first.replace(/\/runs.*$/, ''));
      expect(await target('a later run')).toBe(third);
      await page.getByRole('link', { name: 'a later run' }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(third);
      await expect.poll(() => target('Grid: files × rules')).toBe(`${third}/grid`);
      expect(await page.getByRole('link', { name: 'a later run' }).count()).toBe(0);
    });
  });

  describe('of a run with a filter', () => {
    const rules = ['Rent', 'Lift', 'Gate'].map((name) => ({ name, description: `About the ${name}.` }));
    const files = ['a.txt', 'b.txt'];
    let path: string;

    beforeAll(async () => {
      path = await storedRun(server, ada.userId, { files, rules }, ({ name, rule }) => ({
        verdict: {
          ...{ assessed: true, label: 'ESTIMATED' },
          outcome: rule.name === 'Gate' ? 'violated' : 'satisfied',
        },
        citations: [citation(`One of ${name}.`), citation(`Two of ${name}.`)],
      }));
    });

    test('keeps the filter in its address while findings and quotes are opened, by mouse and by key', async () => {
      const page = await opened(path);
      const rows = page.locator('.finding-row');
      const query = () => Object.fromEntries(new URL(page.url()).searchParams);
      const filter = { outcome: 'satisfied', file: '1' };
      await expect.poll(() => rows.count(), patiently).toBe(6);
      await page
        .getByRole('group', { name: 'Outcome' })
        .getByRole('button', { name: /satisfied/ })
        .click();
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('File', { exact: true }).selectOption('b.txt (2)');
      await expect.poll(() => rows.count()).toBe(2);
      const isOpen = (name: string) =>
        page.locator('.finding-row[aria-current]').filter({ hasText: name }).waitFor();

      await rows.filter({ hasText: 'Lift' }).click();
      await isOpen('Lift');
      await expect.poll(query).toMatchObject(filter);
      expect(await rows.count()).toBe(2);
      const lift = query();
      await page.keyboard.press('k');
      await isOpen('Rent');
      await expect
        .poll(query)
        .toMatchObject({ ...filter, finding: expect.not.stringMatching(String(lift.finding)) });
      await page.keyboard.press('j');
      await isOpen('Lift');
      await expect.poll(query).toEqual(lift);
      // The filter leaves no further finding, so nothing else opens.
      await page.keyboard.press('j');
      await page.keyboard.press(']');
      await expect.poll(query).toEqual({ ...lift, place: '1' });
      await page.keyboard.press('[');
      await expect.poll(query).toEqual({ ...lift, place: '0' });
      await page.locator('.place').nth(1).click();
      await expect.poll(query).toEqual({ ...lift, place: '1' });

      await page.reload();
      await isOpen('Lift');
      expect(await rows.count()).toBe(2);
      expect(await page.locator('.place[aria-current="true"]').count()).toBe(1);
      await rows.filter({ hasText: 'Rent' }).click();
      await isOpen('Rent');
      await expect.poll(query).toEqual({ ...filter, finding: expect.any(String) });
      await page.getByRole('button', { name: 'Show all 6 findings' }).click();
      await expect.poll(query).toEqual({});
      await expect.poll(() => rows.count()).toBe(6);
    });
  });
});
