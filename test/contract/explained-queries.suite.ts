import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryPlan, queries } from '../../src/store/mongo/queries.ts';
import type { MongoPlace } from '../support/mongo/servers.ts';

/** The stages of the plan that a server chose, wherever they stand in it; empty when it names none. */
function stagesOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]) =>
    key === 'stage' && typeof value === 'string' ? [value] : stagesOf(value),
  );
}

export function explainedQueriesSuite(place: MongoPlace): void {
  describe(`${place.name}: what the server says about each query`, () => {
    const client = new MongoClient(place.url);
    const database = client.db(new URL(place.url).pathname.slice(1));
    beforeAll(async () => {
      await (await place.open()).close();
    });
    afterAll(async () => {
      await client.close();
      await place.drop();
    });

    async function chosenStages(collection: string, { equal = [], range = [], sort = {} }: QueryPlan) {
      const filter = Object.fromEntries([
        ...equal.map((field) => [field, 'x']),
        ...range.map((field) => [field, { $gt: new Date(0) }]),
      ]);
      const explained = await database.collection(collection).find(filter).sort(sort).explain('queryPlanner');
      return stagesOf(explained.queryPlanner?.winningPlan);
    }

    it('is that an index finds it and gives it in order', async (context) => {
      const answer = await chosenStages('service', { index: '_id_', equal: ['_id'] }).catch(() => []);
      if (answer.length === 0) context.skip(`SKIPPED: ${place.name} does not explain its plans`);
      for (const [collection, plans] of Object.entries(queries)) {
        for (const [name, plan] of Object.entries<QueryPlan>(plans)) {
          const stages = await chosenStages(collection, plan);
          expect(stages.length, `${collection}.${name}`).toBeGreaterThan(0);
          expect(stages, `${collection}.${name}`).not.toContain('COLLSCAN');
          expect(stages, `${collection}.${name}`).not.toContain('SORT');
        }
      }
    });
  });
}
