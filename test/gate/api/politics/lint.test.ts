import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const lint = (body: object) => server.owner.request('POST', '/v1/politics/lint', { body });
const description = 'The Supplier shall repair the lift as soon as possible.';

it('returns each problem with its place, its code and what to do', async () => {
  const answer = await lint({ rules: [{ name: 'Lift', description }] });
  const start = description.indexOf('as soon');
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        problems: [
          {
            ...{ rule: 0, field: 'description', start, end: description.length - 1 },
            ...{ code: 'vague_words', severity: 'warning' },
            message: expect.stringContaining('as soon as possible'),
            advice: expect.stringContaining('time limit'),
          },
        ],
      },
    },
  });
});

it('stores nothing', async () => {
  await lint({ rules: [{ name: 'Lift', description }] });
  expect(await server.owner.request('GET', '/v1/politics')).toMatchObject({ body: { data: [] } });
});

it('rejects rules that a rule set could not have', async () => {
  expect(await lint({ rules: [] })).toMatchObject({ status: 400 });
  expect(await lint({ rules: [{ name: 'Lift' }] })).toMatchObject({ status: 400 });
  const many = Array.from({ length: 201 }, () => ({ name: 'Lift', description }));
  expect(await lint({ rules: many })).toMatchObject({ status: 400 });
});

it('answers for the longest list of similar rules', async () => {
  const rules = Array.from({ length: 200 }, (_, at) => ({
    name: `Logs ${at}`,
    description: `The Supplier shall keep the audit logs of the Customer for at least ${at + 1} months after the end.`,
  }));
  expect(await lint({ rules })).toMatchObject({ status: 200 });
});
