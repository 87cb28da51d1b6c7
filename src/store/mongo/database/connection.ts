import { MongoClient, type MongoClientOptions } from 'mongodb';

export type MongoSettings = {
  /** A connection string; the database is the one it names, else `proviso`. Its options override those below. */
  url: string;
  /** The maximum number of connections of this process. */
  poolSize: number;
  /** How long a request waits for a server, a connection, or an answer before the store counts as unavailable. */
  timeoutMs: number;
};

/**
 * A client that writes to a majority and to the journal before it answers, and retries once after a lost connection,
 * unless the connection string says otherwise.
 */
export function connectionTo({ url, poolSize, timeoutMs }: MongoSettings): MongoClient {
  const options = {
    appName: 'proviso',
    maxPoolSize: poolSize,
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs * 4,
    waitQueueTimeoutMS: timeoutMs,
    retryWrites: true,
    retryReads: true,
    w: 'majority',
    journal: true,
  } satisfies MongoClientOptions;
  // In the driver, options override the connection string, so ours are only set if the string does not have them.
  const given = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));
  const open = Object.entries(options).filter(([name]) => !given.has(name.toLowerCase()));
  return new MongoClient(url, { ...Object.fromEntries(open), ignoreUndefined: true });
}

/** The database of a connection string, `proviso` if it names none. */
export function databaseName(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? 'proviso' : decodeURIComponent(path);
}
