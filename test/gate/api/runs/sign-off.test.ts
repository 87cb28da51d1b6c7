import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endedRun, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
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
});

describe('GET /overview', () => {
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
