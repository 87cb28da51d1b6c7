import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endedRun, type OwnedRecords, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let owned: OwnedRecords;
beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
});
afterAll(() => server.stop());

const review = { label: 'CONFIRMED', outcome: 'violated', reason: 'the clause is struck out' };

async function newRun() {
  const { runId, findingId } = await endedRun(server, server.owner.actor, owned.projectId);
  const project = `/v1/projects/${owned.projectId}`;
  const [signOff, reviewed] = [
    `${project}/runs/${runId}/sign-off`,
    `${project}/findings/${findingId}/review`,
  ];
  await server.owner.request('DELETE', reviewed);
  return { runId, signOff, reviewed };
}

describe('the sign-off of a run', () => {
  it('records who signed, when, and what was open at that moment', async () => {
    const { signOff, reviewed } = await newRun();
    await server.owner.request('PUT', reviewed, { body: review });
    const open = { findings: 2, notReviewed: 1, outcomes: { satisfied: 1, violated: 1, undetermined: 0 } };
    expect(await server.owner.request('GET', signOff)).toMatchObject({
      status: 200,
      body: { data: { review: open, signOff: null } },
    });
    const signed = {
      by: server.owner.email,
      at: expect.stringMatching(/Z$/),
      comment: 'The deposit is for Monday.',
      open,
      outdated: false,
    };
    const body = { comment: 'The deposit is for Monday.' };
    expect(await server.owner.request('PUT', signOff, { body })).toMatchObject({
      status: 200,
      body: { data: { review: open, signOff: signed } },
    });
    expect((await server.owner.request('GET', signOff)).body).toMatchObject({ data: { signOff: signed } });
    const { outdated: _, ...first } = signed;
    const by = server.owner.email;
    const again = await server.owner.request('PUT', signOff, { body: {} });
    const replaced = { ...first, ended: { how: 'replaced', by, at: expect.stringMatching(/Z$/) } };
    expect(again.body).toMatchObject({ data: { signOff: { by, outdated: false }, earlier: [replaced] } });
    expect(await server.owner.request('DELETE', signOff)).toMatchObject({
      body: { data: { signOff: null, earlier: [{ by, ended: { how: 'withdrawn', by } }, replaced] } },
    });
  });

  it('keeps the latest 20 earlier sign-offs', async () => {
    const { signOff } = await newRun();
    for (let time = 0; time < 23; time += 1) {
      await server.owner.request('PUT', signOff, { body: { comment: `time ${time}` } });
    }
    const { body } = await server.owner.request('GET', signOff);
    const { earlier } = z
      .object({ data: z.object({ earlier: z.array(z.object({ comment: z.string() })) }) })
      .parse(body).data;
    expect(earlier.map(({ comment }) => comment)).toEqual(
      Array.from({ length: 20 }, (_, at) => `time ${21 - at}`),
    );
  });

  it.each<[string, (reviewed: string) => Promise<unknown>]>([
    ['added', (reviewed) => server.owner.request('PUT', reviewed, { body: review })],
    [
      'changed',
      (reviewed) => server.owner.request('PUT', reviewed, { body: { ...review, outcome: 'satisfied' } }),
    ],
    ['removed', (reviewed) => server.owner.request('DELETE', reviewed)],
  ])('is outdated as soon as a review is %s, and still says what was open before', async (what, change) => {
    const { signOff, reviewed } = await newRun();
    if (what !== 'added') await server.owner.request('PUT', reviewed, { body: review });
    const before = what === 'added' ? 2 : 1;
    await server.owner.request('PUT', signOff, { body: {} });
    await change(reviewed);
    expect((await server.owner.request('GET', signOff)).body).toMatchObject({
      data: {
        review: { notReviewed: what === 'removed' ? 2 : 1 },
        signOff: { outdated: true, open: { notReviewed: before } },
      },
    });
    await server.owner.request('PUT', signOff, { body: {} });
    expect((await server.owner.request('GET', signOff)).body).toMatchObject({
      data: { signOff: { outdated: false } },
    });
  });

  it('is refused while the run is active, and with the tag of reviews that have changed since', async () => {
    const { signOff, reviewed } = await newRun();
    const tag = (await server.owner.request('GET', signOff)).headers.get('etag') ?? '';
    await server.owner.request('PUT', reviewed, { body: review });
    const headers = { 'if-match': tag };
    expect(await server.owner.request('PUT', signOff, { body: {}, headers })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
    const { runId } = await server.services.projects.update(server.owner.actor, owned.projectId, {
      status: 'deploying',
    });
    const active = `/v1/projects/${owned.projectId}/runs/${runId}/sign-off`;
    expect(await server.owner.request('PUT', active, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'run_not_ended' },
    });
    await server.services.projects.cancel(server.owner.actor, owned.projectId);
  });
});

describe('GET /overview', () => {
  it('shows each project with its last run, its outcomes after review, and how much is not reviewed', async () => {
    const { runId, signOff, reviewed } = await newRun();
    await server.services.projects.create(server.owner.actor, {
      ...{ name: 'Draft', description: 'd', politicsId: owned.politicsId },
    });
    const overview = async () => (await server.owner.request('GET', '/v1/overview')).body;
    const project = { _id: owned.projectId, name: 'Main street 5' };
    expect(await overview()).toMatchObject({
      total: 2,
      data: expect.arrayContaining([
        expect.objectContaining({ project: expect.objectContaining({ name: 'Draft' }), run: null }),
        expect.objectContaining({
          project: expect.objectContaining(project),
          run: expect.objectContaining({
            ...{ _id: runId, state: 'completed', signOff: null },
            review: expect.objectContaining({
              ...{ findings: 2, notReviewed: 2 },
              outcomes: expect.objectContaining({ satisfied: 2, violated: 0 }),
            }),
          }),
        }),
      ]),
    });
    await server.owner.request('PUT', reviewed, { body: review });
    await server.owner.request('PUT', signOff, { body: {} });
    expect(await overview()).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          run: expect.objectContaining({
            review: expect.objectContaining({
              ...{ notReviewed: 1, outcomes: expect.objectContaining({ satisfied: 1, violated: 1 }) },
            }),
            signOff: expect.objectContaining({ outdated: false }),
          }),
        }),
      ]),
    });
  });

  it('sends the same number of queries for one project as for many, and shows at most 20', async () => {
    const { actor } = server.owner;
    const count = async () => {
      const { store } = server.dependencies;
      const calls: string[] = [];
      const counted = <Part extends object>(name: string, part: Part): Part =>
        new Proxy(part, {
          get(target, key) {
            calls.push(`${name}.${String(key)}`);
            return Reflect.get(target, key);
          },
        });
      const { overviewService } = await import('../../../../src/services/overview.ts');
      const watched = {
        ...store,
        projects: counted('projects', store.projects),
        runs: counted('runs', store.runs),
        findings: counted('findings', store.findings),
      };
      const { entries, total } = await overviewService({ store: watched }).of(actor, 20);
      return { calls, shown: entries.length, total };
    };
    const few = await count();
    for (let made = 0; made < 20; made += 1) {
      await server.services.projects.create(actor, {
        ...{ name: `p${made}`, description: 'd', politicsId: owned.politicsId },
      });
    }
    const many = await count();
    expect(many.calls).toEqual(few.calls);
    expect(many).toMatchObject({ shown: 20, total: few.total + 20 });
  });
});
