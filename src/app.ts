import { createServer as createListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { assetAddresses } from './assets/address.ts';
import { diskAssets } from './assets/disk.ts';
import type { AssetStore } from './assets/port.ts';
import { createAccounts } from './auth/accounts.ts';
import type { Accounts } from './auth/port.ts';
import { installationSecret } from './auth/secret.ts';
import type { Config } from './config.ts';
import { checkUrl } from './fetch/check-url.ts';
import { fetchPolicy } from './fetch/policy.ts';
import type { HttpSettings } from './http/parts.ts';
import { createServer } from './http/server.ts';
import { packageFolder } from './package-folder.ts';
import { embeddedQueue } from './queue/embedded.ts';
import type { Queue } from './queue/port.ts';
import type { Dependencies } from './services/dependencies.ts';
import { createServices, type Services } from './services/services.ts';
import type { Store } from './store/port.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

/** The service without its server: what the command line works with beside a running one. */
export type Core = {
  store: Store;
  assets: AssetStore;
  queue: Queue;
  services: Services;
  accounts: Accounts;
  dependencies: Dependencies;
  /** What it runs on, one line each. */
  describe(): string[];
  close(): Promise<void>;
};

/** A server that answers. */
export type RunningServer = {
  /** How it is reached. */
  url: string;
  core: Core;
  describe(): string[];
  /** Ends in order: readiness fails, intake stops, requests finish, connections close. Calling it again waits for the same end. */
  stop(): Promise<void>;
};

/** Puts the service together from the settings: the only place that chooses adapters. */
export async function openCore(config: Config, log: Logger, publicUrl: () => string): Promise<Core> {
  const folder = config.DATA_DIR;
  const policy = fetchPolicy({
    allowHosts: config.FETCH_ALLOW_HOSTS,
    denyAddresses: config.FETCH_DENY_ADDRESSES,
    maxBytes: config.LIMIT_UPLOAD_BYTES,
  });
  const secret = await installationSecret(folder, config.SECRET);
  const store = openSqliteStore(folder);
  const addresses = assetAddresses(publicUrl);
  const assets = diskAssets(join(folder, 'assets'), addresses);
  const queue = embeddedQueue();
  const dependencies: Dependencies = {
    store,
    assets,
    queue,
    log,
    links: { check: (url) => checkUrl(url, policy), assetIdIn: (url) => addresses.idIn(url) },
    limits: {
      rules: config.LIMIT_RULES,
      knowledgeFiles: config.LIMIT_KNOWLEDGE_FILES,
      recipients: config.LIMIT_RECIPIENTS,
      files: config.LIMIT_FILES,
      textBytes: config.LIMIT_TEXT_BYTES,
      uploadBytes: config.LIMIT_UPLOAD_BYTES,
    },
    clock: { now: () => new Date() },
  };
  return {
    store,
    assets,
    queue,
    dependencies,
    services: createServices(dependencies),
    accounts: createAccounts(store.auth, {
      signUp: config.SIGN_UP,
      sessionDays: config.SESSION_DAYS,
      secret,
      publicUrl,
    }),
    describe: () => [
      `records: ${store.description}`,
      `files: ${join(folder, 'assets')}`,
      `queue: ${queue.description}`,
    ],
    async close() {
      await queue.close();
      await store.close();
    },
  };
}

/** Starts the server and waits until it listens. Throws when the port is taken or the data can't be opened. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  let url = '';
  let stopping = false;
  const core = await openCore(config, log, () => url);
  const app = createServer({
    services: core.services,
    accounts: core.accounts,
    assets: core.assets,
    settings: httpSettings(config),
    log,
    publicUrl: () => new URL(url).origin,
    readiness: {
      records: () => core.store.ping(),
      files: async () => {
        await core.assets.find('0'.repeat(40));
      },
    },
    gauges: [
      {
        name: 'proviso_runs_waiting',
        help: 'Runs nobody works on yet.',
        read: () => core.store.runs.countWaiting(),
      },
    ],
    isStopping: () => stopping,
    packageFolder: packageFolder(),
  });
  const listener = createListener(app);
  try {
    await listen(listener, config);
  } catch (error) {
    await core.close();
    throw error;
  }
  const { port } = addressOf(listener);
  url = config.PUBLIC_URL ?? `http://localhost:${port}`;

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping = true;
    await closeListener(listener, config.SHUTDOWN_SECONDS * 1000);
    await core.close();
  };
  return {
    url,
    core,
    describe: () => [`listening on ${config.HOST} port ${port}`, ...core.describe()],
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function httpSettings(config: Config): HttpSettings {
  return {
    bodyBytes: config.LIMIT_BODY_BYTES,
    textBytes: config.LIMIT_TEXT_BYTES,
    uploadBytes: config.LIMIT_UPLOAD_BYTES,
    requestsPerMinute: config.LIMIT_REQUESTS_PER_MINUTE,
    signInsPerHour: config.LIMIT_SIGN_INS_PER_HOUR,
    trustedProxies: config.TRUST_PROXY,
  };
}

function listen(listener: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(PORT, HOST, () => {
      listener.off('error', reject);
      resolve();
    });
  });
}

function addressOf(listener: Server): AddressInfo {
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}

/** Takes no more connections, lets requests finish for the given time, then cuts them off. */
function closeListener(listener: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => listener.closeAllConnections(), graceMs);
    listener.close(() => {
      clearTimeout(cut);
      resolve();
    });
    listener.closeIdleConnections();
  });
}
