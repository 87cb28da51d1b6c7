import { join } from 'node:path';
import { type AssetAddresses, assetAddresses } from '../assets/address.ts';
import { meteredAssets } from '../assets/metered.ts';
import { eventTickets } from '../auth/event-tickets.ts';
import { installationSecret } from '../auth/secret.ts';
import { signingKeyOf } from '../bundle/signing-key.ts';
import type { Config } from '../config.ts';
import { fieldPath } from '../domain/errors.ts';
import { checkUrl } from '../fetch/check-url.ts';
import { createGuardedFetch } from '../fetch/guarded-fetch.ts';
import { createGuardedPost } from '../fetch/guarded-post.ts';
import { fetchPolicy } from '../fetch/policy.ts';
import { removeOldScratch } from '../fetch/scratch.ts';
import type { AccountMail, Channels } from '../notify/port.ts';
import { webhookChannel, webhookTester } from '../notify/webhook.ts';
import { shownKey, webhookKey } from '../notify/webhook-key.ts';
import { prepareDataFolder } from '../process/data-folder.ts';
import { packageVersion } from '../process/package-version.ts';
import type { Queue } from '../queue/port.ts';
import { monthlyAllowance } from '../services/budgets/allowance.ts';
import type { Dependencies, Log } from '../services/dependencies.ts';
import type { WorkerDependencies } from '../services/runs/run-attempt.ts';
import { sourceTextsOf, storedTexts } from '../sources/cached-texts.ts';
import { watchedFolders } from '../sources/folders/open.ts';
import { linkCacheOf } from '../sources/link-cache.ts';
import { openSourceFor } from '../sources/open-source.ts';
import { openAssets, openStore } from './adapters.ts';

/** The age in ms from which a scratch file counts as old: far longer than reading a file can take. */
const scratchMs = 60 * 60 * 1000;

/** The dependencies that the server and its workers share. */
export type Backend = {
  /** The secret of the installation, for example for signing sessions, event tickets and webhooks. */
  secret: string;
  /** The dependencies of the services, except the queue and the holder of this process's leases. */
  dependencies: Omit<Dependencies, 'queue' | 'holder'>;
  addresses: AssetAddresses;
  /**
   * The dependencies of a worker. Loads the engine, which a server does not need if other processes work on its runs.
   * `linksMs` is the time for all links of one run or request together.
   */
  workerDependencies(queue: Queue, linksMs: number): Promise<Omit<WorkerDependencies, 'holder'>>;
  /** The channels that notify people and programs of ended runs. */
  channels(): Promise<Channels>;
  /** Sends the links with which people set their password; null if the operator has not configured a mail server. */
  accountMail(): Promise<AccountMail | null>;
  /** Removes scratch files of processes that died while they read a file. Returns the number of files. */
  removeOldScratch(): Promise<number>;
  close(): Promise<void>;
};

/**
 * Opens the adapters that the settings select. `publicUrl` is read at each use. Files that exist only during a request
 * or a run are in `folder`. Throws what `openStore` throws.
 */
export async function openBackend(
  config: Config,
  log: Log,
  publicUrl: () => string,
  folder = join(config.DATA_DIR, 'scratch'),
): Promise<Backend> {
  for (const warning of prepareDataFolder(config.DATA_DIR)) log.warn({}, warning);
  const secret = await installationSecret(config.DATA_DIR, config.SECRET);
  // Opens the models once, so that the start fails if one of their settings is wrong. If none of these settings is set,
  // the engine is not loaded.
  const { MODEL, VISION_MODEL, CERTIFICATE_FILE, OCR_LANGUAGES } = config;
  if ([MODEL, VISION_MODEL, CERTIFICATE_FILE].some((one) => one !== null) || OCR_LANGUAGES.length > 0)
    (await import('./models.ts')).openModels(config, secret);
  const store = await openStore(config, (warning) => log.warn({}, warning));
  const signingKey = signingKeyOf(config.SIGNING_SECRET ?? secret);
  const { id, x } = signingKey;
  await store.signingKeys.publish({ id, x, since: new Date().toISOString() });
  const addresses = assetAddresses(publicUrl);
  const kept = await openAssets(config, addresses);
  const assets = meteredAssets(kept, store.fileSizes, config.LIMIT_STORED_BYTES, () => new Date());
  const policy = fetchPolicy({
    allowHosts: config.FETCH_ALLOW_HOSTS,
    denyAddresses: config.FETCH_DENY_ADDRESSES,
    maxBytes: config.LIMIT_UPLOAD_BYTES,
    hostRequests: config.FETCH_HOST_REQUESTS,
    hostSpacingMs: config.FETCH_HOST_SPACING_MS,
  });
  const clock = { now: () => new Date() };
  const dependencies = {
    store,
    assets,
    findTexts: storedTexts(store.sourceTexts, clock),
    links: { check: (url: string) => checkUrl(url, policy), assetIdIn: addresses.idIn },
    folders: watchedFolders(config),
    prompts: {
      problem: async (versions: string) => {
        const { problemOfPrompts } = await import('./models.ts');
        return problemOfPrompts(versions, config.PROMPTS_DIR);
      },
    },
    outputFormats: outputFormatsOf(config),
    limits: { ...config, monthly: { tokens: config.MONTHLY_TOKENS || null, cost: config.MONTHLY_COST } },
    notices: {
      perDay: config.LIMIT_MESSAGES_PER_DAY,
      keyFor: (workspaceId: string, url: string, rotation: number) =>
        shownKey(webhookKey(secret, workspaceId, url, rotation)),
      test: webhookTester(createGuardedPost(policy), secret, store.webhookRotations.find),
    },
    tickets: eventTickets(secret),
    clock,
    log,
    version: packageVersion(),
    signingKey,
    scratchFolder: folder,
  };
  return {
    secret,
    dependencies,
    addresses,

    removeOldScratch: () => removeOldScratch(folder, new Date(Date.now() - scratchMs)),

    async workerDependencies(queue, linksMs) {
      const [{ defaultLimits }, { answerCacheOf }, { openModels }] = await Promise.all([
        import('../../engine/index.ts'),
        import('../sources/answer-cache.ts'),
        import('./models.ts'),
      ]);
      const guardedFetch = createGuardedFetch(folder, policy);
      const linkCacheFor = (owner: string) => linkCacheOf(owner, store.sourceTexts, dependencies.clock);
      return {
        ...dependencies,
        queue,
        models: openModels(config, secret),
        answersFor: (owner) => answerCacheOf(owner, store.sourceTexts, dependencies.clock),
        allowanceFor: (run) =>
          monthlyAllowance(run, {
            ...{ store, clock: dependencies.clock, log },
            caps: dependencies.limits.monthly,
          }),
        linkCacheFor,
        openSourceFor: (owner) =>
          openSourceFor(owner, {
            assets,
            addresses,
            guardedFetch,
            folder,
            linkCache: linkCacheFor(owner),
            linksMs,
          }),
        sourceCacheFor: (owner) => sourceTextsOf(owner, store.sourceTexts, dependencies.clock),
        limits: {
          ...defaultLimits,
          pages: config.LIMIT_PAGES,
          fileBytes: config.LIMIT_UPLOAD_BYTES,
          fileCharacters: config.LIMIT_FILE_CHARACTERS,
          formatBytes: config.LIMIT_OUTPUT_FORMAT_BYTES,
          outputBytes: config.LIMIT_OUTPUT_BYTES,
          outputMs: config.LIMIT_OUTPUT_SECONDS * 1000,
        },
      };
    },

    async channels() {
      const webhook = webhookChannel(createGuardedPost(policy), secret, store.webhookRotations.find);
      if (config.SMTP_URL === null) return { email: null, webhook };
      const { emailChannel } = await import('../notify/email.ts');
      return { email: emailChannel({ url: config.SMTP_URL, from: config.SMTP_FROM }), webhook };
    },

    async accountMail() {
      if (config.SMTP_URL === null) return null;
      const { accountMail } = await import('../notify/account-mail.ts');
      return accountMail({ url: config.SMTP_URL, from: config.SMTP_FROM });
    },

    close: () => store.close(),
  };
}

/**
 * Validates output formats. At the first use, only the module of the engine that validates them is loaded, because a
 * server does not need the rest.
 */
export function outputFormatsOf({
  LIMIT_OUTPUT_FORMAT_BYTES: formatBytes,
}: Pick<Config, 'LIMIT_OUTPUT_FORMAT_BYTES'>): Dependencies['outputFormats'] {
  return {
    async problems(format) {
      const { outputFormatProblems } = await import('../../engine/shape/check-output-format.ts');
      const problems = await outputFormatProblems(format, { formatBytes });
      return problems.map(({ place, message }) => ({ path: fieldPath(['outputFormat', ...place]), message }));
    },
  };
}
