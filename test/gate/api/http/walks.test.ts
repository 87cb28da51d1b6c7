import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDelivery, aFinding, aPolitics, aRun } from '../../../support/records.ts';
import { type Answer, startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let projectId = '';
let runId = '';
beforeAll(async () => {
  server = await startTestServer();
  const { store } = server.dependencies;
  const { userId } = server.owner.actor;
  const rules = [{ name: 'r', description: 'd' }];
  const politics = await server.services.politics.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    rules,
  });
  for (let nth = 1; nth < 7; nth += 1) await store.politics.insert(aPolitics({ userId, name: `${nth}` }));
  for (let nth = 0; nth < 5; nth += 1) {
    const project = { name: `${nth}`, description: 'd', politicsId: politics._id };
    projectId = (await server.services.projects.create(server.owner.actor, project))._id;
  }
  const lease = { owner: 'w', fence: 1 };
  const runs = Array.from({ length: 5 }, (_, nth) =>
    aRun({ userId, projectId, createdAt: new Date(Date.UTC(2026, 0, nth + 1)).toISOString(), lease }),
  );
  for (const run of runs) await store.runs.insert({ ...run, state: 'running' });
  runId = runs[4]?._id ?? '';
  const findings = Array.from({ length: 5 }, (_, ruleIndex) => aFinding({ runId, ruleIndex }));
  const progress = runs[4]?.progress ?? aRun().progress;
  await store.runs.addFindings(
    { runId, fence: 1 },
    findings.map((finding) => ({ finding, fingerprint: finding.id })),
    progress,
    new Date(),
  );
  await store.projects.update(userId, projectId, (current) => ({ ...current, runId }));
  for (let nth = 0; nth < 5; nth += 1) {
    await store.deliveries.add(
      aDelivery({ workspaceId: userId, projectId, runId, recipient: `${nth}@example.org` }),
    );
  }
});
afterAll(() => server.stop());

const get = (path: string): Promise<Answer> => server.owner.request('GET', path);
const bodyOf = ({ body }: Answer) => Object(body);
const idsOf = (answer: Answer): string[] =>
  bodyOf(answer).data.map((one: { _id?: string; id?: string }) => one._id ?? one.id);

const lists = [
  ['/v1/politics', 7],
  ['/v1/projects', 5],
  ['/v1/projects/PROJECT/runs', 5],
  ['/v1/projects/PROJECT/findings', 5],
  ['/v1/projects/PROJECT/notifications', 5],
] as const;
const pathOf = (path: string) => path.replace('PROJECT', projectId);

describe('a list', () => {
  it.each(lists)(
    'can be read completely from the first page by nextCursor, with each entry once: %s',
    async (path, total) => {
      const seen: string[] = [];
      let answer = await get(`${pathOf(path)}?pageSize=2`);
      for (;;) {
        expect(bodyOf(answer)).toMatchObject({ success: true, total, page: 1, pageSize: 2 });
        seen.push(...idsOf(answer));
        const { nextCursor } = bodyOf(answer);
        if (nextCursor === null) break;
        answer = await get(`${pathOf(path)}?pageSize=2&after=${nextCursor}`);
      }
      expect(new Set(seen).size).toBe(total);
      expect(seen).toHaveLength(total);
    },
  );

  it.each(lists)('has a Link header to its next page, except on the last page: %s', async (path, total) => {
    const seen: string[] = [];
    let next: string | null = `${server.url}${pathOf(path)}?pageSize=3`;
    while (next !== null) {
      expect(next.startsWith(`${server.url}/v1/`)).toBe(true);
      const answer = await get(next.slice(server.url.length));
      seen.push(...idsOf(answer));
      const link: string | null = answer.headers.get('link');
      expect(link === null).toBe(bodyOf(answer).nextCursor === null);
      next = link && (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? 'no link');
    }
    expect(new Set(seen).size).toBe(total);
  });

  it.each(lists)(
    'refuses an invalid cursor, the cursor of another list, and a page number together with a cursor: %s',
    async (path) => {
      const first = await get(`${pathOf(path)}?pageSize=2`);
      const { nextCursor } = bodyOf(first);
      const others = lists
        .filter(([other]) => other !== path)
        .map(async ([other]) => {
          const foreign = bodyOf(await get(`${pathOf(other)}?pageSize=2`)).nextCursor;
          expect(foreign).toEqual(expect.any(String));
          return foreign;
        });
      for (const wrong of [
        ...(await Promise.all(others)),
        '',
        'x',
        `${nextCursor}x`,
        '-1',
        'null',
        '%00',
        `${'a'.repeat(5_000)}`,
      ]) {
        const answer = await get(`${pathOf(path)}?after=${wrong}`);
        expect([answer.status, bodyOf(answer).errors[0].path], wrong).toEqual([400, 'after']);
      }
      const both = await get(`${pathOf(path)}?page=2&after=${nextCursor}`);
      expect(both).toMatchObject({ status: 400, body: { errors: [{ path: 'page' }] } });
    },
  );

  it.each(lists)(
    'can be read by page number, without nextCursor on the last page: %s',
    async (path, total) => {
      const last = Math.ceil(total / 2);
      for (const page of [last, last + 1]) {
        const answer = await get(`${pathOf(path)}?pageSize=2&page=${page}`);
        expect(bodyOf(answer)).toMatchObject({ total, page, nextCursor: null });
        expect(answer.headers.get('link')).toBeNull();
      }
      const whole = await get(`${pathOf(path)}?pageSize=100`);
      expect(idsOf(whole)).toHaveLength(total);
      expect(bodyOf(whole).nextCursor).toBeNull();
    },
  );

  it.each(lists.slice(2))(
    'can be continued by cursor after any numbered page, because both have the same order: %s',
    async (path, total) => {
      const whole = idsOf(await get(`${pathOf(path)}?pageSize=100`));
      const second = await get(`${pathOf(path)}?pageSize=2&page=2`);
      const rest = await get(`${pathOf(path)}?pageSize=2&after=${bodyOf(second).nextCursor}`);
      expect([...idsOf(second), ...idsOf(rest)]).toEqual(whole.slice(2));
      expect(total).toBe(5);
    },
  );

  it.each(lists.slice(0, 2))(
    'has a cursor only on the first numbered page, because changes can reorder it: %s',
    async (path) => {
      const second = await get(`${pathOf(path)}?pageSize=2&page=2`);
      expect([bodyOf(second).nextCursor, second.headers.get('link')]).toEqual([null, null]);
    },
  );

  it('has the other query parameters in its Link header', async () => {
    const { headers } = await get(`/v1/projects/${projectId}/findings?pageSize=2&page=1&label=NOT%20FOUND`);
    expect(headers.get('link')).toContain('label=NOT+FOUND');
    expect(headers.get('link')).not.toContain('page=1');
  });

  it('of findings continues in the run of its cursor', async () => {
    const { nextCursor } = bodyOf(await get(`/v1/projects/${projectId}/findings?pageSize=2`));
    const { store } = server.dependencies;
    const newer = aRun({ userId: server.owner.actor.userId, projectId });
    await store.runs.insert(newer);
    const follow = (more: string) =>
      get(`/v1/projects/${projectId}/findings?pageSize=2&after=${nextCursor}${more}`);
    await store.projects.update(server.owner.actor.userId, projectId, (one) => ({
      ...one,
      runId: newer._id,
    }));
    expect(idsOf(await follow(''))).toHaveLength(2);
    expect(idsOf(await follow(`&runId=${runId}`))).toHaveLength(2);
    expect((await follow(`&runId=${newer._id}`)).status).toBe(400);
    await store.projects.update(server.owner.actor.userId, projectId, (one) => ({ ...one, runId }));
  });

  it.each(lists.slice(2, 3).concat(lists.slice(4)))(
    'of a project refuses the cursor of another project: %s',
    async (path) => {
      const { nextCursor } = bodyOf(await get(`${pathOf(path)}?pageSize=2`));
      const [other] = bodyOf(await get('/v1/projects')).data.filter(
        ({ _id }: { _id: string }) => _id !== projectId,
      );
      const answer = await get(`${path.replace('PROJECT', other._id)}?after=${nextCursor}`);
      expect([answer.status, bodyOf(answer).errors]).toEqual([
        400,
        [{ path: 'after', message: 'is not a nextCursor that this list has returned' }],
      ]);
    },
  );

  it('contains nothing for a user who sends the cursor of another user', async () => {
    const { nextCursor } = bodyOf(await get('/v1/politics?pageSize=2'));
    const taken = await server.stranger.request('GET', `/v1/politics?after=${nextCursor}`);
    expect(bodyOf(taken)).toMatchObject({ data: [], total: 0, nextCursor: null });
  });
});
