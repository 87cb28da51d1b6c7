import { afterEach, expect, it } from 'vitest';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { source } from '../../../support/sources.ts';
import { checkByModel } from './support/model-run.ts';

const rule = { name: 'Payment', description: 'Invoices must be paid within 30 days of receipt.' };
const clause = '4. Invoices are paid within 30 days of receipt.';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

/** The finding if a model points at the clause and believes that it entails the rule, whatever else the file says. */
async function believed(other: string) {
  server = await startModelServer({
    chat(request) {
      const { purpose, quote } = ruleRequestOf(request);
      if (purpose === 'support') return entails;
      const quotes = [{ ...quote('Invoices are paid within 30 days of receipt.'), stance: 'supports' }];
      return { json: ruleAnswer({ quotes, answer: rule.description, outcome: 'satisfied' }) };
    },
  });
  const file = source([`${clause}\n\n9. ${other}\n\n10. The office is open on weekdays.`]);
  const [found] = await checkByModel({ rules: [rule], sources: [file], url: server.url });
  return found;
}

it.each([
  'Clause 4 is deleted.',
  'The parties have agreed to read clause 4 as a recommendation.',
  'Clause 4: Invoices fall due after 60 days.',
])('“%s” caps an answer that rests on clause 4, and is cited', async (other) => {
  const found = await believed(other);
  expect(found).toMatchObject({ label: 'ESTIMATED', reasons: ['partial_support'] });
  const limiting = found?.citations.filter(({ stance }) => stance === 'qualifies') ?? [];
  expect(limiting.map(({ quote }) => quote)).toEqual([expect.stringContaining(other)]);
});

it.each(['Interest is due on amounts that are late under clause 4.', 'Clause 5 is deleted.'])(
  '“%s” does not',
  async (other) => {
    expect(await believed(other)).toMatchObject({ label: 'CONFIRMED', outcome: 'satisfied' });
  },
);
