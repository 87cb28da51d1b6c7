import { MongoClient, type MongoClientOptions } from 'mongodb';

export type MongoSettings = {
  /**
   * A connection string. The database is the one that it names, or `proviso` if it names none. Options in it override
   * the settings below.
   */
  url: string;
  /** The maximum number of connections of this process. */
  poolSize: number;
  /**
   * How long a request waits for a server or a connection before the store counts as unavailable. It waits four times
   * as long for an answer.
   */
  timeoutMs: number;
};

/**
 * A client whose writes have succeeded once a majority of the servers has them in the journal, and that retries once
 * after a lost connection. Options in the connection string take precedence.
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
