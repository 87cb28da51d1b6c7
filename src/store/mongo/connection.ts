import { MongoClient, type MongoClientOptions } from 'mongodb';

export type MongoSettings = {
  /** A connection string; the database is the one it names, else `proviso`. Options in it win over those below. */
  url: string;
  /** Connections this process opens at most. */
  poolSize: number;
  /** How long a request waits for a server, a connection, or an answer before the store counts as unavailable. */
  timeoutMs: number;
};

/**
 * A client that writes to a majority and to the journal before it answers, and writes once more after a lost
 * connection, where the connection string does not say otherwise.
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
  // For the driver an option given beside the string wins over the string.
  const given = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));
  const open = Object.entries(options).filter(([name]) => !given.has(name.toLowerCase()));
  return new MongoClient(url, { ...Object.fromEntries(open), ignoreUndefined: true });
}

/** The database of a connection string, `proviso` when it names none. */
export function databaseName(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? 'proviso' : decodeURIComponent(path);
}
