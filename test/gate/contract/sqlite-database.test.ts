import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/store/sqlite/database/database.ts';
import { migrate, recordMigrations } from '../../../src/store/sqlite/database/migrations.ts';
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
  it('run each step once and in order, and continue after the last step of an older release', () => {
    const steps = ['create table a (x)', 'alter table a add column y'];
    migrate(database, steps.slice(0, 1));
    migrate(database, steps);
    migrate(database, steps);
    database.run('insert into a (x, y) values (1, 2)');
    expect(database.get('select y from a')?.integer('y')).toBe(2);
  });

  it('undo a step that fails', () => {
    expect(() => migrate(database, ['create table a (x)', 'create table broken'])).toThrow();
    expect(database.get(`select name from sqlite_master where name = 'a'`)).toBeNull();
  });

  it('refuse data that a newer release wrote', () => {
    migrate(database, ['create table a (x)', 'create table b (x)']);
    expect(() => migrate(database, ['create table a (x)'])).toThrow(
      expect.objectContaining({ code: 'store_too_new' }),
    );
  });

  it('count the records that an older release stored', async () => {
    const older = new Database(join(folder, 'proviso.db'), 'full');
    migrate(older, recordMigrations.slice(0, 2));
    for (const [id, owner] of [
      ['1', 'one'],
      ['2', 'two'],
      ['3', 'one'],
    ]) {
      const doc = '{"name":"n","description":"d"}';
      older.run(`insert into politics values (?, ?, 1, 'n', 'd', ?)`, [id, owner, doc]);
      older.run(`insert into projects values (?, 'two', 1, ?, 'n', 'd', ?)`, [id, id, doc]);
    }
    older.close();
    const store = openSqliteStore(folder);
    const page = { page: 1, pageSize: 1 };
    const totals = [];
    for (const owner of ['one', 'two', 'three']) {
      totals.push((await store.politics.list(owner, page)).total);
      totals.push((await store.projects.list(owner, page)).total);
    }
    await store.close();
    expect(totals).toEqual([2, 0, 1, 3, 0, 0]);
  });

  it('normalise the texts that an older release stored, so that searches find them', async () => {
    const older = new Database(join(folder, 'proviso.db'), 'full');
    migrate(older, recordMigrations.slice(0, 3));
    for (let at = 0; at < 1_100; at += 1) {
      const doc = JSON.stringify({ _id: String(at), name: 'Hauptstraße', description: 'ΟΔΟΣ' });
      older.run(`insert into projects values (?, 'one', 1, 'p', 'hauptstraße', 'οδος', ?)`, [
        String(at),
        doc,
      ]);
    }
    older.close();
    const store = openSqliteStore(folder);
    const found = ['HAUPTSTRASSE', 'οδός'.normalize('NFD').replace(/\p{M}/gu, ''), 'other'].map((search) =>
      store.projects.list('one', { page: 1, pageSize: 1, search }),
    );
    const totals = (await Promise.all(found)).map(({ total }) => total);
    await store.close();
    expect(totals).toEqual([1_100, 1_100, 0]);
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
