import { MongoClient, type MongoClientOptions } from 'mongodb';

export type MongoSettings = {
  /**
   * The connection string. The string can name the database; the default is `proviso`. Options in the string override
   * the settings below.
   */
  url: string;
  /** The maximum number of connections of this process. */
  poolSize: number;
  /**
   * How long a request waits for a server or a connection, in ms, before the store counts as unavailable. A request
   * waits four times as long for an answer.
   */
  timeoutMs: number;
};

/**
 * Creates a client. A write succeeds when a majority of the servers has the write in the journal. If a connection is
 * lost, the client retries the operation once. Options in the connection string take precedence.
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
  // In the driver, these options would override the connection string, so an option is set only if the string does not
  // have it.
  const given = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));
  const open = Object.entries(options).filter(([name]) => !given.has(name.toLowerCase()));
  return new MongoClient(url, { ...Object.fromEntries(open), ignoreUndefined: true });
}

/** Returns the database that a connection string names; `proviso` if it names none. */
export function databaseName(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? 'proviso' : decodeURIComponent(path);
}

/** Whether the database has any collection. A server creates a database with its first collection. */
export async function hasCollections(settings: MongoSettings): Promise<boolean> {
  const client = connectionTo(settings);
  try {
    const found = client.db(databaseName(settings.url)).listCollections({}, { nameOnly: true });
    return (await found.toArray()).length > 0;
  } finally {
    await client.close();
  }
}
