import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ApiServices } from '../api/context.ts';
import { createAccounts } from '../auth/accounts.ts';
import type { SingleSignOn } from '../auth/port.ts';
import type { AccountSettings } from '../auth/sign-in-library.ts';
import { singleSignOn } from '../auth/single-sign-on.ts';
import type { Config, Environment } from '../config.ts';
import { type Listener, openListener } from '../http/listener.ts';
import { Metrics } from '../http/metrics.ts';
import type { ReadinessChecks } from '../http/routes/health.ts';
import { createServer } from '../http/server.ts';
import { requireRoom } from '../process/disk-space.ts';
import { packageFolder } from '../process/package-folder.ts';
import { packageVersion } from '../process/package-version.ts';
import { warnOfUnconfinedPrograms } from '../process/unconfined-programs.ts';
import { childProcessQueue } from '../queue/child-process.ts';
import { embeddedQueue } from '../queue/embedded.ts';
import type { Queue } from '../queue/port.ts';
import type { Dependencies } from '../services/dependencies.ts';
import { startHeartbeat } from '../services/leases/heartbeat.ts';
import { passwordResets } from '../services/people/password-resets.ts';
import { peopleService } from '../services/people/people.ts';
import { checkedBy } from '../services/report/words.ts';
import { createServices } from '../services/services.ts';
import { memberService } from '../services/workspaces/members.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';
import { openTelemetry } from '../telemetry/open.ts';
import { joinedByRedis, openCounter } from './adapters.ts';
import { openBackend } from './backend.ts';
import { estimatingOf } from './estimating.ts';
import { cannotListen, openMetricsPort, waitingRuns } from './metrics-port.ts';
import { requireModelServers, warnOfModelServers } from './model-server.ts';
import { startReporters } from './reporters.ts';

/**
 * From this number of readiness probes on, there is probably a proxy, because a person or a script asks only once. The
 * server then stays open for DRAIN_SECONDS when it is stopped.
 */
const probesBeforeDrain = 2;

/** A server that accepts requests. */
export type RunningServer = Omit<ApiServices, 'singleSignOn' | 'model'> & {
  /** The URL of the server. */
  url: string;
  port: number;
  dependencies: Dependencies;
  /** Describes what the server uses, such as its store and its queue, one line for each. */
  describe(): string[];
  /**
   * Stops the server step by step: readiness fails, the server accepts no more requests, open requests finish, runs are
   * released, and connections close. A second call waits for the first.
   */
  stop(): Promise<void>;
};

/**
 * Starts the service and resolves when it accepts requests. Throws `bad_setting` if it cannot listen on the
 * configured address.
 */
export async function startServer(
  config: Config,
  log: Logger,
  environment: Environment,
): Promise<RunningServer> {
  const listener = await openListener(config.PORT, config.HOST).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const url = config.PUBLIC_URL ?? `http://localhost:${listener.port}`;
  try {
    return await serve(listener, url, config, log, { ...environment, PUBLIC_URL: url });
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

async function serve(
  listener: Listener,
  url: string,
  config: Config,
  log: Logger,
  environment: Environment,
): Promise<RunningServer> {
  if (config.WORKERS > 0) warnOfModelServers(config, log);
  warnOfUnconfinedPrograms(log);
  const telemetry = await openTelemetry(environment, { role: 'server', version: packageVersion() });
  const backend = await openBackend(config, log, () => url);
  const queue = await joinedByRedis(config, queueOf(config, log, environment), log);
  const estimating = estimatingOf(backend, queue, config);
  const heartbeat = startHeartbeat(backend.dependencies);
  const dependencies = { ...backend.dependencies, queue, holder: heartbeat };
  const { store, assets } = dependencies;
  const reporters = startReporters(config, environment);
  const services = createServices(dependencies, estimating, reporters);
  const counter = await openCounter(config, store, log);
  const { SIGN_UP: signUp, SESSION_DAYS: sessionDays } = config;
  const account = { signUp, sessionDays, secret: backend.secret, publicUrl: url };
  const accounts = createAccounts(store, account);
  const mail = await backend.accountMail();
  const links = { accounts, mail, publicUrl: url };
  const resets = passwordResets({ ...links, counter, log });
  const people = peopleService(dependencies, links);
  const members = memberService(dependencies, { ...links, counter });
  const acting = { services, accounts, people, members, passwordResets: resets };
  let stopping = false;
  let looks = 0;
  let stopped: Promise<void> | undefined;

  const metrics = new Metrics([waitingRuns(store)]);
  const metricsListener = await openMetricsPort(config, metrics);

  listener.serve(
    createServer({
      assets,
      readiness: readinessOf(config, { store, assets, queue }),
      settings: config,
      packageFolder: packageFolder(),
      ...acting,
      singleSignOn: singleSignOnOf(config, store.auth, account, log),
      model: config.MODEL,
      counter,
      log,
      telemetry,
      metrics,
      publicUrl: url,
      isStopping: () => stopping,
      onReadinessProbe() {
        looks += 1;
      },
    }),
  );

  async function stop(): Promise<void> {
    stopping = true;
    if (looks >= probesBeforeDrain) await wait(config.DRAIN_SECONDS * 1000);
    await estimating.stop();
    await listener.close(config.SHUTDOWN_SECONDS * 1000);
    reporters.close();
    await resets.close();
    mail?.close();
    await queue.close();
    await heartbeat.stop();
    await counter.close();
    await backend.close();
    await metricsListener?.close(0);
    await telemetry?.stop();
  }

  return {
    url,
    port: listener.port,
    ...acting,
    dependencies,
    describe: () => [
      `listens on ${config.HOST}, port ${listener.port}`,
      `records: ${store.description}`,
      `files: ${assets.description}`,
      `checks: ${checksOf(config)}`,
      `runs: ${config.WORKERS === 0 ? 'left to other processes' : `${config.WORKERS} at a time, through ${queue.description}`}`,
    ],
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Who checks rules. */
function checksOf({ MODEL, OPENAI_BASE_URL }: Config): string {
  if (MODEL === null) return `by ${checkedBy(null)}; set MODEL to use a language model`;
  return `by ${checkedBy(MODEL)}${OPENAI_BASE_URL === null ? '' : ` at ${OPENAI_BASE_URL}`}`;
}

/** The queue of this server. Runs are processed in a separate process, so that a long file never delays a response. */
function queueOf({ WORKERS }: Config, log: Logger, environment: Environment): Queue {
  if (WORKERS === 0) return embeddedQueue();
  const name = import.meta.url.endsWith('.ts') ? '../worker.ts' : './worker.js';
  return childProcessQueue({
    entry: new URL(name, import.meta.url),
    settings: environment,
    onCrash: (ending) => log.error(ending, 'the worker process died; starting another one'),
  });
}

/** Signs people in with the identity provider of the settings; null if there is none. */
function singleSignOnOf(
  config: Config,
  records: AuthRecordStore,
  account: AccountSettings,
  log: Logger,
): SingleSignOn | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === null || clientId === null || clientSecret === null) return null;
  const provider = { issuer, clientId, clientSecret, emailDomains: config.OIDC_EMAIL_DOMAINS };
  return singleSignOn(records, account, provider, (reason, why) =>
    log.warn({ reason, why }, 'a sign-in with the identity provider was refused'),
  );
}

/** How long a mail server may be silent, in ms: the health check of a container waits five seconds. */
const mailSilenceMs = 2_000;

/** The parts of the service that `/readyz` checks, with the servers that the settings name. */
function readinessOf(
  config: Config,
  { store, assets, queue }: Pick<Dependencies, 'store' | 'assets' | 'queue'>,
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
