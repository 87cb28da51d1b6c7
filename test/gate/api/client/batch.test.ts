import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemSchema } from '../../../../src/api/problem.ts';
import type { AppRouter } from '../../../../src/api/router.ts';
import { problemOf } from '../../../../src/client/index.ts';
import { endedRun, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

const limit = 1_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    LIMIT_REQUESTS_PER_MINUTE: String(limit),
    LIMIT_ANSWER_BYTES: '300000',
  });
});
afterAll(() => server.stop());

const answers: Response[] = [];
beforeEach(() => {
  answers.length = 0;
});

/** An ordinary tRPC client, created as in the documentation of tRPC. */
function client(headers: Record<string, string> = { 'api-token': server.owner.token }) {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${server.address}/trpc`,
        headers,
        async fetch(address, { signal = null, ...init } = {}) {
          const answer = await fetch(address, { ...init, signal });
          answers.push(answer.clone());
          return answer;
        },
      }),
    ],
  });
}
const named = (name: string) => ({ name, description: 'd', rules: [{ name: 'r', description: 'd' }] });
const left = (answer: Response | undefined) =>
  Number(/r=(\d+)/.exec(answer?.headers.get('ratelimit') ?? '')?.[1]);

describe('the calls of one batch request', () => {
  it('are each answered, and each call counts as a request to the rate limit', async () => {
    const { politics } = client();
    const made = await Promise.all(['a', 'b', 'c'].map((name) => politics.create.mutate(named(name))));
    expect(made.map(({ data }) => data.name)).toEqual(['a', 'b', 'c']);
    const read = await Promise.all(made.map(({ data }) => politics.get.query({ id: data._id })));
    expect(read.map(({ data }) => data)).toEqual(made.map(({ data }) => data));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(left(answers[0]) - left(answers[1])).toBe(3);
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect([headers.get('etag'), headers.get('location')]).toEqual([null, null]);
    }
  });

  it('count as additional requests if their response is long', async () => {
    const { politics } = client({ 'api-token': server.stranger.token });
    const rules = Array.from({ length: 20 }, () => ({ name: 'r', description: 'd'.repeat(10_000) }));
    const { data } = await politics.create.mutate({ ...named('long'), rules });
    await Promise.all([1, 2, 3].map(() => politics.get.query({ id: data._id })));
    // Besides the 4 calls, 600,000 bytes count as 2 more requests. The server counts these after it has sent the
    // response.
    const extra = async () => {
      await politics.get.query({ id: '0'.repeat(24) }).catch(() => undefined);
      return limit - left(answers.at(-1)) - answers.length;
    };
    await expect.poll(extra).toBe(4);
  });

  it('share the size limit of one response', async () => {
    const { politics } = client({ 'api-token': server.stranger.token });
    const rules = Array.from({ length: 10 }, () => ({ name: 'r', description: 'd'.repeat(10_000) }));
    for (const name of ['share one', 'share two']) await politics.create.mutate({ ...named(name), rules });
    const list = () => politics.list.query({ search: 'share' });
    expect((await list()).data).toHaveLength(2);
    const shared = await Promise.allSettled([list(), list()]);
    const problems = shared.map((one) => one.status === 'rejected' && problemOf(one.reason));
    expect(problems).toMatchObject([{ code: 'page_too_large' }, { code: 'page_too_large' }]);
  });

  it('get shorter pages of findings, which fit into one response together', async () => {
    const { actor, token } = server.stranger;
    const { projectId: id } = await ownedRecordsOf(server, actor);
    const long = 'w'.repeat(120_000);
    await endedRun(server, actor, id, long);
    const { findings } = client({ 'api-token': token });
    const list = () => findings.list.query({ id });
    expect((await list()).data).toHaveLength(2);
    const shared = await Promise.all([list(), list()]);
    expect(shared.map(({ data }) => data.length)).toEqual([1, 1]);
  });

  it('fail independently of each other, each with its own problem', async () => {
    const { politics, projects } = client();
    const { data } = await politics.create.mutate(named('n'));
    const settled = await Promise.allSettled([
      politics.get.query({ id: data._id }),
      politics.get.query({ id: 'f'.repeat(24) }),
      projects.get.query({ id: 'x' }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const problems = settled.flatMap((one) => (one.status === 'rejected' ? [problemOf(one.reason)] : []));
    expect(problems.map((problem) => problem?.code)).toEqual(['politics_not_found', 'validation_failed']);
    const requestId = answers.at(-1)?.headers.get('x-request-id');
    expect(problems.map((problem) => problem?.requestId)).toEqual([requestId, requestId]);
  });

  it('have their effect only once if the batch is repeated with the same Idempotency-Key', async () => {
    const { politics } = client({ 'api-token': server.owner.token, 'idempotency-key': 'batch' });
    const batch = () => Promise.all(['first', 'second'].map((name) => politics.create.mutate(named(name))));
    const made = await batch();
    expect(await batch()).toEqual(made);
    expect(new Set(made.map(({ data }) => data._id)).size).toBe(2);
  });

  it('are refused without a token, each with a problem', async () => {
    const { politics } = client({});
    const settled = await Promise.allSettled([politics.list.query({}), politics.list.query({})]);
    const problems = settled.map((one) => (one.status === 'rejected' ? problemOf(one.reason) : null));
    expect(problems.map((problem) => problem?.code)).toEqual(['unauthenticated', 'unauthenticated']);
  });

  it('are all refused if the batch exceeds the rate limit', async () => {
    const { secret } = await server.services.tokens.create(server.admin.actor, { name: 'few' });
    const { politics } = client({ 'api-token': secret });
    const list = () => Array.from({ length: 20 }, () => politics.list.query({}));
    let settled: PromiseSettledResult<unknown>[] = [];
    for (let sent = 0; sent <= limit; sent += 20) settled = await Promise.allSettled(list());
    const codes = settled.map((one) => (one.status === 'rejected' ? problemOf(one.reason)?.code : 'done'));
    expect(new Set(codes)).toEqual(new Set(['rate_limited']));
    for (const one of settled) expect(one).toMatchObject({ reason: expect.any(TRPCClientError) });
  });
});

describe('a request that is not a valid batch', () => {
  const query = (path: string) => server.owner.request('GET', `/trpc/${path}`);
  it.each([
    ['more calls than a batch can contain', `${Array(21).fill('politics.list').join(',')}?batch=1`, 'batch'],
    ['queries together with mutations', 'politics.list,politics.create?batch=1', 'batch'],
    ['batch=yes instead of batch=1', 'politics.list?batch=yes', 'batch'],
    ['input that no client sends', 'politics.list?connectionParams=x', 'connectionParams'],
  ])('(%s) is answered with a problem that contains the id of the request', async (_what, path, at) => {
    const answer = await query(path);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: at }] } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(problemSchema.strict().parse(answer.body).requestId).toBe(answer.headers.get('x-request-id'));
  });
});
