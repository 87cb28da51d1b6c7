import type { AssetStore } from '../assets/port.ts';
import type { Config } from '../config.ts';
import type { ReadinessChecks } from '../http/routes/health.ts';
import { requireRoom } from '../process/disk-space.ts';
import type { Queue } from '../queue/port.ts';
import type { Store } from '../store/port.ts';
import { requireModelServers } from './model-server.ts';

/** How long a mail server may be silent, in ms: the health check of a container waits five seconds. */
const mailSilenceMs = 2_000;

/** The parts of the service that `/readyz` checks, with the servers that the settings name. */
export function readinessOf(
  config: Config,
  { store, assets, queue }: { store: Store; assets: AssetStore; queue: Queue },
): ReadinessChecks {
  const { DATA_DIR, LIMIT_UPLOAD_BYTES, REDIS_URL, SMTP_URL, WORKERS } = config;
  const usesModels =
    WORKERS > 0 &&
    [config.MODEL, config.VISION_MODEL, config.TRANSCRIPTION_MODEL, config.EMBEDDING_MODEL].some(Boolean);
  return {
    required: {
      records: () => store.ping(),
      workers: () => queue.ping(),
      files: () => assets.ping(),
    },
    optional: {
      'disk space': () => requireRoom(DATA_DIR, LIMIT_UPLOAD_BYTES),
      ...(REDIS_URL !== null && {
        async redis() {
          await (await import('../queue/redis.ts')).pingRedis(REDIS_URL);
        },
      }),
      ...(SMTP_URL !== null && {
        async mail() {
          await (await import('../notify/mail-transport.ts')).tryMailServer(SMTP_URL, mailSilenceMs);
        },
      }),
      ...(usesModels && {
        models: () => requireModelServers(config, new AbortController().signal),
      }),
    },
  };
}
