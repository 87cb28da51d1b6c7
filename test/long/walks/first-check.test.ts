import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/compose/app.ts';
import { browserPath } from '../../support/browser/browser.ts';
import { onEmptyServer } from '../../support/browser/empty-server.ts';
import { password, visit } from '../../support/browser/visit.ts';

/** What a stranger may need from an empty installation to a marked quote of their own PDF, besides reading. */
const mostActions = 6;
const patiently = { timeout: 120_000 };

const sentence = 'The Supplier shall repair every defect within 12 hours after the Customer reports it.';

describe.skipIf(browserPath === null)('the first check of a stranger', () => {
  let browser: Browser;
  let server: RunningServer;

  onEmptyServer({ WORKERS: '1' }, (...opened) => {
    [browser, server] = opened;
  });

  test('takes at most six actions from an empty installation to the marked words of their own PDF', async () => {
    const buffer = await ownPdf();
    const started = Date.now();
    const { page, complaints } = await visit(browser, server.url, { viewport: { width: 1440, height: 900 } });
    const actions: [what: string, act: () => Promise<unknown>][] = [
      ['type an email', () => page.getByLabel('Email').fill('ada@example.org')],
      ['type a password', () => page.getByLabel('Password', { exact: true }).fill(password)],
      ['create the account', () => page.getByRole('button', { name: 'Create account' }).click()],
      [
        'drop the PDF',
        () =>
          page
            .getByLabel('Drop files here')
            .setInputFiles({ name: 'repairs.pdf', mimeType: 'application/pdf', buffer }),
      ],
      ['paste a rule', () => page.getByLabel('Rules, one in each line').fill(`Repairs: ${sentence}`)],
      ['run the check', () => page.getByRole('button', { name: 'Run the check' }).click()],
    ];
    for (const [, act] of actions) await act();
    await page.getByText('repairs.pdf, p. 2').first().waitFor(patiently);
    await page.locator('[data-page="2"] [data-mark]').first().waitFor(patiently);
    const ms = Date.now() - started;
    process.stderr.write(
      `first check: ${actions.length} actions (${actions.map(([what]) => what).join(', ')}) in ${ms} ms\n`,
    );
    expect(actions.length).toBeLessThanOrEqual(mostActions);
    expect(await page.locator('.place q').first().innerText()).toContain('within 12 hours');
    expect(complaints).toEqual([]);
  });
});

/** A PDF that no sample contains, with the sentence on its second page. */
async function ownPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of ['Service agreement', `1.1 ${sentence}`, 'Signatures']) {
    pdf.addPage([595, 842]).drawText(text, { x: 60, y: 760, size: 11, font });
  }
  return Buffer.from(await pdf.save());
}
