import { describe, it } from 'vitest';
import { freshDatabase, mongoServers, whySkipped } from '../support/mongo/servers.ts';
import { explainedQueriesSuite } from './explained-queries.suite.ts';
import { storeSuite } from './store.suite.ts';

const servers = mongoServers();

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('the contract of the store on MongoDB');
});

for (const server of servers) {
  storeSuite(() => {
    const place = freshDatabase(server);
    return { name: place.name, open: place.open, clean: place.drop };
  });
  explainedQueriesSuite(freshDatabase(server));
}
