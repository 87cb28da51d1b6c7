import { join } from 'node:path';
import type { Checker, Embedder, Transcriber, Vision } from '../../engine/index.ts';
import { type AssetAddresses, assetAddresses } from '../assets/address.ts';
import { meteredAssets } from '../assets/metered.ts';
import { eventTickets } from '../auth/event-tickets.ts';
import { installationSecret } from '../auth/secret.ts';
import type { Config } from '../config.ts';
import { fieldPath } from '../domain/errors.ts';
import { checkUrl } from '../fetch/check-url.ts';
import { createGuardedFetch } from '../fetch/guarded-fetch.ts';
import { createGuardedPost } from '../fetch/guarded-post.ts';
import { fetchPolicy } from '../fetch/policy.ts';
import { removeOldScratch } from '../fetch/scratch.ts';
import type { Channels } from '../notify/port.ts';
import { webhookChannel } from '../notify/webhook.ts';
import { shownKey, webhookKey } from '../notify/webhook-key.ts';
import { prepareDataFolder } from '../process/data-folder.ts';
import type { Queue } from '../queue/port.ts';
import type { Dependencies, Log } from '../services/dependencies.ts';
import type { WorkerDependencies } from '../services/runs/run-attempt.ts';
import { sourceTextsOf } from '../sources/cached-texts.ts';
import { linkCacheOf } from '../sources/link-cache.ts';
import { openSourceFor } from '../sources/open-source.ts';
import { openAssets, openStore } from './adapters.ts';
import type { ModelChoice } from './model-checker.ts';

/** Far longer than reading one file may take. */
const scratchMs = 60 * 60 * 1000;

/** The parts that the server and its workers share. */
export type Backend = {
  /** Signs the tickets, tokens and links that the installation issues. */
  secret: string;
  /** Everything the services need except the queue, and the renewer of this process's leases. */
  dependencies: Omit<Dependencies, 'queue' | 'holder'>;
  addresses: AssetAddresses;
  /** Loads the engine; a server whose runs are processed elsewhere does not need it. */
  workerDependencies(queue: Queue): Promise<Omit<WorkerDependencies, 'holder'>>;
  /** The channels that notify people and programs of ended runs. */
  channels(): Promise<Channels>;
  /** Removes what processes left that died while they read a file. Returns the number of files. */
  removeOldScratch(): Promise<number>;
  close(): Promise<void>;
};

/** Opens the adapters that the settings select. `publicUrl` is read at each use. Throws what `openStore` throws. */
export async function openBackend(config: Config, log: Log, publicUrl: () => string): Promise<Backend> {
  for (const warning of prepareDataFolder(config.DATA_DIR)) log.warn({}, warning);
  const secret = await installationSecret(config.DATA_DIR, config.SECRET);
  if (config.MODEL !== null) await checkerOf(config, secret);
  await visionOf(config);
  if (config.OCR_LANGUAGES.length > 0)
    (await import('../../engine/index.ts')).openRecognition(config.OCR_LANGUAGES);
  const store = await openStore(config, (warning) => log.warn({}, warning));
  const folder = join(config.DATA_DIR, 'scratch');
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
  const dependencies = {
    store,
    assets,
    links: { check: (url: string) => checkUrl(url, policy), assetIdIn: addresses.idIn },
    prompts: {
      problem: async (versions: string) => {
        const { problemOfPrompts } = await import('./model-checker.ts');
        return problemOfPrompts(versions, config.PROMPTS_DIR);
      },
    },
    outputFormats: outputFormatsOf(config),
    limits: {
      quotas: {
        politics: config.LIMIT_POLITICS,
        projects: config.LIMIT_PROJECTS,
        runs: config.LIMIT_UNENDED_RUNS,
        tokens: config.LIMIT_TOKENS,
        streams: config.LIMIT_STREAMS,
        storedBytes: config.LIMIT_STORED_BYTES,
      },
      streams: config.LIMIT_SERVER_STREAMS,
      rules: config.LIMIT_RULES,
      knowledgeFiles: config.LIMIT_KNOWLEDGE_FILES,
      recipients: config.LIMIT_RECIPIENTS,
      files: config.LIMIT_FILES,
      textBytes: config.LIMIT_TEXT_BYTES,
      answerBytes: config.LIMIT_ANSWER_BYTES,
      reportBytes: config.LIMIT_REPORT_BYTES,
      uploadBytes: config.LIMIT_UPLOAD_BYTES,
    },
    notices: {
      perDay: config.LIMIT_MESSAGES_PER_DAY,
      keyFor: (userId: string, url: string) => shownKey(webhookKey(secret, userId, url)),
    },
    tickets: eventTickets(secret),
    clock: { now: () => new Date() },
    log,
  };
  return {
    secret,
    dependencies,
    addresses,

    removeOldScratch: () => removeOldScratch(folder, new Date(Date.now() - scratchMs)),

    async workerDependencies(queue) {
      const [{ defaultLimits, libreOffice, openRecognition }, { answerCacheOf }, checker] = await Promise.all(
        [import('../../engine/index.ts'), import('../sources/answer-cache.ts'), checkerOf(config, secret)],
      );
      const guardedFetch = createGuardedFetch(folder, policy);
      const linkCacheFor = (owner: string) => linkCacheOf(owner, store.sourceTexts, dependencies.clock);
      const transcriber = await transcriberOf(config);
      const vision = await visionOf(config);
      const embedder = await embedderOf(config);
      const recognition = openRecognition(config.OCR_LANGUAGES);
      return {
        ...dependencies,
        queue,
        checker,
        ...(transcriber && { transcriber }),
        ...(vision && { vision }),
        ...(embedder && { embedder }),
        ...(recognition && { recognition }),
        ...(config.PAGE_LAYOUT === 'auto' && { layout: libreOffice() }),
        answersFor: (owner) => answerCacheOf(owner, store.sourceTexts, dependencies.clock),
        linkCacheFor,
        openSourceFor: (owner) =>
          openSourceFor(owner, {
            assets,
            addresses,
            guardedFetch,
            folder,
            linkCache: linkCacheFor(owner),
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
      const webhook = webhookChannel(createGuardedPost(policy), secret);
      if (config.SMTP_URL === null) return { email: null, webhook };
      const { emailChannel } = await import('../notify/email.ts');
      return { email: emailChannel({ url: config.SMTP_URL, from: config.SMTP_FROM }), webhook };
    },

    close: () => store.close(),
  };
}

/** Only the engine's rule check is loaded, and only when needed: a server does not need the rest of the engine. */
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

/** Throws for invalid model settings. */
async function checkerOf(config: Config, secret: string): Promise<Checker> {
  const { openChecker } = await import('./model-checker.ts');
  return openChecker(modelChoice(config), secret);
}

/** Null if no transcription model is set. */
async function transcriberOf(config: Config): Promise<Transcriber | null> {
  const { TRANSCRIPTION_MODEL: model, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  if (model === null) return null;
  const { endpointTranscriber } = await import('../sources/transcriber.ts');
  const timeoutMs = config.TRANSCRIPTION_TIMEOUT_SECONDS * 1000;
  return endpointTranscriber({ model, baseUrl, apiKey, timeoutMs });
}

/** Null if no model for describing pictures is set. Throws for invalid settings of one. */
async function visionOf(config: Config): Promise<Vision | null> {
  if (config.VISION_MODEL === null) return null;
  const { openPictures } = await import('./model-checker.ts');
  return openPictures({ ...modelChoice(config), model: config.VISION_MODEL });
}

/** Null if no embedding model is set. */
async function embedderOf(config: Config): Promise<Embedder | null> {
  if (config.EMBEDDING_MODEL === null) return null;
  const { openEmbeddings } = await import('./embedding-model.ts');
  const { baseUrl, apiKey, budgetTokens, tokensPerMinute, timeoutMs } = modelChoice(config);
  return openEmbeddings({
    model: config.EMBEDDING_MODEL,
    baseUrl: config.EMBEDDING_BASE_URL,
    apiKey: config.EMBEDDING_API_KEY,
    others: { baseUrl, apiKey },
    share: config.EMBEDDING_SHARE,
    price: config.EMBEDDING_PRICE,
    budgetTokens,
    tokensPerMinute,
    timeoutMs,
  });
}

function modelChoice(config: Config): ModelChoice {
  return {
    model: config.MODEL,
    baseUrl: config.OPENAI_BASE_URL,
    apiKey: config.OPENAI_API_KEY,
    prompts: config.PROMPTS_DIR,
    promptVersions: config.PROMPT_VERSIONS,
    budgetTokens: config.RUN_BUDGET_TOKENS || null,
    concurrency: config.MODEL_CONCURRENCY,
    tokensPerMinute: config.MODEL_TOKENS_PER_MINUTE || undefined,
    timeoutMs: config.MODEL_TIMEOUT_SECONDS * 1000,
    readTokens: config.MODEL_READ_TOKENS,
    prices: config.MODEL_PRICES,
  };
}
