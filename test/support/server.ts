import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type RunningServer, startServer } from '../../src/compose/app.ts';
import { type Environment, readConfig } from '../../src/config.ts';
import { newObjectId } from '../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../src/domain/records/owned.ts';
import { chosenMongo } from './mongo/servers.ts';
import { chosenBucket } from './s3/bucket.ts';

/**
 * A response as a client sees it. `body` is the parsed JSON and `text` the whole body. For an event stream, which can
 * be endless, `text` is empty and `body` null.
 */
export type Answer = { status: number; headers: Headers; text: string; body: unknown };

export type RequestOptions = {
  body?: unknown;
  /** A body that is sent unchanged, instead of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
};

/** A user with a token. */
export type TestUser = {
  actor: Actor;
  email: string;
  token: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
};

export type TestServer = RunningServer & {
  /** The loopback URL to which requests are sent. */
  address: string;
  folder: string;
  owner: TestUser;
  stranger: TestUser;
  admin: TestUser;
  /** Sends a request without a token. */
  anonymous(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Starts another server with the same records and files. */
  beside(environment?: Environment): Promise<ServerBeside>;
};

/** A second server, which shares the users of the first. */
export type ServerBeside = {
  address: string;
  /** Sends a request with the token of a user, or without a token for null. */
  request(user: TestUser | null, method: string, path: string, options?: RequestOptions): Promise<Answer>;
  stop(): Promise<void>;
};

/**
 * Starts a complete service on a free port, with its own data folder and three users: the owner, a stranger who must
 * not see the owner's records, and the administrator.
 */
export async function startTestServer(environment: Environment = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-server-'));
  const mongo = chosenMongo();
  const bucket = await chosenBucket();
  const settings = {
    ...(mongo && { MONGODB_URL: mongo.url }),
    ...bucket?.environment,
    PORT: '0',
    DATA_DIR: folder,
    WORKERS: '0',
    DRAIN_SECONDS: '0',
    LIMIT_REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
    ...environment,
  };
  const config = readConfig(settings);
  const server = await startServer(config, pino({ level: config.LOG_LEVEL }), {
    ...process.env,
    ...settings,
  });
  const address = `http://127.0.0.1:${server.port}`;
  const users = await Promise.all(
    ['owner', 'stranger', 'admin'].map((name) => userOf(server, address, name)),
  );
  const [owner, stranger, admin] = users;
  if (!owner || !stranger || !admin) throw new Error('there must be three users');
  return {
    ...server,
    address,
    folder,
    owner,
    stranger,
    admin,
    anonymous: (method, path, options) => send(address, method, path, options),
    beside: (changes = {}) => startBeside({ ...settings, ...changes }),
    async stop() {
      await server.stop();
      await mongo?.drop();
      await bucket?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A user without a password, because hashing a password takes time and is tested separately. */
async function userOf(server: RunningServer, address: string, name: string): Promise<TestUser> {
  const actor = unrestricted(newObjectId());
  const email = `${name}@example.org`;
  // The administrator is the user with the oldest account. No two accounts are equally old.
  const ageMs = ['stranger', 'owner', 'admin'].indexOf(name) * 60_000;
  const now = new Date(Date.now() - ageMs).toISOString();
  await server.dependencies.store.auth.create('user', {
    id: actor.userId,
    email,
    name,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  });
  const { secret } = await server.services.tokens.create(actor, { name: 'for tests' });
  return {
    actor,
    email,
    token: secret,
    request: (method, path, options = {}) =>
      send(address, method, path, { ...options, headers: { 'api-token': secret, ...options.headers } }),
  };
}

async function startBeside(settings: Environment): Promise<ServerBeside> {
  const config = readConfig(settings);
  const server = await startServer(config, pino({ level: config.LOG_LEVEL }), {
    ...process.env,
    ...settings,
  });
  const address = `http://127.0.0.1:${server.port}`;
  return {
    address,
    request: (user, method, path, options = {}) =>
      send(address, method, path, {
        ...options,
        headers: { ...(user && { 'api-token': user.token }), ...options.headers },
      }),
    stop: () => server.stop(),
  };
}

/** Sends a request to a server and reads the whole answer, except an event stream. */
export async function send(
  address: string,
  method: string,
  path: string,
  { body, raw, headers }: RequestOptions = {},
): Promise<Answer> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const sent = raw ?? json;
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
    redirect: 'manual',
  });
  const type = answer.headers.get('content-type') ?? '';
  const isStream = type.startsWith('text/event-stream');
  if (isStream) await answer.body?.cancel();
  const text = isStream ? '' : await answer.text();
  const isJson = /\bjson/.test(type);
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text ? JSON.parse(text) : null,
  };
}
