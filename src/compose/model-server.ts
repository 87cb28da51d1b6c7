import { ProvisoError } from '../../engine/model/errors.ts';
import type { Config } from '../config.ts';

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
  /** The models at the server, such as `MODEL gpt-5`. */
  asked: string;
};

const openAI = 'https://api.openai.com/v1';
/** A server that lists its models too slowly may still answer questions. */
const patienceMs = 2_000;

/** Throws `bad_setting` for a model at OpenAI's own server without a key, which OpenAI would refuse. */
export function requireModelKeys(settings: ModelServerSettings): void {
  for (const { baseUrl, apiKey, urlSetting, keySetting, asked } of serversOf(settings)) {
    if (baseUrl !== null || apiKey !== null) continue;
    throw new ProvisoError(
      'bad_setting',
      `${asked} is asked at OpenAI, and ${keySetting} is not set. Set ${keySetting}, or set ${urlSetting} to a server of your own.`,
    );
  }
}

/**
 * Checks within two seconds, and without using a token, for errors that would otherwise only show after all files
 * were read and each question was retried: a missing or refused key, or an unreachable server. Throws `bad_setting`,
 * or the signal's reason. A server that lists no models passes.
 */
export async function requireModelServers(settings: ModelServerSettings, signal: AbortSignal): Promise<void> {
  requireModelKeys(settings);
  await Promise.all(serversOf(settings).map((server) => requireServer(server, signal)));
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

/** Without a base URL a name may start with another provider, which has its own keys: `anthropic:claude-…`. */
function isAskedHere(model: string, baseUrl: string | null): boolean {
  return baseUrl !== null || !/^(?!(openai|ft):)[a-z][a-z0-9_-]*:./.test(model);
}

async function requireServer(
  { baseUrl, apiKey, urlSetting, keySetting, asked }: Server,
  signal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(patienceMs);
  const url = baseUrl ?? openAI;
  const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  let status: number;
  try {
    const answer = await fetch(`${url}/models`, { headers, signal: AbortSignal.any([signal, timeout]) });
    status = answer.status;
    await answer.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return;
    throw new ProvisoError(
      'bad_setting',
      `The model server ${url} could not be reached (${causeOf(error)}), and ${asked} is asked there. Start the server, or set ${urlSetting} to its address.`,
      { cause: error },
    );
  }
  if (status !== 401 && status !== 403) return;
  throw new ProvisoError(
    'bad_setting',
    apiKey === null
      ? `The model server ${url} asks for a key (${status}), and ${keySetting} is not set. Set it.`
      : `The model server ${url} refuses the key of ${keySetting} (${status}). Set ${keySetting} to a key that it accepts.`,
  );
}

/** The underlying cause: fetch itself only says "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return causeOf(error.cause);
  const code = 'code' in error ? String(error.code) : '';
  return (
    error.message.replace(
      /^bad port$/,
      'fetch does not connect to this port, which is on its list of blocked ports',
    ) || code
  );
}
