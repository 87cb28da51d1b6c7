import { describe, expect, it } from 'vitest';
import { connectionTo, databaseName } from '../../../src/store/mongo/database/connection.ts';

const settings = { poolSize: 7, timeoutMs: 2_000 };
const optionsOf = (url: string) => connectionTo({ url, ...settings }).options;

describe('the connection to MongoDB', () => {
  it('requires a majority and the journal for writes, retries once, and uses the pool size and timeouts from the settings', () => {
    expect(optionsOf('mongodb://a.test,b.test/records')).toMatchObject({
      maxPoolSize: 7,
      serverSelectionTimeoutMS: 2_000,
      connectTimeoutMS: 2_000,
      waitQueueTimeoutMS: 2_000,
      socketTimeoutMS: 8_000,
      retryWrites: true,
      retryReads: true,
      writeConcern: { w: 'majority', journal: true },
    });
  });

  it('uses each option from the connection string if that contains it, otherwise from the settings', () => {
    const url = 'mongodb://u:p@a.test/records?MAXPOOLSIZE=3&retryWrites=false&w=1&socketTimeoutMS=90000';
    expect(optionsOf(url)).toMatchObject({
      maxPoolSize: 3,
      serverSelectionTimeoutMS: 2_000,
      socketTimeoutMS: 90_000,
      retryWrites: false,
      retryReads: true,
      writeConcern: { w: 1, journal: true },
    });
  });

  it.each([
    ['mongodb://a.test', 'proviso'],
    ['mongodb://a.test/?w=1', 'proviso'],
    ['mongodb://a.test,b.test:27018/records?w=1', 'records'],
    ['mongodb+srv://u:p@a.test/my%20records', 'my records'],
  ])('with the URL %s uses the database %s', (url, name) => {
    expect(databaseName(url)).toBe(name);
  });
});
