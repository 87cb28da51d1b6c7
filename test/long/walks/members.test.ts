import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { screenProblems, screensMs } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';

describe.skipIf(browserPath === null)('the pages of a workspace', () => {
  let browser: Browser;
  let server: RunningServer;

  onEmptyServer({ LIMIT_SIGN_INS_PER_HOUR: '1000' }, async (...opened) => {
    [browser, server] = opened;
    for (const name of ['ada', 'grace']) {
      await server.accounts.add({ email: `${name}@example.org`, password, name: '' });
    }
  });

  test(
    'let an admin create a workspace and invite a viewer, who joins, sees less, and loses access when removed',
    async () => {
      const { page, complaints } = await visit(browser, `${server.url}/members`);
      await signIn(page, 'ada@example.org');
      await page.getByRole('heading', { name: 'Members of My workspace' }).waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Buying');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Members of Buying' }).waitFor();
      expect(await screenProblems(page, 'members')).toEqual([]);

      await page.getByLabel('Email').fill('grace@example.org');
      await page.getByLabel('Role', { exact: true }).selectOption('viewer');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const link = await page.getByLabel('Link', { exact: true }).inputValue();
      expect(link).toContain('/join#');
      expect(await axeFinds(page)).toEqual([]);
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('heading', { name: 'Open invitations' }).waitFor();

      const other = await visit(browser, link);
      await other.page.getByRole('button', { name: 'Sign in' }).click();
      await signIn(other.page, 'grace@example.org');
      await other.page.getByText('invites you to the workspace').waitFor();
      expect(await screenProblems(other.page, 'join')).toEqual([]);
      await other.page.getByRole('button', { name: 'Join' }).click();
      await other.page.getByText('does not include starting checks').waitFor();
      await other.page.getByRole('link', { name: 'Rule sets' }).click();
      await other.page.getByRole('heading', { name: 'Rule sets' }).waitFor();
      expect(await other.page.getByRole('link', { name: 'New rule set' }).count()).toBe(0);
      expect(await other.page.getByRole('link', { name: 'Create one' }).count()).toBe(0);
      await other.page.getByRole('link', { name: 'Projects' }).click();
      await other.page.getByText('No project yet.').waitFor();
      expect(await other.page.getByRole('link', { name: 'Check a document' }).count()).toBe(0);
      await other.page.goto(`${server.url}/members`);
      await other.page.getByRole('heading', { name: 'Members of Buying' }).waitFor();
      expect(await other.page.getByRole('button', { name: /^(?:Rename|Delete|Invite)/ }).count()).toBe(0);
      await other.page.goto(`${server.url}/rule-sets`);

      await page.reload();
      const grace = page.getByRole('listitem').filter({ hasText: 'grace@example.org' });
      await grace.getByLabel('Role of grace@example.org').selectOption('editor');
      await grace.getByText('editor', { exact: true }).waitFor();
      await other.page.reload();
      await other.page.getByRole('link', { name: 'New rule set' }).waitFor();

      await grace.getByRole('button', { name: 'Remove grace@example.org' }).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await grace.waitFor({ state: 'detached' });
      await other.page.getByRole('link', { name: 'Projects' }).click();
      await other.page.getByRole('heading', { name: 'Check a document' }).waitFor();
      expect(await other.page.getByText('Buying').count()).toBe(0);

      await page.getByLabel('Name of the workspace').fill('Purchasing');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Members of Purchasing' }).waitFor();
      await page.getByRole('button', { name: 'Delete the workspace…' }).click();
      await page.getByRole('heading', { name: 'Delete Purchasing?' }).waitFor();
      expect(await screenProblems(page, 'delete-workspace')).toEqual([]);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await page.goto(`${server.url}/members`);
      await page.getByRole('heading', { name: 'Members of My workspace' }).waitFor();
      expect(await page.getByRole('button', { name: 'Delete the workspace…' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    },
    screensMs,
  );

  test(
    'are named in the list of tokens',
    async () => {
      const { page, complaints } = await visit(browser, `${server.url}/members`);
      await signIn(page, 'grace@example.org');
      await page.getByLabel('Name', { exact: true }).fill('Selling');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Members of Selling' }).waitFor();
      await page.goto(`${server.url}/account`);
      await page
        .getByRole('region', { name: 'Create a token' })
        .getByLabel('Name', { exact: true })
        .fill('nightly');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('button', { name: 'I stored it' }).click();
      await page.reload();
      const token = page.getByRole('listitem').filter({ hasText: 'nightly' });
      await token.getByText('Selling', { exact: true }).waitFor();
      expect(await screenProblems(page, 'tokens-of-workspaces')).toEqual([]);
      expect(complaints).toEqual([]);
    },
    screensMs,
  );
});
