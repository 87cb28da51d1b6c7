import { randomBytes } from 'node:crypto';
import { openLocalFile, type Ports, type SourceCache } from '../../../engine/index.ts';
import { requireModelServers } from '../../compose/model-server.ts';
import { openModels } from '../../compose/models.ts';
import { type Environment, type ModelSettings, readModelSettings } from '../../config.ts';
import type { RunModels } from '../../services/dependencies.ts';
import { asOperator } from '../settings/settings.ts';
import { badInput, orBadInput } from '../terminal/ending.ts';
import type { CheckOptions } from './options.ts';

export type ModelOptions = Pick<
  CheckOptions,
  'model' | 'baseUrl' | 'embeddingModel' | 'promptVersion' | 'budgetTokens' | 'estimate' | 'keepAnswers'
> & { embeddingShare?: number | undefined };

/**
 * Reads the settings for models from the options and the environment; options take precedence. If a value is not
 * allowed, throws `bad_input`, whose message names the option or the setting.
 */
export function modelSettings(options: ModelOptions, environment: Environment): ModelSettings {
  const given: [option: string, setting: string, value: string | number | undefined][] = [
    ['--model', 'MODEL', options.model],
    ['--base-url', 'OPENAI_BASE_URL', options.baseUrl],
    ['--embedding-model', 'EMBEDDING_MODEL', options.embeddingModel],
    ['--embedding-share', 'EMBEDDING_SHARE', options.embeddingShare],
    ['--prompt-version', 'PROMPT_VERSIONS', options.promptVersion],
    ['--budget-tokens', 'RUN_BUDGET_TOKENS', options.budgetTokens],
  ];
  const set = given.filter(([, , value]) => value !== undefined);
  const values = Object.fromEntries(set.map(([, setting, value]) => [setting, String(value)]));
  const settings = orBadInput(
    () => readModelSettings({ ...environment, ...values }),
    (message) =>
      set.reduce((text, [option, setting]) => text.replace(`${setting} is "`, `${option} is "`), message),
  );
  requireModel(options, settings);
  return settings;
}

function requireModel(options: ModelOptions, { MODEL, EMBEDDING_MODEL }: ModelSettings): void {
  const { baseUrl, budgetTokens, promptVersion, estimate, keepAnswers } = options;
  if (MODEL !== null) return;
  const needsAny = baseUrl ?? budgetTokens ?? estimate ?? keepAnswers;
  if (promptVersion === undefined && (EMBEDDING_MODEL !== null || needsAny === undefined)) return;
  throw badInput(
    'options such as --prompt-version and --estimate need a language model: set it with --model or MODEL',
  );
}

/** Opens the models of the settings. Throws `bad_input` if one of the models is not available. */
export function modelsHere(settings: ModelSettings, secret: string): RunModels {
  return orBadInput(() => openModels(settings, secret));
}

/**
 * The secret from which the markers in prompts are derived: that of the installation, else that of the folder of
 * recorded answers, else a new one.
 */
export function secretHere(environment: Environment, kept: { secret: string } | null = null): string {
  return environment.SECRET?.trim() || kept?.secret || randomBytes(32).toString('hex');
}

/** The ports of a check with the files, the clock and the models of this machine. */
export function portsHere(models: RunModels, sourceCache: SourceCache): Ports {
  return { openSource: openLocalFile, sourceCache, clock: { now: () => new Date() }, ...models };
}

/** Opens the folder of recorded answers, if there is one. */
export async function answersHere(folder: string | undefined) {
  if (folder === undefined) return null;
  const { answersIn } = await import('./answer-folder.ts');
  return answersIn(folder);
}

/**
 * Checks within two seconds whether the model servers can be reached. Throws `bad_input`, whose message says what to
 * do. If the signal is aborted, throws the reason of the signal. The models that read recordings and pictures are not
 * tested, because a check can run without them: files that need them are reported as not read.
 */
export async function requireServers(settings: ModelSettings, signal: AbortSignal): Promise<void> {
  const needed = { ...settings, VISION_MODEL: null, TRANSCRIPTION_MODEL: null };
  await asOperator(() => requireModelServers(needed, signal));
}
