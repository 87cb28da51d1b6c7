import { join } from 'node:path';
import { z } from 'zod';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { assetAddresses } from '../../assets/address.ts';
import { callbackUrl, readDiscovery } from '../../auth/identity-provider.ts';
import { openAssets, openStore, requireRecords } from '../../compose/adapters.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';
import { type Diagnosis, failing, messageOf, orFail } from './diagnosis.ts';

const mailSilenceMs = 5_000;

export async function records(config: Config): Promise<Diagnosis> {
  try {
    await requireRecords(config);
  } catch (error) {
    if (!(error instanceof ProvisoError)) throw error;
    return { is: 'none yet', notes: [`${error.message}, or start a new service there`] };
  }
  const notes: string[] = [];
  const store = await openStore(config, (warning) => notes.push(warning)).catch((cause: unknown) =>
    explained(config.MONGODB_URL, cause),
  );
  try {
    if (config.MONGODB_URL === null) {
      const { requireWhole } = await import('../../store/sqlite/database/open.ts');
      requireWhole(join(config.DATA_DIR, 'proviso.db'));
    }
    const started = performance.now();
    await store.ping();
    const pingMs = Math.round(performance.now() - started);
    const accounts = await store.auth.count('user');
    const waiting = await store.runs.countWaiting();
    return {
      is: `${store.description}; written and read in ${pingMs} ms; ${accounts} accounts, ${waiting} runs waiting`,
      notes:
        accounts === 0
          ? [...notes, 'there are no accounts yet: create one with proviso user add --email E']
          : notes,
    };
  } finally {
    await store.close();
  }
}

/** Throws an error that says why the records could not be opened and what to do. */
async function explained(mongo: string | null, cause: unknown): Promise<never> {
  if (mongo === null) throw cause;
  if (cause instanceof AppError && cause.code === 'store_unavailable') {
    const { tlsProblem } = await import('./mongo-tls.ts');
    const problem = await tlsProblem(mongo);
    throw problem === null ? cause : new Error(problem, { cause });
  }
  if (cause instanceof ProvisoError) throw cause;
  throw failing('MONGODB_URL', cause, 'Correct its user, password, database and options.');
}

export async function files(config: Config): Promise<Diagnosis> {
  const assets = await openAssets(
    config,
    assetAddresses(() => 'http://localhost'),
  );
  const started = performance.now();
  await assets.ping().catch((cause: unknown) => {
    throw failing(
      assets.description,
      cause,
      config.S3_BUCKET === null ? 'Check DATA_DIR.' : bucketFix(cause),
    );
  });
  const pingMs = Math.round(performance.now() - started);
  const shared =
    'uploads are stored in this folder: every process that shares the MongoDB needs access to it, or set S3_BUCKET';
  const alone = config.MONGODB_URL !== null && config.S3_BUCKET === null;
  return {
    is: `${assets.description}; written and removed in ${pingMs} ms`,
    ...(alone && { notes: [shared] }),
  };
}

function bucketFix(cause: unknown): string {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: '' };
  if (name === 'PermanentRedirect' || (name === 'AuthorizationHeaderMalformed' && /region/i.test(message)))
    return 'Set S3_REGION to the region of the bucket.';
  if (cause instanceof AppError) return 'Start the server of S3_ENDPOINT, or correct S3_ENDPOINT.';
  if (name === 'CredentialsProviderError') return 'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  if (/AccessKey|Signature|AccessDenied|Forbidden|403/.test(name))
    return 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and that this key may read and write the bucket.';
  return name === 'NoSuchBucket'
    ? 'Create the bucket, or correct S3_BUCKET.'
    : 'Check S3_ENDPOINT and S3_REGION.';
}

export async function wakeUps(url: string): Promise<Diagnosis> {
  const { pingRedis } = await import('../../queue/redis.ts');
  const fix = 'Start Redis there, or correct REDIS_URL and its password.';
  const { description } = await orFail(pingRedis(url), `REDIS_URL ${new URL(url).host}`, fix);
  return { is: description };
}

export async function mail(url: string, { SMTP_FROM }: Config): Promise<Diagnosis> {
  const { tryMailServer } = await import('../../notify/mail-transport.ts');
  const place = new URL(url).host;
  const fix = 'Correct SMTP_URL: its host, port, user and password.';
  await orFail(tryMailServer(url, mailSilenceMs), `SMTP_URL ${place}`, fix);
  return { is: `${place} lets Proviso send, from ${SMTP_FROM}` };
}

/** Fetches the discovery document of the identity provider, as the service does at the first sign-in. */
export async function identityProvider(issuer: string, { PUBLIC_URL, PORT }: Config): Promise<Diagnosis> {
  const fix =
    'Set OIDC_ISSUER exactly to the issuer that the provider names, and check that this host can reach it.';
  await orFail(readDiscovery(issuer), 'OIDC_ISSUER', fix);
  return {
    is: `${issuer} can be used for sign-in`,
    notes: [`register this redirect URI there: ${callbackUrl(PUBLIC_URL ?? `http://localhost:${PORT}`)}`],
  };
}

const askMs = 3_000;

const keySet = z.object({ keys: z.array(z.object({ x: z.string() })) });

/**
 * Asks the server at PUBLIC_URL for the public keys of this installation, as a person's browser would reach it. Doctor
 * can run while the service is stopped, so a server that does not answer is a note; another answer is a fault.
 */
export async function links(config: Config): Promise<Diagnosis> {
  const { PUBLIC_URL: url, PORT } = config;
  if (url === null)
    return {
      is: `http://localhost:${PORT}`,
      notes: ['PUBLIC_URL is not set: links in results work on this machine only'],
    };
  const answer = await fetch(`${url}/v1/.well-known/jwks.json`, { signal: AbortSignal.timeout(askMs) }).catch(
    (cause: unknown) => reasonOf(cause),
  );
  if (typeof answer === 'string') return { is: url, notes: [`${url} was not tested: ${answer}`] };
  const hidden = whyHidden(answer, url);
  if (hidden !== null) {
    await answer.body?.cancel();
    return { is: url, notes: [`${url} was not tested: the proxy there ${hidden}`] };
  }
  const found = keySet.safeParse(await answer.json().catch(() => null));
  if (!answer.ok || !found.success)
    throw failing(
      `PUBLIC_URL ${url}`,
      `a server answers there (${answer.status}), which is not Proviso`,
      'Set PUBLIC_URL to the address of Proviso with the path at which the proxy serves it, or have the proxy serve this path.',
    );
  const own = await ownKeys(config);
  if (own.length > 0 && !found.data.keys.some(({ x }) => own.includes(x)))
    throw failing(
      `PUBLIC_URL ${url}`,
      'a Proviso with other records answers there',
      'Set PUBLIC_URL to the address of this service, or use the DATA_DIR or MONGODB_URL of that one.',
    );
  return { is: `${url} is answered by this service` };
}

/** How a proxy hides the service: while it is stopped, or from callers who have not signed in. Null if it does not. */
function whyHidden({ status, redirected, url: at }: Response, url: string): string | null {
  if ([401, 403, 502, 503, 504].includes(status)) return `answers ${status}`;
  const { hostname } = new URL(at);
  return redirected && hostname !== new URL(url).hostname ? `redirects to ${hostname}` : null;
}

/** Why no answer came. The error of fetch only says that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof TypeError && error.cause !== undefined ? error.cause : error);
}

/** The public keys that the records have; none if the records cannot be read, which their own test reports. */
async function ownKeys(config: Config): Promise<string[]> {
  const store = await requireRecords(config)
    .then(() => openStore(config, () => {}))
    .catch(() => null);
  try {
    return (await store?.signingKeys.all().catch(() => []))?.map(({ x }) => x) ?? [];
  } finally {
    await store?.close();
  }
}
