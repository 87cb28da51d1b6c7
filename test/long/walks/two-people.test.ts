import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { withMember } from '../../../src/domain/workspaces/workspace.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { screenProblems, screensMs } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { endedRun } from '../../support/owned-records.ts';

const [ada, bob] = ['ada@example.org', 'bartholomew.of.the.purchasing.department@subsidiary.example.org'];

describe.skipIf(browserPath === null)('two people on the pages of a workspace', () => {
  let browser: Browser;
  let server: RunningServer;
  let workspace = '';
  let run = '';

  onEmptyServer({ LIMIT_SIGN_INS_PER_HOUR: '1000' }, async (...opened) => {
    [browser, server] = opened;
    const { accounts, services, dependencies } = server;
    const people = [];
    for (const email of [ada, bob]) people.push(await accounts.add({ email, password, name: '' }));
    const [adaId = '', bobId = ''] = people.map(({ _id }) => _id);
    workspace = (await services.workspaces.create(unrestricted(adaId), 'Buying'))._id;
    const member = { userId: bobId, role: 'reviewer' as const, since: new Date().toISOString() };
    await dependencies.store.workspaces.update(workspace, (one) => withMember(one, member));
    const actor = { ...unrestricted(adaId), workspaceId: workspace };
    const rules = [
      { name: 'Notice', description: 'The notice period is at least three months.' },
      { name: 'Deposit', description: 'The deposit is at most two rents.' },
      { name: 'Repairs', description: 'The tenant may deduct the cost of urgent repairs.' },
    ];
    const { _id: politicsId } = await services.politics.create(actor, {
      ...{ name: 'Leases', description: 'Shops', rules },
    });
    const project = { name: 'The lease of the shop in Main street 5', description: 'd', politicsId };
    const { _id: projectId } = await services.projects.create(actor, project);
    run = projectId;
  });

  /** Opens a path of the workspace as this person. */
  async function opened(email: string, path: string): Promise<Page> {
    const { page } = await visit(browser, `${server.url}${path}?workspace=${workspace}`);
    await signIn(page, email);
    return page;
  }

  test(
    'ask for a second signature in a rule set, assign findings, find them at home, and sign one after the other',
    async () => {
      const first = await opened(ada, '/rule-sets');
      await first.getByRole('link', { name: 'Leases' }).click();
      await first.getByText('Sign-off by one person').click();
      await first.getByLabel('only after two different people have signed it').check();
      expect(await screenProblems(first, 'two-people-rule-set')).toEqual([]);
      await first.getByRole('button', { name: 'Save changes' }).click();
      await first.getByText('Sign-off by two people').waitFor();

      const { _id: adaId = '' } = (await server.accounts.find(ada)) ?? {};
      const actor = { ...unrestricted(adaId), workspaceId: workspace };
      const { runId } = await endedRun(server, actor, run);
      const path = `/projects/${run}/runs/${runId}`;
      await first.goto(`${server.url}${path}`);
      await first.getByLabel('Assigned to').selectOption(bob);
      await first.getByText(`The finding is assigned to ${bob}.`).waitFor();
      await first.keyboard.press('j');
      await first.getByLabel('Assigned to').selectOption(`me (${ada})`);
      await first.getByRole('button', { name: 'More filters' }).click();
      await first.getByRole('button', { name: /assigned to me/ }).waitFor();
      expect(await screenProblems(first, 'two-people-assigned')).toEqual([]);

      const second = await opened(bob, '/');
      await second.getByRole('heading', { name: 'Assigned to you' }).waitFor();
      expect(await screenProblems(second, 'two-people-home')).toEqual([]);
      await second.getByRole('link', { name: /1 finding in “The lease/ }).click();
      await second.getByRole('button', { name: 'Accept' }).waitFor();
      expect(await second.locator('.finding-row').count()).toBe(1);
      await second.getByRole('button', { name: 'Accept', exact: true }).click();
      await second.getByText('No finding passes these filters.').waitFor();

      await first.reload();
      await first.getByRole('button', { name: 'Sign off…' }).click();
      await first.getByText('when a second person has signed too').waitFor();
      await first.getByLabel('Comment (optional)').fill('Read twice.');
      await first.getByRole('button', { name: 'Sign off', exact: true }).click();
      await first.getByText('It waits for a second person.').waitFor();
      expect(await first.getByRole('button', { name: /^Sign (?:off|as)/ }).count()).toBe(0);
      expect(await screenProblems(first, 'two-people-waits')).toEqual([]);
      await first.goto(`${server.url}/`);
      await first.getByText(`signed by ${ada}, waits for a second person`).waitFor();
      expect(await screenProblems(first, 'two-people-home-waits')).toEqual([]);

      await second.goto(`${server.url}${path}`);
      await second.getByRole('button', { name: 'Sign as the second person…' }).click();
      await second.getByLabel('Comment (optional)').fill('So have I.');
      expect(await screenProblems(second, 'two-people-signing')).toEqual([]);
      await second.getByRole('button', { name: 'Sign off', exact: true }).click();
      await second.getByText(`Second signature by ${bob}`).waitFor();
      expect(await screenProblems(second, 'two-people-signed')).toEqual([]);
      await second.goto(`${server.url}/`);
      await second.getByText(`signed off by ${ada} and ${bob}`).waitFor();
      await second.getByRole('heading', { name: 'Done' }).waitFor();
    },
    screensMs,
  );
});
