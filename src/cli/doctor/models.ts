import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelFailure } from '../../../engine/index.ts';
import { requireModelKeys, requireModelServers } from '../../compose/model-server.ts';
import type { Config } from '../../config.ts';
import { type Diagnosis, failing, orFail, type Part } from './diagnosis.ts';

/**
 * How long a model may take to answer with one word, in ms. It is long because a local model may have to be loaded
 * first.
 */
const answerMs = 30_000;

const noModels = { MODEL: null, VISION_MODEL: null, TRANSCRIPTION_MODEL: null, EMBEDDING_MODEL: null };

/**
 * The tests of the models for checking, for pictures, for recordings and for embeddings. Each test sends one short
 * request.
 */
export function modelParts(config: Config): Part[] {
  const { PROMPTS_DIR, PROMPT_VERSIONS } = config;
  return [
    ['prompts', PROMPTS_DIR === null && PROMPT_VERSIONS === '' ? null : PROMPT_VERSIONS, prompts],
    ['model', config.MODEL ?? '', checks],
    ['model for pictures', config.VISION_MODEL, describes],
    ['transcription', config.TRANSCRIPTION_MODEL, transcribes],
    ['embeddings', config.EMBEDDING_MODEL, embeds],
    ['certificates', config.CERTIFICATE_FILE, certificates],
  ];
}

async function certificates(file: string): Promise<Diagnosis> {
  const { readCertificates } = await import('../../../engine/index.ts');
  const fix = 'Set it to a file that proviso eval certify wrote, or leave it unset.';
  await orFail((async () => readCertificates(file))(), 'CERTIFICATE_FILE', fix);
  return { is: file };
}

async function prompts(versions: string, { PROMPTS_DIR }: Config): Promise<Diagnosis> {
  const { problemOfPrompts } = await import('../../compose/models.ts');
  const problem = problemOfPrompts(versions, PROMPTS_DIR);
  if (problem !== null) throw new Error(`PROMPT_VERSIONS: ${problem}`);
  return { is: versions === '' ? `also those in ${PROMPTS_DIR}` : versions };
}

/** Without a model, rules are checked by words. */
async function checks(model: string, config: Config): Promise<Diagnosis> {
  if (model === '')
    return {
      is: 'none: rules are checked by words alone',
      notes: ['set MODEL to have a language model check them'],
    };
  const diagnosis = await answers(config, 'MODEL', model);
  const { certificatesFor } = await import('../../compose/models.ts');
  const languages = certificatesFor(config.CERTIFICATE_FILE)
    .filter((one) => one.method === 'model' && one.model === model)
    .flatMap((one) => one.languages);
  const advice = `proviso eval certify --model ${model}`;
  const notes =
    languages.length === 0
      ? [`nobody has measured how often CONFIRMED is right with this model: run ${advice}`]
      : [`CONFIRMED was measured with this model in: ${languages.join(', ')}`];
  return { ...diagnosis, notes };
}

async function answers(
  config: Config,
  setting: 'MODEL' | 'VISION_MODEL',
  model: string,
  jpeg?: Uint8Array,
): Promise<Diagnosis> {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  requireModelKeys({ ...config, ...noModels, [setting]: model });
  const { tryModel } = await import('../../../engine/index.ts');
  const at = serverAt(baseUrl, apiKey);
  await tried(`${setting} ${model}`, { setting, url: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY' }, (signal) =>
    tryModel({ model, timeoutMs: answerMs, ...at }, signal, jpeg),
  );
  return answersAt(model, baseUrl);
}

/** Sends a picture, because a model that takes no pictures answers a text as well. */
async function describes(model: string, config: Config): Promise<Diagnosis> {
  const { default: sharp } = await import('sharp');
  const grey = { width: 64, height: 64, channels: 3, background: 'grey' } as const;
  const is = await answers(config, 'VISION_MODEL', model, await sharp({ create: grey }).jpeg().toBuffer());
  return { is: `${is.is} to a picture` };
}

/** Sends a second of silence. */
async function transcribes(model: string, config: Config): Promise<Diagnosis> {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  const { signal } = new AbortController();
  // Distinguishes a server that is down from one that refuses the key, which a transcriber does not.
  await requireModelServers({ ...config, ...noModels, TRANSCRIPTION_MODEL: model }, signal);
  const { endpointTranscriber } = await import('../../sources/transcriber.ts');
  const folder = await mkdtemp(join(tmpdir(), 'proviso-doctor-'));
  try {
    const path = join(folder, 'silence.wav');
    await writeFile(path, silence());
    const { transcribe } = endpointTranscriber({ model, baseUrl, apiKey, timeoutMs: answerMs });
    await orFail(transcribe({ path, name: 'silence.wav' }, signal), `TRANSCRIPTION_MODEL ${model}`, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return answersAt(model, baseUrl);
}

/** A WAV file with one second of silence: 16-bit mono with 16,000 samples a second. */
function silence(): Buffer {
  const [rate, bytes] = [16_000, 32_000];
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(bytes, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}

async function embeds(model: string, config: Config): Promise<Diagnosis> {
  const own = config.EMBEDDING_BASE_URL !== null;
  requireModelKeys({ ...config, ...noModels, EMBEDDING_MODEL: model });
  const baseUrl = config.EMBEDDING_BASE_URL ?? config.OPENAI_BASE_URL;
  const apiKey = config.EMBEDDING_API_KEY ?? (own ? null : config.OPENAI_API_KEY);
  const { tryEmbeddings } = await import('../../../engine/index.ts');
  const at = serverAt(baseUrl, apiKey);
  const names = own
    ? { url: 'EMBEDDING_BASE_URL', key: 'EMBEDDING_API_KEY' }
    : { url: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY' };
  await tried(`EMBEDDING_MODEL ${model}`, { setting: 'EMBEDDING_MODEL', ...names }, (signal) =>
    tryEmbeddings({ model, timeoutMs: answerMs, ...at }, signal),
  );
  return answersAt(model, baseUrl);
}

function answersAt(model: string, baseUrl: string | null): Diagnosis {
  return { is: `${model} answers${baseUrl === null ? '' : ` at ${baseUrl}`}` };
}

function serverAt(baseUrl: string | null, apiKey: string | null) {
  return { ...(baseUrl !== null && { baseUrl }), ...(apiKey !== null && { apiKey }) };
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
    quota_used_up: 'Raise the limit of the account at the provider, or use another key.',
    server_fault: `See what is wrong with the server of ${url}.`,
    not_installed: '',
    not_set_up: '',
  };
  await ask(new AbortController().signal).catch((cause: unknown) => {
    throw cause instanceof ModelFailure ? failing(what, cause, fixes[cause.code]) : cause;
  });
}
