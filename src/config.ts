import { z } from 'zod';
import { ProvisoError } from '../engine/model/errors.ts';
import { type About, abouts } from './config/kinds.ts';
import { modelSettings, settingsSchema } from './config/settings.ts';
import { nearName } from './domain/near-name.ts';

/** Every setting, read and checked. */
export type Config = Readonly<z.output<typeof settingsSchema>>;

/** The settings for models and for programs that read files. The command line reads only these settings. */
const modelSettingsSchema = z.object(modelSettings).omit({ MONTHLY_TOKENS: true, MONTHLY_COST: true });

export type ModelSettings = Readonly<z.output<typeof modelSettingsSchema>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment. A setting that is missing or empty has its default. Throws `bad_setting`;
 * the message names every invalid setting with the allowed values, or the settings that conflict.
 */
export function readConfig(environment: Environment): Config {
  const config = parsed(settingsSchema, environment);
  requireTogether(config);
  return config;
}

/** Reads the model settings as `readConfig` does. Other settings are ignored, even if they are invalid. */
export function readModelSettings(environment: Environment): ModelSettings {
  return parsed(modelSettingsSchema, environment);
}

function parsed<Settings>(schema: z.ZodType<Settings>, environment: Environment): Settings {
  const given = Object.entries(environment).flatMap(([name, value]) => {
    const trimmed = value?.trim();
    return trimmed ? [[name, trimmed] as const] : [];
  });
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const wrong = new Set(result.error.issues.map(({ path }) => String(path[0])));
  const problems = [...wrong].map((name) => {
    const { allowed, secret } = aboutOf(name);
    return `${name}${secret ? '' : ` is "${environment[name]}", which`} is not allowed: set it to ${allowed}`;
  });
  throw new ProvisoError('bad_setting', problems.join('\n'));
}

/** Throws `bad_setting` if a bucket setting is set without another setting that it requires. */
function requireTogether(config: Config): void {
  const bucketless = (
    ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'] as const
  ).filter((name) => config[name] !== null);
  if (config.S3_BUCKET === null && bucketless.length > 0) {
    throw new ProvisoError(
      'bad_setting',
      `${bucketless.join(', ')} set without S3_BUCKET: set S3_BUCKET to the name of the bucket`,
    );
  }
  const oidc = (['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const).filter(
    (name) => config[name] === null,
  );
  if (oidc.length > 0 && (oidc.length < 3 || config.OIDC_EMAIL_DOMAINS.length > 0)) {
    throw new ProvisoError(
      'bad_setting',
      `${oidc.join(', ')} not set, but other OIDC_ settings are: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of them`,
    );
  }
  if ((config.S3_ACCESS_KEY_ID === null) !== (config.S3_SECRET_ACCESS_KEY === null)) {
    throw new ProvisoError(
      'bad_setting',
      'only one of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY is set: set both or neither',
    );
  }
}

/** Returns a sentence for each environment variable whose name looks like a misspelt setting. */
export function misspelt(environment: Environment): string[] {
  const names = Object.keys(settingsSchema.shape);
  return Object.keys(environment).flatMap((name) => {
    // Build tools set MODE; it is not a misspelt MODEL.
    if (names.includes(name) || name === 'MODE') return [];
    const near = nearName(name, names);
    if (near !== null) return [`${name} is not a setting: did you mean ${near}?`];
    const family = ['LIMIT_', 'FETCH_', 'S3_', 'OIDC_'].some((start) => name.startsWith(start));
    return family ? [`${name} is not a setting: .env.example lists all settings`] : [];
  });
}

const models = ['MODEL', 'VISION_MODEL', 'TRANSCRIPTION_MODEL', 'EMBEDDING_MODEL'] as const;

type Names = readonly (keyof Config)[];

/** Settings that have no effect unless one of the settings in `needs` is set. */
const dependentSettings: readonly { settings: Names; needs: Names }[] = [
  {
    settings: ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'RUN_BUDGET_TOKENS', 'MONTHLY_TOKENS'],
    needs: models,
  },
  {
    settings: ['MODEL_CONCURRENCY', 'MODEL_TOKENS_PER_MINUTE', 'MODEL_TIMEOUT_SECONDS'],
    needs: ['MODEL', 'VISION_MODEL', 'EMBEDDING_MODEL'],
  },
  { settings: ['PROMPTS_DIR', 'PROMPT_VERSIONS'], needs: ['MODEL', 'VISION_MODEL'] },
  { settings: ['MODEL_READ_TOKENS', 'MODEL_PRICES'], needs: ['MODEL'] },
  { settings: ['MONTHLY_COST'], needs: ['MODEL_PRICES', 'EMBEDDING_PRICE'] },
  {
    settings: ['EMBEDDING_BASE_URL', 'EMBEDDING_API_KEY', 'EMBEDDING_SHARE', 'EMBEDDING_PRICE'],
    needs: ['EMBEDDING_MODEL'],
  },
  { settings: ['TRANSCRIPTION_TIMEOUT_SECONDS'], needs: ['TRANSCRIPTION_MODEL'] },
  { settings: ['SMTP_FROM'], needs: ['SMTP_URL'] },
  { settings: ['S3_REGION', 'S3_PATH_STYLE', 'S3_SIGNED_SECONDS'], needs: ['S3_BUCKET'] },
  { settings: ['MONGODB_POOL', 'MONGODB_TIMEOUT_SECONDS'], needs: ['MONGODB_URL'] },
];

/** Returns a sentence for each group of settings that have no effect, because a setting that they need is not set. */
export function ignoredSettings(environment: Environment): string[] {
  // A copy of .env.example sets every setting to its default.
  const isSet = (name: string) => {
    const value = environment[name]?.trim() ?? '';
    return value !== '' && value !== aboutOf(name).fallback;
  };
  return dependentSettings.flatMap(({ settings, needs }) => {
    const ignored = settings.filter(isSet);
    if (ignored.length === 0 || needs.some(isSet)) return [];
    const [are, have] = ignored.length === 1 ? ['is', 'has'] : ['are', 'have'];
    return [`${joined('and', ignored)} ${are} set but ${have} no effect: set ${joined('or', needs)} too`];
  });
}

function joined(word: 'and' | 'or', names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(` ${word} `);
}

/** What is said about a setting. Throws `bad_setting` if there is none with this name. */
export function aboutOf(name: string): About {
  const shape: Readonly<Record<string, z.ZodType>> = settingsSchema.shape;
  const found = shape[name] && abouts.get(shape[name]);
  if (!found) throw new ProvisoError('bad_setting', `${name} is not a setting`);
  return found;
}
