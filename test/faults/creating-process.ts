import { assetAddresses } from '../../src/assets/address.ts';
import { diskAssets } from '../../src/assets/disk.ts';
import { embeddedQueue } from '../../src/queue/embedded.ts';
import { createServices } from '../../src/services/services.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { serviceLimits, silentLog } from '../support/service.ts';

/** A process that makes one project with many texts after the other; started by the test that kills it. */
const [folder = '', userId = '', politicsId = ''] = process.argv.slice(2);
const addresses = assetAddresses(() => 'https://files.example.org');
const { projects } = createServices({
  store: openSqliteStore(folder),
  assets: diskAssets(`${folder}/assets`, addresses),
  links: { check: () => ({ ok: true }), assetIdIn: addresses.idIn },
  queue: embeddedQueue(),
  limits: serviceLimits,
  clock: { now: () => new Date() },
  log: silentLog,
});
const files = Array.from({ length: 20 }, (_, at) => ({
  type: 'text' as const,
  name: `text ${at}`,
  content: 'words',
}));
for (;;) await projects.create({ userId }, { name: 'n', description: 'd', politicsId, files });
