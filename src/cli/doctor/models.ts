import type { ModelFailure } from '../../../engine/index.ts';
import type { Config } from '../../config.ts';
import { type Diagnosis, type Examine, failing } from './diagnosis.ts';

/**
 * How long a model may take to answer with one word, in ms. It is long because a local model may have to be loaded
 * first.
 */
const answerMs = 30_000;

/** The tests of the models for checking, for pictures and for embeddings. Each test sends one short request. */
export function modelParts(config: Config): [string, Examine][] {
  const { MODEL, VISION_MODEL, EMBEDDING_MODEL } = config;
  return [
    ...prompts(config),
    ['model', () => (MODEL === null ? byWords() : answers(config, 'MODEL', MODEL))],
    ...(VISION_MODEL === null
      ? []
      : [
          ['model for pictures', () => answers(config, 'VISION_MODEL', VISION_MODEL)] satisfies [
            string,
            Examine,
          ],
        ]),
    ...(EMBEDDING_MODEL === null
      ? []
      : [['embeddings', () => embeds(config, EMBEDDING_MODEL)] satisfies [string, Examine]]),
  ];
}

function prompts({ PROMPTS_DIR, PROMPT_VERSIONS }: Config): [string, Examine][] {
  if (PROMPTS_DIR === null && PROMPT_VERSIONS === '') return [];
  const examine = async (): Promise<Diagnosis> => {
    const { problemOfPrompts } = await import('../../compose/models.ts');
    const problem = problemOfPrompts(PROMPT_VERSIONS, PROMPTS_DIR);
    if (problem !== null) throw new Error(`PROMPT_VERSIONS: ${problem}`);
    return { is: PROMPT_VERSIONS === '' ? `also those in ${PROMPTS_DIR}` : PROMPT_VERSIONS };
  };
  return [['prompts', examine]];
}

async function byWords(): Promise<Diagnosis> {
  return {
    is: 'none: rules are checked by words alone',
    notes: ['set MODEL to have a language model check them'],
  };
}

async function answers(config: Config, setting: string, model: string): Promise<Diagnosis> {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  const { tryModel } = await import('../../../engine/index.ts');
  const at = { ...(baseUrl !== null && { baseUrl }), ...(apiKey !== null && { apiKey }) };
  await tried(`${setting} ${model}`, { setting, url: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY' }, (signal) =>
    tryModel({ model, timeoutMs: answerMs, ...at }, signal),
  );
  return { is: `${model} answers${baseUrl === null ? '' : ` at ${baseUrl}`}` };
}

async function embeds(config: Config, model: string): Promise<Diagnosis> {
  const own = config.EMBEDDING_BASE_URL !== null;
  const baseUrl = config.EMBEDDING_BASE_URL ?? config.OPENAI_BASE_URL;
  const apiKey = config.EMBEDDING_API_KEY ?? (own ? null : config.OPENAI_API_KEY);
  const { tryEmbeddings } = await import('../../../engine/index.ts');
  const at = { ...(baseUrl !== null && { baseUrl }), ...(apiKey !== null && { apiKey }) };
  const names = own
    ? { url: 'EMBEDDING_BASE_URL', key: 'EMBEDDING_API_KEY' }
    : { url: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY' };
  await tried(`EMBEDDING_MODEL ${model}`, { setting: 'EMBEDDING_MODEL', ...names }, (signal) =>
    tryEmbeddings({ model, timeoutMs: answerMs, ...at }, signal),
  );
  return { is: `${model} answers${baseUrl === null ? '' : ` at ${baseUrl}`}` };
}

type Names = { setting: string; url: string; key: string };

async function tried(
  what: string,
  { setting, url, key }: Names,
  ask: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { ModelFailure } = await import('../../../engine/index.ts');
  const fixes: Record<ModelFailure['code'], string> = {
    not_authorized: `Set ${key} to a key that the server accepts.`,
    connection_lost: `Start the server, or set ${url} to its address.`,
    timed_out: `Find out why the server does not answer in time, or set ${url} to another one.`,
    request_refused: `Correct ${setting}: the server may not know this name.`,
    rate_limited: 'Wait, or raise the limit of the key at the provider.',
    server_fault: `See what is wrong with the server of ${url}.`,
    not_installed: '',
    not_set_up: '',
  };
  await ask(new AbortController().signal).catch((cause: unknown) => {
    throw cause instanceof ModelFailure ? failing(what, cause, fixes[cause.code]) : cause;
  });
}
