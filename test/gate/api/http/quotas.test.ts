import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, startTestServer, type TestUser } from '../../../support/server.ts';

const server = await startTestServer({
  LIMIT_POLITICS: '3',
  LIMIT_PROJECTS: '4',
  LIMIT_UNENDED_RUNS: '2',
  LIMIT_TOKENS: '5',
  LIMIT_STORED_BYTES: '100000',
  LIMIT_STREAMS: '2',
  LIMIT_SERVER_STREAMS: '3',
});
const other = await server.beside();
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const politics = { name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] };

/** Sends a request to one of the two servers: to the first for even `nth`, to the second for odd. */
function ask(nth: number, user: TestUser, method: string, path: string, options = {}): Promise<Answer> {
  return nth % 2 === 0 ? user.request(method, path, options) : other.request(user, method, path, options);
}

/** Sends concurrent requests through both servers. Returns how many succeeded, the distinct errors, and all answers. */
async function atOnce(times: number, request: (nth: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, nth) => request(nth)));
  const refused = answers.filter(({ status }) => status >= 400);
  const codes = new Set(refused.map(({ status, body }) => `${status} ${Object(body).code}`));
  return { made: answers.length - refused.length, refusals: [...codes], refused, answers };
}

const idOf = ({ body }: Answer): string => Object(body).data._id;

describe('the service', () => {
  it('limits rule sets to LIMIT_POLITICS, even for 50 concurrent requests to two servers', async () => {
    const made = await atOnce(50, (nth) =>
      ask(nth, server.owner, 'POST', '/v1/politics', { body: politics }),
    );
    expect([made.made, made.refusals]).toEqual([3, ['403 quota_exceeded']]);
    expect(made.refused[0]?.text).toMatch(/there are 3 rule sets, and at most 3 are allowed: delete one/);
    const one = made.answers.find(({ status }) => status === 201);
    await server.owner.request('DELETE', `/v1/politics/${one ? idOf(one) : ''}`);
    const again = await atOnce(5, (nth) =>
      ask(nth, server.owner, 'POST', '/v1/politics', { body: politics }),
    );
    expect(again.made).toBe(1);
    expect((await server.stranger.request('POST', '/v1/politics', { body: politics })).status).toBe(201);
  });

  it('limits projects to LIMIT_PROJECTS and active runs to LIMIT_UNENDED_RUNS, and does not count a repeated request', async () => {
    const [first] = Object((await server.owner.request('GET', '/v1/politics')).body).data;
    const body = { name: 'n', description: 'd', politicsId: first._id };
    const keyed = { body, headers: { 'idempotency-key': 'one' } };
    const kept = await server.owner.request('POST', '/v1/projects', keyed);
    const made = await atOnce(50, (nth) => ask(nth, server.owner, 'POST', '/v1/projects', { body }));
    expect([made.made, made.refusals]).toEqual([3, ['403 quota_exceeded']]);
    expect(idOf(await server.owner.request('POST', '/v1/projects', keyed))).toBe(idOf(kept));

    const ids = [kept, ...made.answers.filter(({ status }) => status === 201)].map(idOf);
    const startRun = (nth: number) =>
      ask(nth, server.owner, 'PUT', `/v1/projects/${ids[nth % ids.length]}`, {
        body: { status: 'deploying' },
      });
    const startedRun = await atOnce(4, startRun);
    expect([startedRun.made, startedRun.refusals]).toEqual([2, ['429 too_many_runs']]);
    expect(Number(startedRun.refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const running = startedRun.answers.findIndex(({ status }) => status === 200);
    const left = startedRun.answers.findIndex(({ status }) => status === 429);
    expect(Object((await server.owner.request('GET', `/v1/projects/${ids[left]}`)).body).data).toMatchObject({
      status: 'draft',
      runs: [],
    });
    await server.owner.request('POST', `/v1/projects/${ids[running]}/cancel`);
    expect((await startRun(left)).status).toBe(200);
  });

  it('limits valid tokens to LIMIT_TOKENS', async () => {
    const { tokens } = server.services;
    const tried = await Promise.allSettled(
      Array.from({ length: 50 }, () => tokens.create(server.owner.actor, { name: 'more' })),
    );
    const made = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value.token] : []));
    // The fifth token is the one that these tests use for their requests.
    expect(made).toHaveLength(4);
    expect(tried.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'quota_exceeded' },
    });
    await tokens.revoke(server.owner.actor, made[0]?._id ?? '');
    await expect(tokens.create(server.owner.actor, { name: 'again' })).resolves.toBeDefined();
    await expect(tokens.create(server.owner.actor, { name: 'again' })).rejects.toThrow(
      'there are 5 API tokens, and at most 5 are allowed',
    );
  });

  it('limits the bytes of uploads and texts to LIMIT_STORED_BYTES, even if many arrive at once', async () => {
    const upload = (nth: number, bytes = 10_000) =>
      ask(nth, server.owner, 'POST', `/v1/files?name=${nth}.txt`, { raw: 'x'.repeat(bytes) });
    const total = () => server.dependencies.store.fileSizes.total(server.owner.actor.userId);
    const arrived = await atOnce(50, upload);
    expect(arrived.refusals).toEqual(['403 quota_exceeded']);
    expect(arrived.made).toBeGreaterThan(0);
    expect(arrived.made).toBeLessThanOrEqual(10);
    expect(await total()).toBe(arrived.made * 10_000);
    for (let nth = arrived.made; nth < 10; nth += 1) expect((await upload(nth)).status).toBe(201);
    expect(await upload(11, 1)).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } });

    const kept: string[] = [];
    for await (const { id } of server.dependencies.assets.listOlderThan(new Date(Date.now() + 1_000))) {
      kept.push(id);
    }
    expect(kept).toHaveLength(10);
    await server.dependencies.assets.delete(kept[0] ?? '');
    expect(await total()).toBe(90_000);

    const listed = Object((await server.owner.request('GET', '/v1/projects')).body);
    const [project] = listed.data.filter(({ status }: { status: string }) => status === 'draft');
    const text = (name: string, length: number) => ({ name, type: 'text', content: 'y'.repeat(length) });
    const change = (files: object[]) =>
      server.owner.request('PUT', `/v1/projects/${project._id}`, { body: { files } });
    expect(await change([text('a', 6_000), text('b', 6_000)])).toMatchObject({
      status: 403,
      body: { code: 'quota_exceeded' },
    });
    expect(await total()).toBe(90_000);
    expect((await change([text('a', 4_000), text('b', 6_000)])).status).toBe(200);
    expect(await total()).toBe(100_000);
    expect((await server.stranger.request('POST', '/v1/files?name=a.txt', { raw: 'a' })).status).toBe(201);
  });

  it('limits open event streams to LIMIT_STREAMS across all servers, and to LIMIT_SERVER_STREAMS per server', async () => {
    const open: Response[] = [];
    const follow = async (address: string, token: string, id: string) => {
      const answer = await fetch(`${address}/v1/projects/${id}/events`, { headers: { 'api-token': token } });
      if (answer.status === 200) open.push(answer);
      return { status: answer.status, retry: answer.headers.get('retry-after') };
    };
    const projectOf = async (user: TestUser) => {
      const made = await user.request('POST', '/v1/politics', { body: politics });
      const [first] = Object((await user.request('GET', '/v1/politics')).body).data;
      const politicsId = made.status === 201 ? idOf(made) : first._id;
      const body = { name: 'n', description: 'd', politicsId };
      return { token: user.token, id: idOf(await user.request('POST', '/v1/projects', { body })) };
    };
    const [stranger, admin] = [await projectOf(server.stranger), await projectOf(server.admin)];
    const [here, there] = [server.address, other.address];
    expect((await follow(here, stranger.token, stranger.id)).status).toBe(200);
    expect((await follow(there, stranger.token, stranger.id)).status).toBe(200);
    for (const address of [here, there]) {
      const { status, retry } = await follow(address, stranger.token, stranger.id);
      expect([status, Number(retry) > 0]).toEqual([429, true]);
    }
    expect((await follow(here, admin.token, admin.id)).status).toBe(200);
    expect((await follow(here, admin.token, admin.id)).status).toBe(200);
    const { token } = server.owner;
    const [owned] = Object((await server.owner.request('GET', '/v1/projects')).body).data;
    expect((await follow(here, token, owned._id)).status).toBe(429);
    expect((await follow(there, token, owned._id)).status).toBe(200);
    await open[0]?.body?.cancel();
    await expect.poll(async () => (await follow(here, stranger.token, stranger.id)).status).toBe(200);
    await Promise.all(open.map((answer) => answer.body?.cancel()));
  });
});
