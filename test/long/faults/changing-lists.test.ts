import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';
import { aPolitics, aProject, aRun } from '../../support/records.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts';

/** What changes a list: every function changes one record, or nothing if the list does not allow this change. */
type ChangingList = {
  path: string;
  /** Creates a record and returns its id. */
  create(): Promise<string>;
  change(id: string): Promise<unknown>;
  remove(id: string): Promise<unknown>;
};

/** `kept` is the number of records that exist from the first page of a list to its last: few where each write is slow. */
const places = [
  { name: 'SQLite', kept: 1_000, environment: {}, drop: async () => {} },
  ...mongoServers().map((url) => {
    const { name, url: database, drop } = freshDatabase(url);
    return { name, kept: 200, environment: { MONGODB_URL: database }, drop };
  }),
];

describe.skipIf(places.length > 1)(whySkipped, () => {
  it.skip('a list on MongoDB that is followed by its Link headers');
});

for (const { name, kept, environment, drop } of places) {
  describe(`${name}: a list that is followed by its Link headers to its end`, () => {
    let server: TestServer;
    let lists: Record<string, ChangingList>;
    beforeAll(async () => {
      server = await startTestServer({ ...environment, LIMIT_POLITICS: '100000', LIMIT_PROJECTS: '100000' });
      lists = await changingLists(server.owner.actor.userId, server.dependencies.store);
    });
    afterAll(async () => {
      await server.stop();
      await drop();
    });

    it.each(['rule sets', 'projects', 'runs'])(
      `has each of ${kept} %s exactly once while others are created, changed and deleted`,
      async (kind) => {
        const list = lists[kind];
        if (list === undefined) throw new Error(`there is no list of ${kind}`);
        const made: string[] = [];
        for (let nth = 0; nth < kept; nth += 1) made.push(await list.create());
        const others: string[] = [];
        for (let nth = 0; nth < 200; nth += 1) others.push(await list.create());

        const changes = { created: 0, changed: 0, deleted: 0 };
        /** Makes fewer records than a page has, so that a slow reader reaches the end of the list. */
        const write = async (offset: number) => {
          for (const nth of [changes.changed, changes.changed + 7]) {
            await list.change(made[((nth + offset) * 617) % made.length] ?? '');
            changes.changed += 1;
            others.push(await list.create());
            changes.created += 1;
            const [gone] = others.splice((nth * 31) % others.length, 1);
            await list.remove(gone ?? '');
            changes.deleted += 1;
            // SQLite answers without leaving this turn of the event loop, so that no request would be answered.
            await setImmediate();
          }
        };
        const seen: string[] = [];
        let next: string | undefined = `${list.path}?pageSize=10`;
        while (next !== undefined) {
          const reading: Promise<Answer> = server.owner.request('GET', next);
          const [answer] = await Promise.all([reading, write(0), write(1), write(2)]);
          expect(answer.status, answer.text).toBe(200);
          seen.push(...idsIn(answer));
          next = /^<[^>]*?(\/v1\/[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
        }

        const times = new Map<string, number>();
        for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1);
        expect(made.filter((id) => times.get(id) !== 1)).toEqual([]);
        expect([...times.values()].every((count) => count === 1)).toBe(true);
        expect(Math.min(...Object.values(changes)), JSON.stringify(changes)).toBeGreaterThan(50);
      },
    );
  });
}

async function changingLists(userId: string, store: Store): Promise<Record<string, ChangingList>> {
  const politics = aPolitics({ userId });
  const project = aProject({ userId, politicsId: politics._id });
  await store.politics.insert(politics);
  await store.projects.insert(project);
  const ofProject = { userId, projectId: project._id };
  return {
    'rule sets': {
      path: '/v1/politics',
      async create() {
        const record = aPolitics({ userId });
        await store.politics.insert(record);
        return record._id;
      },
      change: (id) => store.politics.update(userId, id, (one) => ({ ...one, name: `${one.name}!` })),
      remove: (id) => store.politics.delete(userId, id),
    },
    projects: {
      path: '/v1/projects',
      async create() {
        const record = aProject({ userId, politicsId: politics._id });
        await store.projects.insert(record);
        return record._id;
      },
      change: (id) => store.projects.update(userId, id, (one) => ({ ...one, name: `${one.name}!` })),
      remove: (id) => store.projects.delete(userId, id),
    },
    runs: {
      path: `/v1/projects/${project._id}/runs`,
      async create() {
        const record = aRun({ ...ofProject, createdAt: new Date().toISOString() });
        await store.runs.insert(record);
        return record._id;
      },
      change: (id) => store.runs.update(userId, id, (one) => ({ ...one, attempts: one.attempts + 1 })),
      remove: (id) => store.runs.delete(userId, id),
    },
  };
}

function idsIn(answer: Answer): string[] {
  return Object(answer.body).data.map((one: { _id: string }) => one._id);
}
