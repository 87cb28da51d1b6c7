import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { packageFolder } from '../../../src/process/package-folder.ts';
import { axeFinds } from '../../support/browser/axe.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { troubles } from '../../support/browser/screens.ts';
import { password, signIn, visit } from '../../support/browser/visit.ts';
import { everyField } from '../../support/rules.ts';

const patiently = { timeout: 60_000 };
const sample = (name: string) => join(packageFolder(), 'samples', name);

describe.skipIf(browserPath === null)('the editor of a rule set', () => {
  let browser: Browser;
  let server: RunningServer;
  let ada: Actor;

  onEmptyServer({ WORKERS: '1' }, async (...opened) => {
    [browser, server] = opened;
    const user = await server.accounts.add({ email: 'ada@example.org', password, name: '' });
    ada = unrestricted(user._id);
  });

  test(
    'shows the problems of each rule as one types, and applies the fix that it offers',
    patiently,
    async () => {
      const { page, complaints } = await visit(browser, `${server.url}/rule-sets/new`);
      await signIn(page, 'ada@example.org');
      const lifts = 'description: The Supplier shall repair the lifts as soon as possible.';
      const rules = `- {name: Lifts, ${lifts}, ifAbsent: satisfied}\n`;
      await page
        .getByLabel('Import a file')
        .setInputFiles({ name: 'r.yaml', mimeType: 'text/plain', buffer: Buffer.from(rules) });
      const problems = page.getByRole('list', { name: 'Problems of Lifts' });
      await problems.getByText('“as soon as possible” has no fixed meaning').waitFor();
      expect(await axeFinds(page)).toEqual([]);
      await problems.getByRole('button', { name: 'Set to violated if absent' }).click();
      await page.getByText('ifAbsent says').waitFor({ state: 'detached' });
      expect(await page.getByLabel('If the documents say nothing').inputValue()).toBe('violated');
      const description = page.getByLabel('What rule 1 asks');
      expect(await description.inputValue()).toBe('The Supplier shall repair the lifts as soon as possible.');
      await description.fill('The Supplier shall repair the lifts within 4 hours after a report.');
      await problems.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('saves knowledge files, recipients and an output shape, previews the output, and imports nothing that has an unknown field', async () => {
    const { page, complaints } = await visit(browser, `${server.url}/rule-sets/new`);
    await signIn(page, 'ada@example.org');
    await page.getByLabel('Name', { exact: true }).fill('Suppliers');
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    const chooser = page.getByLabel('Import a file');
    await chooser.setInputFiles(file('r.yaml', '- {name: A, description: a, boss: Ada}'));
    await page.getByRole('alert').getByText('r.yaml:1  $[0].boss  unknown key').waitFor();
    expect(await page.locator('.rule').count()).toBe(0);
    const rules = 'rules:\n- {name: Payment period, description: Invoices are paid within 30 days.}\n';
    await chooser.setInputFiles(
      file('r.yaml', `${rules}outputFormat: {paymentPeriod: 30 days, colour: red}\n`),
    );
    await page.locator('.rule').waitFor();

    await page.getByText('Knowledge files').click();
    await page.getByLabel('Add PDF or Word files').setInputFiles(sample('policy.pdf'));
    await page.getByRole('link', { name: 'policy.pdf' }).waitFor();
    await page.getByLabel('Add PDF or Word files').setInputFiles(sample('rules.yaml'));
    await page.getByRole('alert').getByText('rules.yaml was not added').waitFor();
    await page.getByLabel('or a link').fill('https://example.org/law%20of%20May.docx');
    await page.getByLabel('or a link').press('Enter');
    await page.getByRole('link', { name: 'law of May.docx' }).waitFor();
    await page.getByText('Recipients').click();
    const recipient = page.getByLabel('Email address, or https URL');
    await recipient.fill('Ada');
    await page.getByRole('button', { name: 'Add the recipient' }).click();
    await page.getByText('“Ada” is not an email address').waitFor();
    await recipient.fill('ada@example.org, https://example.org/hook');
    await recipient.press('Enter');
    await page.getByRole('button', { name: 'Remove https://example.org/hook' }).click();

    await page.getByRole('button', { name: 'Preview the output' }).click();
    await page.getByText('"paymentPeriod": "(the answer to “Payment period”)"').waitFor();
    await page.getByText('colour stays null').waitFor();
    const shape = page.getByLabel('JSON Schema, or an example object');
    await shape.fill('[1]');
    await page.getByRole('button', { name: 'Save rule set' }).click();
    await page.getByText('The output shape must be a JSON object').first().waitFor();
    await shape.fill('{"type": "object", "properties": {"paymentPeriod": {"pattern": "("}}}');
    await page.getByRole('button', { name: 'Save rule set' }).click();
    await page.getByText('has an error: Invalid regular expression').first().waitFor();
    await shape.fill('{"paymentPeriod": "30 days"}');
    expect(await troubles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save rule set' }).click();
    await page.getByRole('heading', { name: 'Suppliers' }).waitFor();

    const { items } = await server.services.politics.list(ada, { page: 1, pageSize: 5 });
    expect(items[0]).toMatchObject({
      knowledgeFiles: [
        { type: 'pdf', name: 'policy.pdf', size: expect.any(Number) },
        { type: 'word', name: 'law of May.docx', url: 'https://example.org/law%20of%20May.docx' },
      ],
      contactNotifications: ['ada@example.org'],
      outputFormat: { paymentPeriod: '30 days' },
    });
    await page.getByRole('button', { name: 'Remove law of May.docx' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const saved = async () => {
      const { knowledgeFiles } = await server.services.politics.get(ada, items[0]?._id ?? '');
      return knowledgeFiles.map(({ name }) => name);
    };
    await expect.poll(saved).toEqual(['policy.pdf']);

    const menu = page.locator('.menu').filter({ hasText: 'Export' });
    await menu.getByText('Export').click();
    await page.getByRole('button', { name: 'CSV' }).focus();
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBeNull();
    await menu.getByText('Export').click();
    await page.getByLabel('Name', { exact: true }).click();
    expect(await menu.getAttribute('open')).toBeNull();

    await page.getByLabel('Name', { exact: true }).fill('Suppliers in Europe');
    await page.getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Suppliers in Europe');
    await page.getByRole('link', { name: 'Home' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Check a document' }).waitFor();
    expect((await server.services.politics.get(ada, items[0]?._id ?? '')).name).toBe('Suppliers');
    expect(complaints).toEqual([]);
  });

  test('shows sixty rules as lines, finds and opens them, and moves one to a place', async () => {
    const rules = Array.from({ length: 60 }, (_, at) => ({
      name: `Rule ${'long '.repeat(at % 9)}${at + 1}`,
      description: `The Supplier shall keep record ${at + 1} for seven years.`,
    }));
    const made = await server.services.politics.create(ada, { name: 'Sixty', description: 'd', rules });
    const { page, complaints } = await visit(browser, `${server.url}/rule-sets/${made._id}`);
    await signIn(page, 'ada@example.org');
    const lines = page.locator('.rule-line');
    await expect.poll(() => lines.count()).toBe(60);
    expect(await page.locator('.rule-fields').count()).toBe(0);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(4_000);
    expect(await troubles(page)).toEqual([]);

    await page.getByLabel('Search the rules').fill('RECORD 42');
    await page.getByText('1 of 60 rules').waitFor();
    await lines.press('Enter');
    expect(await lines.getAttribute('aria-expanded')).toBe('true');
    const position = page.getByLabel('Position of Rule');
    await position.fill('2');
    await position.press('Enter');
    await page.getByText('is now rule 2 of 60.').waitFor();
    expect(await position.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: /^Move .* up$/ }).press('Enter');
    await page.getByLabel('Search the rules').fill('');
    await expect.poll(() => lines.count()).toBe(60);
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.locator('.rule-fields').count()).toBe(60);
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await page.locator('.rule-fields').count()).toBe(0);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    expect(await page.locator('.rule-fields').count()).toBe(1);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const saved = async () => (await server.services.politics.get(ada, made._id)).rules;
    await expect.poll(async () => (await saved())[0]?.name).toBe(rules[41]?.name);
    expect((await saved())[42]?.name).toBe(rules[42]?.name);
    expect(complaints).toEqual([]);
  });

  test('shows and changes every field of a rule by keyboard, and keeps the fields that it does not change', async () => {
    const made = await server.services.politics.create(ada, {
      ...{
        name: 'All fields',
        description: 'd',
        rules: [everyField, { name: 'Plain', description: 'One.' }],
      },
    });
    const { page, complaints } = await visit(browser, `${server.url}/rule-sets/${made._id}`);
    await signIn(page, 'ada@example.org');
    const rule = page.locator('.rule').first();
    for (const title of ['Positions of rule 1', 'More fields of rule 1']) {
      await rule.getByText(title).focus();
      await page.keyboard.press('Enter');
    }
    await rule.getByLabel('Owner').waitFor();
    expect(await rule.getByLabel('Id', { exact: true }).inputValue()).toBe('sec-4.2');
    expect(await rule.getByLabel('Deadline').inputValue()).toBe('2027-03-31');
    expect(await rule.getByLabel('Examples that satisfy the rule, entry 2').inputValue()).toBe('Two\nlines.');
    expect(await troubles(page)).toEqual([]);

    await rule.getByLabel('Owner').fill('Purchasing');
    await rule.getByLabel('Severity').selectOption('not set');
    await rule.getByRole('button', { name: 'Add a tag' }).focus();
    await page.keyboard.press('Enter');
    await rule.getByLabel('Tags, entry 3').fill('new');
    await rule.getByRole('button', { name: 'Remove reference 1' }).click();
    await rule.getByLabel('Page', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const { severity: _, source, references, ...kept } = everyField;
    const { page: _page, ...place } = source;
    const changed = {
      ...{ ...kept, owner: 'Purchasing', tags: [...kept.tags, 'new'], references: references.slice(1) },
      source: place,
    };
    await expect
      .poll(async () => (await server.services.politics.get(ada, made._id)).rules)
      .toEqual([changed, { name: 'Plain', description: 'One.' }]);
    expect(complaints).toEqual([]);
  });

  test('tries one rule in a real run, shows its label, quote and page, and leaves no project behind', async () => {
    const { page, complaints } = await visit(browser, `${server.url}/rule-sets/new`, {
      viewport: { width: 1440, height: 900 },
    });
    await signIn(page, 'ada@example.org');
    await page
      .getByLabel('Paste your rules')
      .fill('Fees: The Supplier may increase the recurring charges once in each contract year.');
    await page.getByRole('button', { name: 'Add 1 rule' }).click();
    const before = await server.services.politics.list(ada, { page: 1, pageSize: 5 });
    await page.getByRole('button', { name: 'Try Fees' }).click();
    await page.getByRole('button', { name: 'Try this rule' }).click();
    await page.getByText('Choose a file to try the rule on.').waitFor();
    await page.getByLabel('Drop files here').setInputFiles(sample('agreement.pdf'));
    await page.getByRole('button', { name: 'Try this rule' }).click();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.waitFor(patiently);
    const text = await answer.innerText();
    expect(text).toMatch(/CONFIRMED|ESTIMATED/);
    expect(text).toMatch(/agreement\.pdf, p\. \d+/);
    expect(await troubles(page)).toEqual([]);

    await page.getByLabel('What rule 1 asks').fill('The pilots must insure their drones against birds.');
    await page.getByText('You have changed the rule since this answer.').waitFor();
    await page.getByRole('button', { name: 'Remove the answer' }).click();
    expect(await answer.count()).toBe(0);
    const { projects, politics } = server.services;
    expect((await projects.list(ada, { page: 1, pageSize: 5 })).total).toBe(0);
    expect((await politics.list(ada, { page: 1, pageSize: 5 })).total).toBe(before.total);

    await page.getByRole('button', { name: 'Try this rule' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Try this rule' }).waitFor(patiently);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('[aria-label="Try Fees"]:focus').waitFor();
    expect((await projects.list(ada, { page: 1, pageSize: 5 })).total).toBe(0);
    expect((await politics.list(ada, { page: 1, pageSize: 5 })).total).toBe(before.total);
    expect(complaints).toEqual([]);
  });
});
