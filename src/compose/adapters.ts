import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProvisoError } from '../../engine/model/errors.ts';
import type { AssetAddresses } from '../assets/address.ts';
import { diskAssets } from '../assets/disk.ts';
import type { AssetStore } from '../assets/port.ts';
import type { Config } from '../config.ts';
import { insuredCounter } from '../limits/insured.ts';
import type { RequestCounter } from '../limits/port.ts';
import type { Queue } from '../queue/port.ts';
import type { Log } from '../services/dependencies.ts';
import type { Store } from '../store/port.ts';

/** Milliseconds between two log entries about the same unreachable service. */
const troubleEveryMs = 60_000;

/**
 * Joins the queue of this process with Redis if REDIS_URL is set: workers on other machines are woken only through
 * Redis.
 */
export async function joinedByRedis(
  config: Pick<Config, 'REDIS_URL'>,
  queue: Queue,
  log: Log,
): Promise<Queue> {
  if (config.REDIS_URL === null) return queue;
  const [{ redisQueue }, { joinedQueues }] = await Promise.all([
    import('../queue/redis.ts'),
    import('../queue/joined.ts'),
  ]);
  const onTrouble = atMostOnceAMinute((error) => {
    log.warn({ error }, 'Redis is not reachable: runs wait until workers poll the store');
  });
  return joinedQueues([queue, redisQueue({ url: config.REDIS_URL, onTrouble })]);
}

/**
 * Counts the requests of callers in Redis if REDIS_URL is set, and else in the store, so that all servers with the same
 * Redis or store share one limit. While this shared count fails, each server counts separately.
 */
export async function openCounter(
  { REDIS_URL }: Pick<Config, 'REDIS_URL'>,
  { requestCounts }: Pick<Store, 'requestCounts'>,
  log: Log,
): Promise<RequestCounter> {
  const shared: RequestCounter =
    REDIS_URL === null
      ? {
          count: (caller, windowMs, requests) => requestCounts.count(caller, windowMs, new Date(), requests),
          close: async () => {},
        }
      : await (await import('../limits/redis.ts')).openRedisCounter({ url: REDIS_URL });
  const place = REDIS_URL === null ? 'The store' : 'Redis';
  return insuredCounter(
    shared,
    atMostOnceAMinute((error) => {
      log.warn({ error }, `${place} cannot count requests: each server applies the limits by itself`);
    }),
  );
}

type StoreSettings = Pick<Config, 'MONGODB_URL' | 'MONGODB_POOL' | 'MONGODB_TIMEOUT_SECONDS' | 'DATA_DIR'>;

/**
 * Throws `bad_setting` if there are no records where the settings say: with a mistyped setting, `openStore` would make a
 * new store. A server that does not answer is left to `openStore`, which says so.
 */
export async function requireRecords(config: StoreSettings): Promise<void> {
  const { MONGODB_URL, DATA_DIR } = config;
  if (MONGODB_URL === null) {
    if (existsSync(join(DATA_DIR, 'proviso.db'))) return;
    throw new ProvisoError(
      'bad_setting',
      `the folder ${resolve(DATA_DIR)} has no Proviso data: set DATA_DIR to the data folder of the service`,
    );
  }
  const { databaseName, hasCollections } = await import('../store/mongo/database/connection.ts');
  if (await hasCollections(mongoSettings(config, MONGODB_URL)).catch(() => true)) return;
  throw new ProvisoError(
    'bad_setting',
    `the database ${databaseName(MONGODB_URL)} has no Proviso data: set MONGODB_URL to the database of the service`,
  );
}

function mongoSettings({ MONGODB_POOL, MONGODB_TIMEOUT_SECONDS }: StoreSettings, url: string) {
  return { url, poolSize: MONGODB_POOL, timeoutMs: MONGODB_TIMEOUT_SECONDS * 1000 };
}

/**
 * Opens the store that the settings select: MongoDB if `MONGODB_URL` is set, else SQLite in the data folder. Only the
 * modules of the selected store are loaded. `warn` receives messages for the operator. Throws `store_unavailable` if no
 * server answers, `store_too_new` and `store_too_old` for data of another release that this one cannot read, and
 * `store_damaged` and `bad_setting` for a file that cannot be used.
 */
export async function openStore(config: StoreSettings, warn: (message: string) => void): Promise<Store> {
  if (config.MONGODB_URL === null) {
    const { openSqliteStore } = await import('../store/sqlite/store.ts');
    return openSqliteStore(config.DATA_DIR, warn);
  }
  const { openMongoStore } = await import('../store/mongo/store.ts');
  return openMongoStore(mongoSettings(config, config.MONGODB_URL));
}

/** The file store that the settings select: a bucket if `S3_BUCKET` is set, else a folder in the data folder. */
export async function openAssets(config: Config, addresses: AssetAddresses): Promise<AssetStore> {
  if (config.S3_BUCKET === null) return assetFolder(config, addresses);
  const { openBucket } = await import('../assets/s3/open.ts');
  return openBucket(config, config.S3_BUCKET, addresses);
}

/** The file store in the data folder, whether or not the settings select it. */
export function assetFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, addresses: AssetAddresses): AssetStore {
  return diskAssets(join(DATA_DIR, 'assets'), addresses);
}

function atMostOnceAMinute(report: (error: unknown) => void): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (Date.now() - reportedAt < troubleEveryMs) return;
    reportedAt = Date.now();
    report(error);
  };
}
