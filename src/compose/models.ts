import { join } from 'node:path';
import {
  type Checker,
  createWordsChecker,
  type Embedder,
  libreOffice,
  openEmbedder,
  openModelChecker,
  openRecognition,
  openVision,
  ownCertificates,
  parsePrices,
  parsePromptChoice,
  promptProblem,
  readCertificates,
  readPrompts,
  type Transcriber,
  type Vision,
} from '../../engine/index.ts';
import type { Certificate } from '../../engine/model/certificate.ts';
import type { ModelSettings } from '../config.ts';
import { packageFolder } from '../process/package-folder.ts';
import type { RunModels } from '../services/dependencies.ts';
import { endpointTranscriber } from '../sources/transcriber.ts';

/**
 * Opens the models and programs that the settings select, for the service and the command line. Throws `bad_prompt`,
 * `bad_prompt_choice`, `bad_prices` and what `openRecognition` throws.
 */
export function openModels(settings: ModelSettings, secret: string): RunModels {
  const transcriber = openTranscriber(settings);
  const vision = openPictures(settings);
  const embedder = openEmbeddings(settings);
  const recognition = openRecognition(settings.OCR_LANGUAGES);
  return {
    checker: openChecker(settings, secret),
    ...(transcriber && { transcriber }),
    ...(vision && { vision }),
    ...(embedder && { embedder }),
    ...(recognition && { recognition }),
    ...(settings.PAGE_LAYOUT === 'auto' && { layout: libreOffice() }),
  };
}

/** The certificates of a file, or null, and of this release. Throws `bad_data` if it is not a file of certificates. */
export function certificatesFor(file: string | null): readonly Certificate[] {
  return file === null ? ownCertificates : [...readCertificates(file), ...ownCertificates];
}

/**
 * The checker that the settings select: the lexical checker if MODEL is not set. Throws `bad_data` if CERTIFICATE_FILE
 * is not a file of certificates.
 */
export function openChecker(settings: ModelSettings, secret: string): Checker {
  const { CERTIFICATE_FILE, MODEL } = settings;
  const certificates = certificatesFor(CERTIFICATE_FILE);
  if (MODEL === null) return createWordsChecker({ certificates });
  return openModelChecker({ ...languageModel(settings, MODEL), secret, certificates });
}

function languageModel(settings: ModelSettings, model: string) {
  const { MODEL_PRICES, MODEL_READ_TOKENS, RUN_BUDGET_TOKENS } = settings;
  return {
    settings: {
      ...endpointOf(settings, model),
      readTokens: MODEL_READ_TOKENS,
      ...(MODEL_PRICES !== null && { prices: parsePrices(MODEL_PRICES) }),
    },
    prompts: promptsOf(settings),
    ...(RUN_BUDGET_TOKENS > 0 && { budgetTokens: RUN_BUDGET_TOKENS }),
  };
}

function openPictures(settings: ModelSettings): Vision | null {
  const { VISION_MODEL } = settings;
  if (VISION_MODEL === null) return null;
  return openVision({ settings: endpointOf(settings, VISION_MODEL), prompts: promptsOf(settings) });
}

function openTranscriber(settings: ModelSettings): Transcriber | null {
  if (settings.TRANSCRIPTION_MODEL === null) return null;
  return endpointTranscriber({
    model: settings.TRANSCRIPTION_MODEL,
    baseUrl: settings.OPENAI_BASE_URL,
    apiKey: settings.OPENAI_API_KEY,
    timeoutMs: settings.TRANSCRIPTION_TIMEOUT_SECONDS * 1000,
  });
}

/**
 * The embedding model that the settings select; null if EMBEDDING_MODEL is not set. OPENAI_API_KEY is not sent to
 * EMBEDDING_BASE_URL.
 */
export function openEmbeddings(settings: ModelSettings): Embedder | null {
  const { EMBEDDING_MODEL, EMBEDDING_BASE_URL, EMBEDDING_SHARE, EMBEDDING_PRICE, RUN_BUDGET_TOKENS } =
    settings;
  if (EMBEDDING_MODEL === null) return null;
  const ownKey = EMBEDDING_BASE_URL === null ? settings.OPENAI_API_KEY : null;
  const { concurrency: _, ...endpoint } = endpointOf(
    {
      ...settings,
      OPENAI_BASE_URL: EMBEDDING_BASE_URL ?? settings.OPENAI_BASE_URL,
      OPENAI_API_KEY: settings.EMBEDDING_API_KEY ?? ownKey,
    },
    EMBEDDING_MODEL,
  );
  return openEmbedder({
    ...endpoint,
    ...(EMBEDDING_SHARE !== null && { share: EMBEDDING_SHARE }),
    ...(EMBEDDING_PRICE !== null && { price: EMBEDDING_PRICE }),
    ...(RUN_BUDGET_TOKENS > 0 && { budgetTokens: RUN_BUDGET_TOKENS }),
  });
}

/** The problem with requested prompt versions; null if all of them exist. */
export function problemOfPrompts(versions: string, folder: string | null): string | null {
  return promptProblem(readPrompts(join(packageFolder(), 'prompts'), folder), versions);
}

function endpointOf(settings: ModelSettings, model: string) {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, MODEL_TOKENS_PER_MINUTE } = settings;
  return {
    model,
    ...(baseUrl !== null && { baseUrl }),
    ...(apiKey !== null && { apiKey }),
    concurrency: settings.MODEL_CONCURRENCY,
    ...(MODEL_TOKENS_PER_MINUTE > 0 && { tokensPerMinute: MODEL_TOKENS_PER_MINUTE }),
    timeoutMs: settings.MODEL_TIMEOUT_SECONDS * 1000,
  };
}

function promptsOf({ PROMPTS_DIR, PROMPT_VERSIONS }: ModelSettings) {
  return {
    ours: join(packageFolder(), 'prompts'),
    ...(PROMPTS_DIR !== null && { others: PROMPTS_DIR }),
    choice: parsePromptChoice(PROMPT_VERSIONS),
  };
}
