import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/store/sqlite/database/database.ts';
import { migrate } from '../../../src/store/sqlite/database/migrations.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-sqlite-'));
  database = new Database(join(folder, 'x.db'), 'full');
  database.script('create table t (id integer primary key, a)');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the wrapper of the SQLite driver', () => {
  it('accepts values on which the driver would abort the process, and refuses those that would silently become NULL', () => {
    const kept = (value: boolean | Date | Uint8Array | undefined) => {
      database.run('insert or replace into t values (1, ?)', [value]);
      return database.get('select a, typeof(a) as type from t where id = 1');
    };
    expect(kept(true)?.integer('a')).toBe(1);
    expect(kept(false)?.integer('a')).toBe(0);
    expect(kept(new Date(5))?.integer('a')).toBe(5);
    expect(kept(Uint8Array.from([1, 0, 2]).subarray(1))?.bytes('a')).toEqual(Buffer.from([0, 2]));
    expect(kept(undefined)?.text('type')).toBe('null');
    expect(() => database.run('insert into t values (?, ?)', [2, Number.NaN])).toThrow(TypeError);
    expect(() => database.run('insert into t values (?, ?)', [2])).toThrow(TypeError);
    expect(() => database.run('insert into t values (?, ?)', [2, 3, 4])).toThrow(TypeError);
  });

  it('undoes a transaction that throws, including a nested one, and can be used afterwards', () => {
    const work = () => {
      database.run('insert into t values (1, 1)');
      database.transaction(() => database.run('insert into t values (2, 2)'));
      throw new Error('stop');
    };
    expect(() => database.transaction(work)).toThrow('stop');
    expect(database.all('select id from t')).toEqual([]);
    database.transaction(() => database.run('insert into t values (3, 3)'));
    expect(database.all('select id from t').map((row) => row.integer('id'))).toEqual([3]);
  });

  it('reads columns by type, and reports a value of a different type', () => {
    const row = database.get(`select 'x' as word, 1 as number, null as absent`);
    expect(row?.text('word')).toBe('x');
    expect(row?.integerOrNull('absent')).toBeNull();
    expect(() => row?.integer('word')).toThrow('word');
    expect(() => row?.text('missing')).toThrow('missing');
  });
});

describe('migrations of the database', () => {
  const schema = { first: 3, create: 'create table a (x)', steps: [] };
  const steps = ['alter table a add column y'];

  it('run each step once and in order, and continue after the last step of an older release', () => {
    migrate(database, schema);
    migrate(database, { ...schema, steps });
    migrate(database, { ...schema, steps });
    database.run('insert into a (x, y) values (1, 2)');
    expect(database.get('select y from a')?.integer('y')).toBe(2);
    expect(database.get('pragma user_version')?.integer('user_version')).toBe(4);
  });

  it('undo a step that fails', () => {
    expect(() => migrate(database, { ...schema, steps: ['create table broken'] })).toThrow();
    expect(database.get(`select name from sqlite_master where name = 'a'`)).toBeNull();
  });

  it('refuse data that a newer release wrote, and data that is older than the first schema', () => {
    migrate(database, { ...schema, steps });
    expect(() => migrate(database, schema)).toThrow(expect.objectContaining({ code: 'store_too_new' }));
    expect(() => migrate(database, { ...schema, first: 5 })).toThrow(
      expect.objectContaining({ code: 'store_too_old' }),
    );
  });
});

describe('the file with the request counts', () => {
  const path = () => join(folder, 'limits.db');
  const minuteMs = 60_000;

  it('loses the callers whose window has ended, so that it stays small', async () => {
    const store = openSqliteStore(folder);
    for (let minute = 0; minute < 20; minute += 1) {
      for (let caller = 0; caller < 100; caller += 1) {
        await store.requestCounts.count(`${minute} ${caller}`, minuteMs, new Date(minute * minuteMs));
      }
    }
    await store.close();
    const limits = new Database(path(), 'off');
    expect(limits.get('select count(*) as total from request_counts')?.integer('total')).toBe(100);
    limits.close();
  });

  it('is created again if it is damaged', async () => {
    writeFileSync(path(), 'not a database, but long enough to be taken for the beginning of one'.repeat(100));
    const store = openSqliteStore(folder);
    expect(await store.requestCounts.count('a', minuteMs, new Date())).toMatchObject({ used: 1 });
    await store.close();
  });
});
