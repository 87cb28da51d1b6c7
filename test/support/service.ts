import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWordsChecker, defaultLimits } from '../../engine/index.ts';
import { assetAddresses } from '../../src/assets/address.ts';
import { diskAssets } from '../../src/assets/disk.ts';
import { meteredAssets } from '../../src/assets/metered.ts';
import type { AssetStore } from '../../src/assets/port.ts';
import { openBucket } from '../../src/assets/s3/open.ts';
import { eventTickets } from '../../src/auth/event-tickets.ts';
import { signingKeyOf } from '../../src/bundle/signing-key.ts';
import { outputFormatsOf } from '../../src/compose/backend.ts';
import { problemOfPrompts } from '../../src/compose/models.ts';
import { readConfig } from '../../src/config.ts';
import { checkUrl } from '../../src/fetch/check-url.ts';
import { createGuardedFetch } from '../../src/fetch/guarded-fetch.ts';
import { createGuardedPost } from '../../src/fetch/guarded-post.ts';
import { fetchPolicy } from '../../src/fetch/policy.ts';
import { webhookTester } from '../../src/notify/webhook.ts';
import { shownKey, webhookKey } from '../../src/notify/webhook-key.ts';
import { embeddedQueue } from '../../src/queue/embedded.ts';
import type { Dependencies, Log, RunModels, ServiceLimits } from '../../src/services/dependencies.ts';
import { startHeartbeat } from '../../src/services/leases/heartbeat.ts';
import type { Estimating } from '../../src/services/reading.ts';
import type { WorkerDependencies } from '../../src/services/runs/run-attempt.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import { sourceTextsOf, storedTexts } from '../../src/sources/cached-texts.ts';
import { watchedFolders } from '../../src/sources/folders/open.ts';
import { linkCacheOf } from '../../src/sources/link-cache.ts';
import { openSourceFor } from '../../src/sources/open-source.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { chosenMongo } from './mongo/servers.ts';
import { chosenBucket } from './s3/bucket.ts';

const addresses = assetAddresses(() => 'https://files.example.org');
export const loopbackPolicy = fetchPolicy({ allowHosts: ['127.0.0.2'], hostSpacingMs: 0 });

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The default limits, but for smaller bundles. */
export const serviceLimits: ServiceLimits = {
  ...readConfig({ LIMIT_BUNDLE_BYTES: '67108864' }),
  monthly: { tokens: null, cost: null },
};

/**
 * The services with a real store and real assets in a separate folder. `clock.time` is the current time for the
 * services.
 */
export type ServiceUnderTest = {
  folder: string;
  /** The settings with which another process uses the same data. */
  environment: { DATA_DIR: string } & Record<string, string>;
  store: Store;
  assets: AssetStore;
  services: Services;
  dependencies: Dependencies;
  estimating: Estimating;
  clock: { now(): Date; time: number | null };
  close(): Promise<void>;
};

export async function startService(
  limits: Partial<ServiceLimits> = {},
  ownPrompts: string | null = null,
): Promise<ServiceUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-service-'));
  const mongo = chosenMongo();
  const store = mongo === null ? openSqliteStore(folder) : await mongo.open();
  const clock: ServiceUnderTest['clock'] = { time: null, now: () => new Date(clock.time ?? Date.now()) };
  const bucket = await chosenBucket();
  const kept =
    bucket === null
      ? diskAssets(join(folder, 'assets'), addresses, () => clock.now())
      : openBucket(bucket.settings, bucket.settings.S3_BUCKET, addresses, () => clock.now());
  const heartbeat = startHeartbeat({ store, log: silentLog });
  const { LIMIT_STORED_BYTES: storedBytes } = { ...serviceLimits, ...limits };
  const assets = meteredAssets(kept, store.fileSizes, storedBytes, () => clock.now());
  const dependencies: Dependencies = {
    store,
    assets,
    findTexts: storedTexts(store.sourceTexts, clock),
    links: { check: (url) => checkUrl(url, loopbackPolicy), assetIdIn: addresses.idIn },
    folders: watchedFolders({ ...readConfig({}), WATCH_FOLDERS: [folder] }),
    prompts: { problem: async (versions) => problemOfPrompts(versions, ownPrompts) },
    outputFormats: outputFormatsOf({ LIMIT_OUTPUT_FORMAT_BYTES: defaultLimits.formatBytes }),
    queue: embeddedQueue(),
    notices: {
      perDay: 1_000,
      keyFor: (userId, url, rotation) => shownKey(webhookKey('test', userId, url, rotation)),
      test: webhookTester(createGuardedPost(loopbackPolicy), 'test', store.webhookRotations.find),
    },
    limits: { ...serviceLimits, ...limits },
    tickets: eventTickets('test'),
    clock,
    log: silentLog,
    version: '0.0.0',
    signingKey: signingKeyOf('test'),
    scratchFolder: join(folder, 'scratch'),
    holder: heartbeat,
  };
  const estimating = {
    signal: new AbortController().signal,
    parts: async () => workerDependenciesOf({ dependencies, folder }),
  };
  return {
    folder,
    environment: { DATA_DIR: folder, ...(mongo && { MONGODB_URL: mongo.url }), ...bucket?.environment },
    store,
    assets,
    services: createServices(dependencies, estimating),
    dependencies,
    estimating,
    clock,
    async close() {
      await heartbeat.stop();
      await store.close();
      await mongo?.drop();
      await bucket?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The dependencies of a worker with the same store and assets, and with the real engine. Links can lead only to
 * loopback.
 */
export function workerDependenciesOf(
  { dependencies, folder }: Pick<ServiceUnderTest, 'dependencies' | 'folder'>,
  { checker = createWordsChecker(), transcriber, ...changes }: Partial<WorkerDependencies & RunModels> = {},
): WorkerDependencies {
  const scratch = join(folder, 'scratch');
  const guardedFetch = createGuardedFetch(scratch, loopbackPolicy);
  const { assets, store, clock } = dependencies;
  const linkCacheFor = (owner: string) => linkCacheOf(owner, store.sourceTexts, clock);
  return {
    ...dependencies,
    models: { checker, ...(transcriber && { transcriber }) },
    linkCacheFor,
    openSourceFor: (owner) =>
      openSourceFor(owner, {
        assets,
        addresses,
        guardedFetch,
        folder: scratch,
        linkCache: linkCacheFor(owner),
        linksMs: 60_000,
      }),
    sourceCacheFor: (owner) => sourceTextsOf(owner, store.sourceTexts, clock),
    limits: defaultLimits,
    ...changes,
  };
}
