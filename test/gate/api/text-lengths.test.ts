import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const rules = [{ name: 'Audit', description: 'The Customer may audit the Supplier.' }];
const ruleSet = { name: 'Buying', description: 'What we ask.', rules };
const project = { name: 'Acme', description: 'May.', politicsId: '65f0c0ffee65f0c0ffee65f0', files: [] };
const text = { name: 'a.txt', type: 'text', content: 'Dogs stay outside.' };
const verification = { citations: [{ quote: 'Dogs stay outside.' }], sources: [text] };
const cited = (fields: object) => ({
  ...verification,
  citations: [{ quote: 'Dogs stay outside.', ...fields }],
});

describe('a text in a request that is longer than its limit is refused', () => {
  it.each([
    ['/v1/politics', { ...ruleSet, name: 'n'.repeat(201) }, 'name'],
    ['/v1/politics', { ...ruleSet, description: 'n'.repeat(10_001) }, 'description'],
    ['/v1/politics', { ...ruleSet, contactNotifications: ['n'.repeat(2_001)] }, 'contactNotifications[0]'],
    ['/v1/projects', { ...project, name: 'n'.repeat(201) }, 'name'],
    ['/v1/projects', { ...project, files: [{ ...text, name: 'n'.repeat(501) }] }, 'files[0].name'],
    ['/v1/verify', cited({ id: 'n'.repeat(201) }), 'citations[0].id'],
    ['/v1/verify', cited({ claim: 'n'.repeat(10_001) }), 'citations[0].claim'],
    ['/v1/verify', cited({ source: 'n'.repeat(2_001) }), 'citations[0].source'],
  ])('%s: %#', async (path, body, field) => {
    const answer = await server.owner.request('POST', path, { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path: field })] },
    });
  });

  it('and one of exactly the limit is accepted', async () => {
    const body = { ...ruleSet, name: 'n'.repeat(200), description: 'n'.repeat(10_000) };
    expect(await server.owner.request('POST', '/v1/politics', { body })).toMatchObject({ status: 201 });
  });
});
