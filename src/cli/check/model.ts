import {
  type Checker,
  type Embedder,
  libreOffice,
  openRecognition,
  type PageLayout,
  type Recognition,
  type Transcriber,
  type Vision,
} from '../../../engine/index.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { openEmbeddings } from '../../compose/embedding-model.ts';
import { type ModelChoice, openChecker, openPictures } from '../../compose/model-checker.ts';
import { type ModelServerSettings, requireModelServers } from '../../compose/model-server.ts';
import { endpointTranscriber } from '../../sources/transcriber.ts';
import { badInput } from '../terminal/failure.ts';
import type { CheckOptions } from './options.ts';

type ModelOptions = Pick<
  CheckOptions,
  'model' | 'baseUrl' | 'embeddingModel' | 'promptVersion' | 'budgetTokens' | 'estimate' | 'keepAnswers'
>;

/** The transcriber that the environment selects; null if it selects none. */
export function transcriberFor(
  { baseUrl }: Pick<CheckOptions, 'baseUrl'>,
  environment: NodeJS.ProcessEnv,
): Transcriber | null {
  const model = setting(environment, 'TRANSCRIPTION_MODEL');
  if (model === null) return null;
  const url = (baseUrl ?? setting(environment, 'OPENAI_BASE_URL'))?.replace(/\/+$/, '') ?? null;
  return endpointTranscriber({
    model,
    baseUrl: url,
    apiKey: setting(environment, 'OPENAI_API_KEY'),
    timeoutMs: transcriptionMs,
  });
}

const transcriptionMs = 600_000;

/**
 * Checks within two seconds whether the models in options and environment can be reached. Throws `bad_input` with
 * what to do, or the signal's reason.
 */
export async function requireServers(
  options: ModelOptions,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl, apiKey } = serverOf(options, environment);
  const settings: ModelServerSettings = {
    MODEL: options.model ?? setting(environment, 'MODEL'),
    // A check can run without these models: what they are needed for is reported as unread.
    VISION_MODEL: null,
    TRANSCRIPTION_MODEL: null,
    EMBEDDING_MODEL: options.embeddingModel ?? setting(environment, 'EMBEDDING_MODEL'),
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: apiKey,
    EMBEDDING_BASE_URL: urlIn('EMBEDDING_BASE_URL', setting(environment, 'EMBEDDING_BASE_URL')),
    EMBEDDING_API_KEY: setting(environment, 'EMBEDDING_API_KEY'),
  };
  await requireModelServers(settings, signal).catch((error: unknown) => {
    throw error instanceof ProvisoError ? badInput(error.message) : error;
  });
}

/**
 * The checker that options and environment select; options take precedence. Throws `bad_input` if it is not
 * available.
 */
export function checkerFor(options: ModelOptions, environment: NodeJS.ProcessEnv, secret: string): Checker {
  const model = options.model ?? setting(environment, 'MODEL');
  const embeds = (options.embeddingModel ?? setting(environment, 'EMBEDDING_MODEL')) !== null;
  const { baseUrl, promptVersion, estimate, keepAnswers } = options;
  const asksAny = baseUrl ?? options.budgetTokens ?? estimate ?? keepAnswers;
  if (model === null && (promptVersion !== undefined || (!embeds && asksAny !== undefined))) {
    throw badInput('these options need a language model: set it with --model or MODEL');
  }
  const budgetTokens = budgetOf(options, environment);
  return orBadInput(() => openChecker({ ...serverOf(options, environment), model, budgetTokens }, secret));
}

/**
 * The embedder that options and environment select; null if they select none. `share` is the weight of meaning
 * against words. Throws like `checkerFor`.
 */
export function embedderFor(
  options: ModelOptions & { embeddingShare?: number | undefined },
  environment: NodeJS.ProcessEnv,
): Embedder | null {
  const server = serverOf(options, environment);
  return orBadInput(() =>
    openEmbeddings({
      model: options.embeddingModel ?? setting(environment, 'EMBEDDING_MODEL'),
      baseUrl: urlIn('EMBEDDING_BASE_URL', setting(environment, 'EMBEDDING_BASE_URL')),
      apiKey: setting(environment, 'EMBEDDING_API_KEY'),
      others: server,
      share:
        options.embeddingShare ?? numberIn('EMBEDDING_SHARE', setting(environment, 'EMBEDDING_SHARE'), 1),
      price: numberIn('EMBEDDING_PRICE', setting(environment, 'EMBEDDING_PRICE'), 1_000_000),
      budgetTokens: budgetOf(options, environment),
    }),
  );
}

/**
 * The model that describes pictures, as the environment selects it; null if it selects none. Throws like
 * `checkerFor`.
 */
export function visionFor(options: ModelOptions, environment: NodeJS.ProcessEnv): Vision | null {
  const model = setting(environment, 'VISION_MODEL');
  return orBadInput(() => openPictures({ ...serverOf(options, environment), model, budgetTokens: null }));
}

/**
 * Determines the pages of office documents; null if the environment, or `unset` in its place, says off. Throws like
 * `checkerFor`.
 */
export function layoutFor(
  environment: NodeJS.ProcessEnv,
  unset: 'auto' | 'off' = 'auto',
): (() => Promise<PageLayout | null>) | null {
  const set = setting(environment, 'PAGE_LAYOUT') ?? unset;
  if (set !== 'auto' && set !== 'off') throw badInput(`PAGE_LAYOUT is "${set}": set it to auto or off`);
  return set === 'auto' ? libreOffice() : null;
}

/** The picture languages that the environment selects; null means English alone. Throws like `checkerFor`. */
export function recognitionFor(environment: NodeJS.ProcessEnv): Recognition | null {
  const languages = (environment.OCR_LANGUAGES ?? '').split(',').map((language) => language.trim());
  return orBadInput(() => openRecognition(languages.filter((language) => language !== '')));
}

function serverOf(
  { baseUrl, promptVersion }: ModelOptions,
  environment: NodeJS.ProcessEnv,
): Omit<ModelChoice, 'model' | 'budgetTokens'> {
  return {
    baseUrl: urlIn('OPENAI_BASE_URL', baseUrl ?? setting(environment, 'OPENAI_BASE_URL')),
    apiKey: setting(environment, 'OPENAI_API_KEY'),
    prices: setting(environment, 'MODEL_PRICES'),
    prompts: setting(environment, 'PROMPTS_DIR'),
    promptVersions: promptVersion ?? setting(environment, 'PROMPT_VERSIONS') ?? '',
  };
}

function budgetOf({ budgetTokens }: ModelOptions, environment: NodeJS.ProcessEnv): number | null {
  const budget = setting(environment, 'RUN_BUDGET_TOKENS');
  if (budget !== null && !/^\d{1,15}$/.test(budget))
    throw badInput(`RUN_BUDGET_TOKENS is "${budget}", which is not a whole number`);
  return budgetTokens ?? (Number(budget) || null);
}

/** Null if it is unset or empty. */
function setting(environment: NodeJS.ProcessEnv, name: string): string | null {
  return environment[name]?.trim() || null;
}

function urlIn(name: string, url: string | null): string | null {
  if (url !== null && !/^https?:\/\/[^/]/.test(url))
    throw badInput(`${name} is "${url}", which is not an http(s) URL`);
  return url?.replace(/\/+$/, '') ?? null;
}

function numberIn(name: string, text: string | null, most: number): number | null {
  if (text === null) return null;
  const number = Number(text);
  if (number >= 0 && number <= most) return number;
  throw badInput(`${name} is "${text}", which is not a number from 0 to ${most}`);
}

function orBadInput<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (error instanceof ProvisoError) throw badInput(error.message);
    throw error;
  }
}
