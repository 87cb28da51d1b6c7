import { codeOf, ProvisoError } from '../../engine/model/errors.ts';
import type { Config } from '../config.ts';
import type { Log } from '../services/dependencies.ts';

/** The settings for the models and their servers. */
export type ModelServerSettings = Pick<
  Config,
  | 'MODEL'
  | 'VISION_MODEL'
  | 'TRANSCRIPTION_MODEL'
  | 'EMBEDDING_MODEL'
  | 'OPENAI_BASE_URL'
  | 'OPENAI_API_KEY'
  | 'EMBEDDING_BASE_URL'
  | 'EMBEDDING_API_KEY'
>;

/** A server that speaks the OpenAI protocol, with the names of its settings. */
type Server = {
  baseUrl: string | null;
  apiKey: string | null;
  urlSetting: string;
  keySetting: string;
  /** The models to call at the server, for messages: each with the name of its setting, such as `MODEL gpt-5`. */
  asked: string;
};

const openAI = 'https://api.openai.com/v1';
/**
 * How long to wait for the list of models, in ms. A server that takes longer is accepted, because listing models can
 * take longer than answering a question.
 */
const patienceMs = 2_000;

/** How long to wait for it at the start of a service, which goes on meanwhile, in ms. */
const patienceAtStartMs = 5_000;

/**
 * Throws `bad_setting` for a missing or rejected key and for an unreachable server. Without this check, such an error
 * would only appear after all files were read and each call was retried. The check takes at most two seconds and uses
 * no tokens. A server that cannot list its models passes. Also throws the reason of the signal.
 */
export async function requireModelServers(settings: ModelServerSettings, signal: AbortSignal): Promise<void> {
  requireModelKeys(settings);
  const problems = await Promise.all(
    serversOf(settings).map((server) => problemOf(server, signal, patienceMs)),
  );
  for (const problem of problems)
    if (problem !== null && !problem.mayAnswer) throw new ProvisoError('bad_setting', problem.message);
}

/**
 * Asks the same for a service that starts, without delaying it: a server that does not work now may work when a run
 * needs it, so its problem is only logged. Throws `bad_setting` for a missing key.
 */
export function warnOfModelServers(settings: ModelServerSettings, log: Log): void {
  requireModelKeys(settings);
  for (const server of serversOf(settings)) {
    void problemOf(server, new AbortController().signal, patienceAtStartMs).then(
      (problem) => problem && log.warn({}, problem.message),
    );
  }
}

/**
 * Throws `bad_setting` if a model is to be called at OpenAI's own server and no key is set, because OpenAI would reject
 * every call.
 */
export function requireModelKeys(settings: ModelServerSettings): void {
  for (const { baseUrl, apiKey, urlSetting, keySetting, asked } of serversOf(settings)) {
    if (baseUrl !== null || apiKey !== null) continue;
    throw new ProvisoError(
      'bad_setting',
      `${asked} would be called at OpenAI, but ${keySetting} is not set. Set ${keySetting}, or set ${urlSetting} to a server of your own.`,
    );
  }
}

function serversOf(settings: ModelServerSettings): Server[] {
  const { MODEL, VISION_MODEL, TRANSCRIPTION_MODEL, EMBEDDING_MODEL, ...at } = settings;
  const own = { urlSetting: 'OPENAI_BASE_URL', keySetting: 'OPENAI_API_KEY' };
  const first = { baseUrl: at.OPENAI_BASE_URL, apiKey: at.OPENAI_API_KEY, ...own };
  const asked = [
    ...(MODEL !== null && isAskedHere(MODEL, at.OPENAI_BASE_URL) ? [`MODEL ${MODEL}`] : []),
    ...(VISION_MODEL !== null && isAskedHere(VISION_MODEL, at.OPENAI_BASE_URL)
      ? [`VISION_MODEL ${VISION_MODEL}`]
      : []),
    ...(TRANSCRIPTION_MODEL === null ? [] : [`TRANSCRIPTION_MODEL ${TRANSCRIPTION_MODEL}`]),
  ];
  const servers: Server[] = asked.length > 0 ? [{ ...first, asked: asked.join(', ') }] : [];
  if (EMBEDDING_MODEL === null) return servers;
  const embeddings = `EMBEDDING_MODEL ${EMBEDDING_MODEL}`;
  if (at.EMBEDDING_BASE_URL === null) {
    const apiKey = at.EMBEDDING_API_KEY ?? at.OPENAI_API_KEY;
    return [...servers, { ...first, apiKey, asked: embeddings }];
  }
  return [
    ...servers,
    {
      baseUrl: at.EMBEDDING_BASE_URL,
      apiKey: at.EMBEDDING_API_KEY,
      urlSetting: 'EMBEDDING_BASE_URL',
      keySetting: 'EMBEDDING_API_KEY',
      asked: embeddings,
    },
  ];
}

/**
 * Whether the model is called at the OpenAI-compatible server. Without a base URL, the name of a model can start with a
 * different provider, such as `anthropic:claude-…`, which needs its own key.
 */
function isAskedHere(model: string, baseUrl: string | null): boolean {
  return baseUrl !== null || !/^(?!(openai|ft):)[a-z][a-z0-9_-]*:./.test(model);
}

/** What is wrong with a server. `mayAnswer`: it may answer questions although it does not list its models. */
type Problem = { message: string; mayAnswer: boolean };

async function problemOf(
  { baseUrl, apiKey, urlSetting, keySetting, asked }: Server,
  signal: AbortSignal,
  waitMs: number,
): Promise<Problem | null> {
  const timeout = AbortSignal.timeout(waitMs);
  const url = baseUrl ?? openAI;
  const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  let status: number;
  try {
    const answer = await fetch(`${url}/models`, { headers, signal: AbortSignal.any([signal, timeout]) });
    status = answer.status;
    await answer.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    const mayAnswer = timeout.aborted;
    const why = mayAnswer
      ? `has not listed its models within ${waitMs / 1000} seconds`
      : `could not be reached (${causeOf(error)})`;
    const fix = mayAnswer ? 'Find out why it is slow' : 'Start the server';
    const message = `The model server ${url} ${why}, but ${asked} is set to be called there. ${fix}, or set ${urlSetting} to its address.`;
    return { message, mayAnswer };
  }
  if (status === 401 || status === 403) {
    const message =
      apiKey === null
        ? `The model server ${url} requires a key (${status}), but ${keySetting} is not set. Set ${keySetting} to a key that the server accepts.`
        : `The model server ${url} rejects the key in ${keySetting} (${status}). Set ${keySetting} to a key that it accepts.`;
    return { message, mayAnswer: false };
  }
  // Many servers cannot list their models, and say so with 404 or 501.
  if (status < 500 || status === 501) return null;
  const message = `The model server ${url} failed with ${status} when it was asked for its models, but ${asked} is set to be called there. See what is wrong with the server.`;
  return { message, mayAnswer: true };
}

/** The message of the underlying cause, because fetch itself only says "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return causeOf(error.cause);
  return (
    error.message.replace(
      /^bad port$/,
      'fetch does not connect to this port, which is on its list of blocked ports',
    ) || codeOf(error)
  );
}
