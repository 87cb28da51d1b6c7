import { z } from 'zod';
import { openStore } from '../../compose/adapters.ts';
import type { Config } from '../../config.ts';
import { type Diagnosis, failing, messageOf } from './diagnosis.ts';

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
  const store = await openStore(config, () => {}).catch(() => null);
  try {
    return (await store?.signingKeys.all().catch(() => []))?.map(({ x }) => x) ?? [];
  } finally {
    await store?.close();
  }
}
