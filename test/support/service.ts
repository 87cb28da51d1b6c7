import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetAddresses } from '../../src/assets/address.ts';
import { diskAssets } from '../../src/assets/disk.ts';
import type { AssetStore } from '../../src/assets/port.ts';
import { checkUrl } from '../../src/fetch/check-url.ts';
import { fetchPolicy } from '../../src/fetch/policy.ts';
import { embeddedQueue } from '../../src/queue/embedded.ts';
import type { Dependencies, Log, ServiceLimits } from '../../src/services/dependencies.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

export const serviceLimits: ServiceLimits = {
  rules: 200,
  knowledgeFiles: 50,
  recipients: 100,
  files: 100,
  textBytes: 5 * 1024 * 1024,
  uploadBytes: 200 * 1024 * 1024,
};

/** The services over a real store and real assets in a folder of their own. `clock.time` can be moved. */
export type ServiceUnderTest = {
  folder: string;
  store: Store;
  assets: AssetStore;
  services: Services;
  dependencies: Dependencies;
  clock: { now(): Date; time: number | null };
  close(): Promise<void>;
};

export function startService(limits: Partial<ServiceLimits> = {}): ServiceUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-service-'));
  const store = openSqliteStore(folder);
  const clock: ServiceUnderTest['clock'] = { time: null, now: () => new Date(clock.time ?? Date.now()) };
  const addresses = assetAddresses(() => 'https://files.example.org');
  const assets = diskAssets(join(folder, 'assets'), addresses, () => clock.now());
  const policy = fetchPolicy();
  const dependencies: Dependencies = {
    store,
    assets,
    links: { check: (url) => checkUrl(url, policy), assetIdIn: addresses.idIn },
    queue: embeddedQueue(),
    limits: { ...serviceLimits, ...limits },
    clock,
    log: silentLog,
  };
  return {
    folder,
    store,
    assets,
    services: createServices(dependencies),
    dependencies,
    clock,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every asset that is kept, by name. */
export async function keptAssets(assets: AssetStore): Promise<string[]> {
  const names: string[] = [];
  for await (const asset of assets.listOlderThan(new Date('2100-01-01'))) names.push(asset.name);
  return names.toSorted();
}
