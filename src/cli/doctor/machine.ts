import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { freeBytes, megabytes } from '../../process/disk-space.ts';
import { type Diagnosis, failing } from './diagnosis.ts';

/**
 * The largest difference between two clocks, in ms, that causes no trouble: sign-in with an identity provider and
 * signed requests to a bucket allow minutes, and the Date of a response is rounded to seconds.
 */
const clockToleranceMs = 60_000;
const askMs = 3_000;

/** Tests that the folders of Proviso have room for one upload of the largest size. */
export async function diskSpace({ DATA_DIR, LIMIT_UPLOAD_BYTES }: Config): Promise<Diagnosis> {
  const folders = [...new Set([DATA_DIR, tmpdir()])];
  const free = await Promise.all(folders.map(freeBytes));
  const short = folders.flatMap((folder, at) =>
    (free[at] ?? 0) < LIMIT_UPLOAD_BYTES ? [`${folder} has ${megabytes(free[at] ?? 0)} free`] : [],
  );
  if (short.length > 0)
    throw failing(
      short.join(', '),
      `an upload may have ${megabytes(LIMIT_UPLOAD_BYTES)}`,
      'Free disk space, set DATA_DIR or TMPDIR to a folder on a larger disk, or lower LIMIT_UPLOAD_BYTES.',
    );
  return { is: folders.map((folder, at) => `${folder} has ${megabytes(free[at] ?? 0)} free`).join(', ') };
}

/**
 * Compares the clock of this machine with the clocks of the servers that the settings name, and with the time of the
 * last change of the records. A server that does not answer is left out, because another test reports it.
 */
export async function clock(config: Config): Promise<Diagnosis> {
  const asked = await Promise.allSettled(clocksOf(config).map(([name, read]) => compared(name, read)));
  const differences = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const wrong = differences.filter(({ aheadMs }) => Math.abs(aheadMs) > clockToleranceMs);
  if (wrong.length > 0)
    throw failing(
      'the clocks differ',
      wrong.map(({ name, aheadMs }) => `${name} is ${inWords(aheadMs)} this machine`).join(', '),
      'Set the clock of the machine that is wrong, for example with timedatectl set-ntp true.',
    );
  if (differences.length === 0) return { is: 'not compared: the settings name no other machine' };
  return { is: `compared with ${differences.map(({ name }) => name).join(', ')}` };
}

/** The clocks to compare with. Each is read as a time in ms since the epoch. */
function clocksOf(config: Config): [string, () => Promise<number>][] {
  const { DATA_DIR, MONGODB_URL, REDIS_URL } = config;
  const servers = (['OPENAI_BASE_URL', 'EMBEDDING_BASE_URL', 'S3_ENDPOINT', 'OIDC_ISSUER'] as const).flatMap(
    (setting): [string, () => Promise<number>][] => {
      const url = config[setting];
      return url === null ? [] : [[`the server of ${setting}`, () => timeOfHttpServer(url)]];
    },
  );
  if (REDIS_URL !== null) servers.push(['Redis', () => timeOfRedis(REDIS_URL)]);
  if (MONGODB_URL === null)
    servers.push(['the last change of the records', () => lastChange(join(DATA_DIR, 'proviso.db'))]);
  else servers.push(['MongoDB', () => timeOfMongo(MONGODB_URL)]);
  return servers;
}

async function compared(name: string, read: () => Promise<number>) {
  const started = Date.now();
  const time = await read();
  // The server read its clock at an unknown moment between the two readings of this one.
  const ended = Date.now();
  return { name, aheadMs: time < started ? time - started : Math.max(0, time - ended) };
}

async function timeOfHttpServer(url: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(askMs), redirect: 'manual' });
  await response.body?.cancel();
  const time = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(time)) throw new Error('the server sends no date');
  return time;
}

async function timeOfRedis(url: string): Promise<number> {
  const { pingRedis } = await import('../../queue/redis.ts');
  return (await pingRedis(url)).timeMs;
}

async function timeOfMongo(url: string): Promise<number> {
  const { connectionTo } = await import('../../store/mongo/database/connection.ts');
  const client = connectionTo({ url, poolSize: 1, timeoutMs: askMs });
  try {
    const { localTime } = await client.db('admin').command({ hello: 1 });
    return new Date(localTime).getTime();
  } finally {
    await client.close();
  }
}

/** Never before the present: records may be old, but none can be from the future. */
async function lastChange(file: string): Promise<number> {
  return Math.max((await stat(file)).mtimeMs, Date.now());
}

function inWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours} h ` : ''}${minutes} min ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}

/** Tests that HOST is an address of this machine. */
export async function address({ HOST }: Config): Promise<Diagnosis> {
  const server = createServer();
  try {
    server.listen(0, HOST);
    await once(server, 'listening');
  } catch (cause) {
    throw failing(
      `HOST ${HOST} is not an address of this machine`,
      cause,
      'Set HOST to 127.0.0.1 for requests from this machine, or to 0.0.0.0 for requests from others too.',
    );
  } finally {
    server.close();
  }
  return { is: HOST };
}

/** Reports files in the data folder that other users can read. `warnings` are those of `prepareDataFolder`. */
export function fileRights(warnings: readonly string[]): Diagnosis {
  if (warnings.length > 0) throw new Error(warnings.join('; '));
  return { is: 'no other user can read what Proviso stores' };
}
