import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rulesFromCsv } from '../../../dashboard/rule-sets/files/rule-formats.ts';
import { rulesFromText } from '../../../dashboard/rule-sets/files/rules-from-text.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';

test('pasted lines become rules without list markers, and their names are made from their words', () => {
  const pasted = [
    '1. Payment period: Invoices are paid within 30 days.',
    '',
    '  • The contract must not renew automatically.',
    '4.2 See clause 6: it applies',
    '(b) Notice; by e-mail: allowed',
    `- ${'word '.repeat(30)}`,
  ];
  const rules = rulesFromText(pasted.join('\r\n'));
  expect(rules.slice(0, 4)).toEqual([
    { name: 'Payment period', description: 'Invoices are paid within 30 days.' },
    {
      name: 'The contract must not renew automatically',
      description: 'The contract must not renew automatically.',
    },
    { name: 'See clause 6', description: 'it applies' },
    { name: 'Notice; by e-mail: allowed', description: 'Notice; by e-mail: allowed' },
  ]);
  expect(rules[4]?.name).toMatch(/^(word ){10,16}word…$/);
  expect(rules[4]?.description).toBe('word '.repeat(30).trim());
});

test('a table of rules with an unknown column is not imported, and the column and its row are named', () => {
  expect(() => rulesFromCsv('name,descripton,boss\nOne,first,Ada\n', 'my.csv')).toThrow(
    [
      'my.csv cannot be used',
      'row 1: column “descripton” is unknown; did you mean description?',
      'row 1: column “boss” is unknown; known are id, name, description, kind, ifAbsent, preferred, fallbacks, never, wording, group, modality, actor, severity, tags, owner, deadline, references, examples, source',
      'row 1: column “description” is missing',
    ].join('\n'),
  );
  expect(() => rulesFromCsv('name,description,ifAbsent\nOne,first,maybe\nTwo,,\nThree,third,,4\n')).toThrow(
    'row 4: has more cells than the first row',
  );
  expect(() => rulesFromCsv('name,description,ifAbsent\nOne,first,maybe\nTwo,,\n')).toThrow(
    /row 2: ifAbsent must be violated or satisfied.*\nrow 3: description needs/,
  );
});

describe.skipIf(browserPath === null)('the pages of rule sets', () => {
  let browser: Browser;
  let server: RunningServer;
  let ada: Actor;

  onEmptyServer({}, async (...opened) => {
    [browser, server] = opened;
    const user = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    ada = unrestricted(user._id);
  });

  test('list all rule sets, even if that takes several pages of the API', async () => {
    const bob = await server.accounts.add({ email: 'bob@example.org', password, name: '' });
    const rules = [{ name: 'Term', description: 'The term is two years.' }];
    for (let number = 1; number <= 101; number += 1) {
      await server.services.politics.create(unrestricted(bob._id), {
        name: `Set ${number}`,
        description: 'd',
        rules,
      });
    }
    const { page } = await visit(browser, `${server.url}/rule-sets`);
    await signIn(page, 'bob@example.org');
    await expect.poll(() => page.locator('.row-name').count()).toBe(101);
  });

  test('ask the user to sign in after the session has ended', async () => {
    await server.accounts.add({ email: 'carol@example.org', password, name: '' });
    const { page } = await visit(browser, `${server.url}/rule-sets/new`);
    await signIn(page, 'carol@example.org');
    await page.getByLabel('Paste your rules').waitFor();
    await server.accounts.setPassword({ email: 'carol@example.org', password: 'set by the operator' });
    await page.getByRole('link', { name: 'Rule sets' }).first().click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.getByText('Your session has ended.').count()).toBe(1);
  });

  const names = (page: Page) =>
    page
      .locator('.rule-fields > input')
      .evaluateAll((fields) => fields.map((field) => Reflect.get(field, 'value')));

  async function opened(path: string) {
    const seen = await visit(browser, `${server.url}${path}`);
    await signIn(seen.page, 'ada@example.org');
    return seen;
  }

  test('show the rules of a policy, and add those that are selected', async () => {
    const { page, complaints } = await opened('/rule-sets/new');
    await page.getByRole('button', { name: 'Rules from a policy' }).click();
    const policy =
      '1 Keys\n1.1 Use\nStaff shall return <img src=x onerror=alert(1)> keys.\nStaff must lock doors.\nStaff should smile.\n';
    await page
      .getByLabel('Choose a document')
      .setInputFiles({ name: 'policy.txt', mimeType: 'text/plain', buffer: Buffer.from(policy) });
    await page.getByText('3 normative sentences: 2 rules, 1 left out').waitFor();
    expect(await page.getByText('clause 1.1').count()).toBeGreaterThanOrEqual(2);
    await page.getByText('Left out (1)').click();
    await page.getByText('Staff should smile.').waitFor();
    expect(await troubles(page)).toEqual([]);
    await page.getByRole('checkbox').nth(1).uncheck();
    await page.getByRole('button', { name: 'Add 1 rule' }).click();
    await page.getByRole('heading', { name: 'Rules (1)' }).waitFor();
    await page.getByLabel('Name', { exact: true }).first().fill('Keys');
    await page.getByRole('button', { name: 'Save rule set' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    const { items } = await server.services.politics.list(ada, { page: 1, pageSize: 5 });
    const saved = items.find(({ name }) => name === 'Keys');
    expect(saved?.rules).toMatchObject([
      {
        id: '1.1-1',
        source: { file: 'policy.txt', clause: '1.1', quote: expect.stringContaining('onerror') },
      },
    ]);
    expect(complaints).toEqual([]);
    await server.services.politics.remove(ada, saved?._id ?? '');
  });

  test('can create a rule set from pasted text, reorder its rules, and restore a removed rule', async () => {
    const { page, complaints } = await opened('/rule-sets');
    await page.getByText('No rule set yet.').waitFor();
    await page.getByRole('link', { name: 'New rule set' }).click();
    await page
      .getByLabel('Paste your rules')
      .fill('1. One: first rule\n2. Two: <img src=x onerror=alert(1)>\n3. Three: third rule');
    await page.getByRole('button', { name: 'Add 3 rules' }).click();
    await page.getByRole('button', { name: 'Save rule set' }).click();
    await page.getByRole('alert').getByText('Give the rule set a name.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('<script>alert(2)</script> Checklist');

    await page.getByRole('button', { name: 'Move Three up' }).press('Enter');
    expect(await names(page)).toEqual(['One', 'Three', 'Two']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move Three up',
    );
    await page.getByRole('button', { name: 'Remove One' }).click();
    expect(await names(page)).toEqual(['Three', 'Two']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('If the documents say nothing').first().selectOption('the rule is violated');
    expect(await troubles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save rule set' }).click();
    await page.getByRole('heading', { name: '<script>alert(2)</script> Checklist' }).waitFor();

    const { items } = await server.services.politics.list(ada, { page: 1, pageSize: 5 });
    expect(items[0]?.rules).toEqual([
      { name: 'One', description: 'first rule', ifAbsent: 'violated' },
      { name: 'Three', description: 'third rule' },
      { name: 'Two', description: '<img src=x onerror=alert(1)>' },
    ]);
    await page.getByRole('link', { name: 'Rule sets' }).click();
    await page.getByLabel('Search rule sets').fill('checkLIST');
    await page.getByRole('link', { name: 'Checklist' }).waitFor();
    await expect.poll(() => page.url()).toContain('search=checkLIST');
    await page.getByLabel('Search rule sets').fill('nothing like it');
    await page.getByText('No rule set contains').waitFor();
    expect(complaints).toEqual([]);
  });

  test('show a second editor what the first editor saved, and let the second editor choose which version to keep', async () => {
    const rule = (name: string) => ({ name, description: `What ${name} asks.` });
    const made = await server.services.politics.create(ada, {
      ...{ name: 'Shared', description: 'Of two editors', rules: [rule('One'), rule('Two')] },
    });
    const stored = async () =>
      (await server.services.politics.get(ada, made._id)).rules.map(({ name }) => name);
    const [first, second] = [await opened(`/rule-sets/${made._id}`), await opened(`/rule-sets/${made._id}`)];
    const nameOfRule = (page: Page, number: number) => page.getByLabel(`Name of rule ${number}`);

    await nameOfRule(first.page, 1).last().fill('One by the first');
    await nameOfRule(second.page, 2).last().fill('Two by the second');
    await first.page.getByRole('button', { name: 'Save changes' }).click();
    await first.page.getByRole('status').getByText('“Shared” is saved').waitFor();
    await second.page.getByRole('button', { name: 'Save changes' }).click();
    await second.page.getByRole('heading', { name: 'Somebody saved this rule set' }).waitFor();
    await second.page.getByText('The rule “One by the first” was added').waitFor();
    expect(await stored()).toEqual(['One by the first', 'Two']);
    expect(await axeFinds(second.page)).toEqual([]);

    await second.page.getByRole('button', { name: 'Use their version' }).click();
    await expect.poll(() => names(second.page)).toEqual(['One by the first', 'Two']);
    await nameOfRule(second.page, 2).last().fill('Two again');
    await second.page.getByRole('button', { name: 'Save changes' }).click();
    await second.page.getByRole('status').getByText('“Shared” is saved').waitFor();
    expect(await stored()).toEqual(['One by the first', 'Two again']);

    await nameOfRule(first.page, 1).last().fill('Mine');
    await first.page.getByRole('button', { name: 'Save changes' }).click();
    await first.page.getByText('The rule “Two again” was added').waitFor();
    expect(await stored()).toEqual(['One by the first', 'Two again']);
    await first.page.getByRole('button', { name: 'Save mine over it' }).click();
    await expect.poll(stored).toEqual(['Mine', 'Two']);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });
});
