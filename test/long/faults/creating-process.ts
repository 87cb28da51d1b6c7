import { assetAddresses } from '../../../src/assets/address.ts';
import { diskAssets } from '../../../src/assets/disk.ts';
import { signingKeyOf } from '../../../src/bundle/signing-key.ts';
import { openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import { embeddedQueue } from '../../../src/queue/embedded.ts';
import { startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { createServices } from '../../../src/services/services.ts';
import { watchedFolders } from '../../../src/sources/folders/open.ts';
import { serviceLimits, silentLog } from '../../support/service.ts';

/** A process that creates projects with many texts, one after another, until the test that started it kills it. */
const [userId = '', politicsId = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const addresses = assetAddresses(() => 'https://files.example.org');
/** This process never estimates a run. */
const estimating = {
  signal: new AbortController().signal,
  parts: () => Promise.reject(new Error('this process cannot read files')),
};
const store = await openStore(config, () => {});
const { projects } = createServices(
  {
    store,
    assets: diskAssets(`${config.DATA_DIR}/assets`, addresses),
    findTexts: async function* () {},
    folders: watchedFolders({ ...readConfig({}), WATCH_FOLDERS: [] }),
    links: { check: () => ({ ok: true }), assetIdIn: addresses.idIn },
    prompts: { problem: async () => null },
    outputFormats: { problems: async () => [] },
    queue: embeddedQueue(),
    limits: serviceLimits,
    notices: {
      perDay: 1,
      keyFor: () => '',
      test: async () => ({ delivered: false, status: null, detail: '' }),
    },
    tickets: { make: () => '', holderOf: () => null },
    clock: { now: () => new Date() },
    log: silentLog,
    version: '0.0.0',
    signingKey: signingKeyOf('test'),
    scratchFolder: `${config.DATA_DIR}/scratch`,
    holder: startHeartbeat({ store, log: silentLog }),
  },
  estimating,
);
const files = Array.from({ length: 20 }, (_, at) => ({
  type: 'text' as const,
  name: `text ${at}`,
  content: 'words',
}));
for (;;) await projects.create(unrestricted(userId), { name: 'n', description: 'd', politicsId, files });
