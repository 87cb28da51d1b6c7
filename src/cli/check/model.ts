import {
  type Checker,
  libreOffice,
  openRecognition,
  type PageLayout,
  type Recognition,
  type Transcriber,
  type Vision,
} from '../../../engine/index.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { type ModelChoice, openChecker, openPictures } from '../../model-checker.ts';
import { endpointTranscriber } from '../../sources/transcriber.ts';
import { badInput } from '../failure.ts';
import type { CheckOptions } from './options.ts';

type ModelOptions = Pick<
  CheckOptions,
  'model' | 'baseUrl' | 'promptVersion' | 'budgetTokens' | 'estimate' | 'keepAnswers'
>;

/** What writes recordings down, as the environment asks for it; null when it does not. */
export function transcriberFor(
  { baseUrl }: Pick<CheckOptions, 'baseUrl'>,
  environment: NodeJS.ProcessEnv,
): Transcriber | null {
  const set = (name: string): string | null => environment[name]?.trim() || null;
  const model = set('TRANSCRIPTION_MODEL');
  if (model === null) return null;
  const url = (baseUrl ?? set('OPENAI_BASE_URL'))?.replace(/\/+$/, '') ?? null;
  return endpointTranscriber({
    model,
    baseUrl: url,
    apiKey: set('OPENAI_API_KEY'),
    timeoutMs: transcriptionMs,
  });
}

const transcriptionMs = 600_000;

/** The checker that options and environment ask for; options come first. Throws `bad_input` when it can't be had. */
export function checkerFor(options: ModelOptions, environment: NodeJS.ProcessEnv, secret: string): Checker {
  const set = (name: string): string | null => environment[name]?.trim() || null;
  const model = options.model ?? set('MODEL');
  const asksModel =
    options.baseUrl ??
    options.promptVersion ??
    options.budgetTokens ??
    options.estimate ??
    options.keepAnswers;
  if (model === null && asksModel !== undefined) {
    throw badInput('these options are for a language model: name it with --model or MODEL');
  }
  const baseUrl = options.baseUrl ?? set('OPENAI_BASE_URL');
  if (baseUrl !== null && !/^https?:\/\/[^/]/.test(baseUrl))
    throw badInput(`${baseUrl} is no http(s) URL of a model server`);
  const budget = set('RUN_BUDGET_TOKENS');
  if (budget !== null && !/^\d{1,15}$/.test(budget))
    throw badInput(`RUN_BUDGET_TOKENS is "${budget}", which is no whole number`);
  const budgetTokens = options.budgetTokens ?? (Number(budget) || null);
  return orBadInput(() => openChecker({ ...serverOf(options, environment), model, budgetTokens }, secret));
}

/** What says what pictures show, as the environment asks for it; null when it does not. Throws like `checkerFor`. */
export function visionFor(options: ModelOptions, environment: NodeJS.ProcessEnv): Vision | null {
  const model = environment.VISION_MODEL?.trim() || null;
  return orBadInput(() => openPictures({ ...serverOf(options, environment), model, budgetTokens: null }));
}

/** What finds the pages of documents; null when the environment switches it off. Throws like `checkerFor`. */
export function layoutFor(environment: NodeJS.ProcessEnv): (() => Promise<PageLayout | null>) | null {
  const set = environment.PAGE_LAYOUT?.trim() || 'auto';
  if (set !== 'auto' && set !== 'off') throw badInput(`PAGE_LAYOUT is "${set}", and may be auto or off`);
  return set === 'auto' ? libreOffice() : null;
}

/** The languages of pictures that the environment asks for; null for English alone. Throws like `checkerFor`. */
export function recognitionFor(environment: NodeJS.ProcessEnv): Recognition | null {
  const languages = (environment.OCR_LANGUAGES ?? '').split(',').map((language) => language.trim());
  return orBadInput(() => openRecognition(languages.filter((language) => language !== '')));
}

function serverOf(
  { baseUrl, promptVersion }: ModelOptions,
  environment: NodeJS.ProcessEnv,
): Omit<ModelChoice, 'model' | 'budgetTokens'> {
  const set = (name: string): string | null => environment[name]?.trim() || null;
  return {
    baseUrl: baseUrl ?? set('OPENAI_BASE_URL'),
    apiKey: set('OPENAI_API_KEY'),
    prices: set('MODEL_PRICES'),
    prompts: set('PROMPTS_DIR'),
    promptVersions: promptVersion ?? set('PROMPT_VERSIONS') ?? '',
  };
}

function orBadInput<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (error instanceof ProvisoError) throw badInput(error.message);
    throw error;
  }
}
