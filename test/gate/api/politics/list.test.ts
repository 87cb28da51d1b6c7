import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { waitUntil } from '../../../support/wait.ts';

let server: TestServer;
const ids: string[] = [];
const rules = [{ name: 'r', description: 'd' }];
const names = ['Éclair contracts', 'Leases 100%', 'leases_of shops', 'Supply', 'SUPPLY chain'];

beforeAll(async () => {
  server = await startTestServer();
  for (const name of names) {
    const made = await server.services.politics.create(server.owner.actor, {
      name,
      description: `about ${name}`,
      rules,
    });
    ids.push(made._id);
    // Waits for a new millisecond, because records of the same millisecond are listed by id.
    await waitUntil(() => new Date().toISOString() > made.updatedAt);
  }
  await server.services.politics.create(server.stranger.actor, { name: 'Leases', description: 'd', rules });
});
afterAll(() => server.stop());

const page = z.object({
  success: z.literal(true),
  data: z.array(z.object({ _id: z.string(), name: z.string(), updatedAt: z.string() })),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
  nextCursor: z.string().nullable(),
});
const list = async (query = '') => {
  const answer = await server.owner.request('GET', `/v1/politics${query}`);
  expect(answer.status).toBe(200);
  return page.strict().parse(answer.body);
};

describe('GET /politics: 200', () => {
  it('returns 12 records on the first page, with the latest change first', async () => {
    expect(await list()).toMatchObject({ total: 5, page: 1, pageSize: 12 });
    await server.owner.request('PATCH', `/v1/politics/${ids[1]}`, { body: {} });
    const { data } = await list();
    expect(data.map(({ _id }) => _id)).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]]);
  });

  it('returns each record on exactly one page, and an empty page after the last', async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => list(`?page=${number}&pageSize=2`)));
    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ _id }) => _id)))).toEqual(new Set(ids));
    expect(await list('?page=4&pageSize=2')).toMatchObject({ data: [], total: 5, page: 4, pageSize: 2 });
    expect(await list('?page=1000000000&pageSize=100')).toMatchObject({ data: [], total: 5 });
  });

  it.each([
    ['supply', ['SUPPLY chain', 'Supply']],
    ['%20%20Supply%20', ['SUPPLY chain', 'Supply']],
    ['%C3%A9clair', ['Éclair contracts']],
    ['E%CC%81CLAIR', ['Éclair contracts']],
    ['%25', ['Leases 100%']],
    ['_', ['leases_of shops']],
    ['about%20leases', ['leases_of shops', 'Leases 100%']],
    ['nothing%20like%20it', []],
    ['.*', []],
  ])('finds "%s" as literal text in the name or description, ignoring case', async (search, found) => {
    const { data, total } = await list(`?search=${search}`);
    expect(new Set(data.map(({ name }) => name))).toEqual(new Set(found));
    expect(total).toBe(found.length);
  });

  it('treats an empty search as no search', async () => {
    expect((await list('?search=')).total).toBe(5);
    expect((await list('?search=%20')).total).toBe(5);
  });
});

describe('GET /politics: 400', () => {
  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=abc', 'page'],
    ['page=1&page=2', 'page'],
    ['page=1e99', 'page'],
    ['page=', 'page'],
    ['page=0x10', 'page'],
    ['page=1e1', 'page'],
    ['page=%2B1', 'page'],
    ['page=%201', 'page'],
    ['page=1.0', 'page'],
    ['page=%D9%A1', 'page'],
    ['pageSize=', 'pageSize'],
    ['serach=', 'serach'],
    ['x', 'x'],
    ['__proto__=1', '__proto__'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=NaN', 'pageSize'],
    ['search=a&search=b', 'search'],
    ['pagesize=5', 'pagesize'],
    ['limit=5', 'limit'],
  ])('is the answer to %s', async (query, path) => {
    expect(await server.owner.request('GET', `/v1/politics?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path }] },
    });
  });
});
