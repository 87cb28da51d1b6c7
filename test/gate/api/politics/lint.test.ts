import { afterAll, expect, it } from 'vitest';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const lint = (body: object) => server.owner.request('POST', '/v1/politics/lint', { body });
const description = 'The Supplier shall repair the lift as soon as possible.';

it('stores nothing', async () => {
  await lint({ rules: [{ name: 'Lift', description }] });
  expect(await server.owner.request('GET', '/v1/politics')).toMatchObject({ body: { data: [] } });
});

it('answers for the longest list of similar rules', async () => {
  const rules = Array.from({ length: 200 }, (_, at) => ({
    name: `Logs ${at}`,
    description: `The Supplier shall keep the audit logs of the Customer for at least ${at + 1} months after the end.`,
  }));
  expect(await lint({ rules })).toMatchObject({ status: 200 });
});
