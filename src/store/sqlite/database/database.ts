import Libsql from 'libsql';
import { codeOf, ProvisoError } from '../../../../engine/model/errors.ts';
import { AppError } from '../../../domain/errors.ts';
import type { TimePlace } from '../../../domain/records/cursor.ts';
import type { Step, Stretch } from '../../ports/records.ts';
import { Row } from './row.ts';

export type Bindable = string | number | boolean | null | undefined | Date | Uint8Array;

/** Values of columns, by which a row is found. */
type Named = Readonly<Record<string, string | number>>;

type Statement = {
  run(args: unknown[]): Libsql.RunResult;
  get(args: unknown[]): unknown;
  all(args: unknown[]): unknown[];
};
type Prepared = { statement: Statement; parameters: number };

/**
 * What a power failure can destroy. The death of the process alone destroys nothing.
 * - `full`: nothing
 * - `normal`: the last writes; for data that can be recreated
 * - `off`: the whole file; for data that is relevant for an hour at most
 */
export type Synchronous = 'full' | 'normal' | 'off';

/** The order of a list that is read by cursor. */
export type ListOrder<Place> = { by: string; after: string; argsOf(place: Place): Bindable[] };

/** By creation time, newest first, then by id. */
export const newestFirst: ListOrder<TimePlace> = {
  by: 'created_at desc, id',
  after: 'created_at <= ? and (created_at < ? or id > ?)',
  argsOf({ createdAt, _id }) {
    const time = Date.parse(createdAt);
    return [time, time, _id];
  },
};

const busyTimeoutMs = 5_000;
/**
 * How many bytes of the file are memory-mapped: the maximum of the driver. We measured how much longer it takes to read
 * a random record among a million than among a thousand. With memory mapping, the read takes 1.2 to 1.5 times as long.
 * Without memory mapping, it takes 1.8 to 2.3 times as long, and ten times as long if the file is not yet in memory.
 */
const mappedBytes = 0x7fff0000;
/** The driver's error codes for a file that cannot be used now, because another process locks it or the disk fails. */
const unavailable = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/;
const full = /^SQLITE_FULL/;

/**
 * The only module that uses the driver. This module has three tasks:
 * - It converts and checks every argument, because the driver aborts the process on booleans, dates and byte arrays,
 *   and treats NaN and missing arguments as NULL.
 * - It caches each statement, because the driver never frees the memory of a statement.
 * - It waits while another process locks the file.
 */
export class Database {
  readonly #connection: Libsql.Database;
  readonly #statements = new Map<string, Prepared>();
  readonly #path: string;
  readonly #synchronous: Synchronous;
  #inTransaction = false;
  #writes = 0;

  constructor(path: string, synchronous: Synchronous) {
    this.#path = path;
    this.#synchronous = synchronous;
    this.#connection = new Libsql(path, { timeout: busyTimeoutMs });
    try {
      this.#switchToWriteAheadLog();
      this.#connection.exec(`pragma synchronous = ${synchronous}`);
      this.#connection.exec('pragma foreign_keys = on');
      this.#connection.exec(`pragma mmap_size = ${mappedBytes}`);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, args: readonly Bindable[] = []): number {
    this.#writes += 1;
    return this.#guarded(() => this.#prepare(sql, args).run(args.map(bound)).changes);
  }

  /** A text that is another one after every change of the file, by this connection or by any other. */
  revision(): string {
    const byOthers = this.get('pragma data_version')?.integer('data_version');
    return `${byOthers} ${this.#writes}`;
  }

  get(sql: string, args: readonly Bindable[] = []): Row | null {
    const columns = this.#guarded(() => this.#prepare(sql, args).get(args.map(bound)));
    return columns === undefined ? null : new Row(columns);
  }

  all(sql: string, args: readonly Bindable[] = []): Row[] {
    return this.#guarded(() => this.#prepare(sql, args).all(args.map(bound))).map(
      (columns) => new Row(columns),
    );
  }

  /** The record in the row of a table with these values; null if there is none. */
  first<Item>(table: string, values: Named, of: (row: Row) => Item): Item | null {
    const { from, args } = rowsWith(table, values);
    const row = this.get(`select * ${from}`, args);
    return row && of(row);
  }

  /** Removes the rows of a table with these values, and returns their number. */
  remove(table: string, values: Named): number {
    const { from, args } = rowsWith(table, values);
    return this.run(`delete ${from}`, args);
  }

  /** Changes columns in the rows of a table with the values `which`, and returns their number. */
  update(table: string, columns: Readonly<Record<string, Bindable>>, which: Named): number {
    const set = (names: string[], between: string) => names.map((name) => `${name} = ?`).join(between);
    const update = `update ${table} set ${set(Object.keys(columns), ', ')} where ${set(Object.keys(which), ' and ')}`;
    return this.run(update, [...Object.values(columns), ...Object.values(which)]);
  }

  /** The number of rows that a query selects; `from` is the query from the word "from" on. */
  count(from: string, args: readonly Bindable[] = []): number {
    return this.get(`select count(*) as total ${from}`, args)?.integer('total') ?? 0;
  }

  /**
   * Inserts a row, whose columns are named. If a row with the same unique key exists, `ifThere` says what happens: the
   * statement fails, the row stays, or the row is replaced. Returns whether the row was written.
   */
  insert(
    table: string,
    row: Readonly<Record<string, Bindable>>,
    ifThere: 'fails' | 'stays' | 'is replaced' = 'fails',
  ): boolean {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    const into = `insert ${ifThere === 'is replaced' ? 'or replace ' : ''}into ${table} (${names.join(', ')})`;
    const stays = ifThere === 'stays' ? 'on conflict do nothing' : '';
    return this.run(`${into} values (${marks}) ${stays}`, Object.values(row)) === 1;
  }

  /**
   * Reads a part of a list, and counts the whole list. `order.after` is the condition for the rows that follow a
   * position, and `order.argsOf` has its arguments.
   */
  stretch<Place, Item>(
    { columns, from, args }: { columns: string; from: string; args: readonly Bindable[] },
    order: ListOrder<Place>,
    { page = 1, pageSize, after }: Stretch<Place>,
    itemOf: (row: Row) => Item,
  ): Step<Item> {
    const rest = after === undefined ? '' : `and ${order.after}`;
    const rows = this.all(`select ${columns} ${from} ${rest} order by ${order.by} limit ? offset ?`, [
      ...args,
      ...(after === undefined ? [] : order.argsOf(after)),
      pageSize + 1,
      after === undefined ? (page - 1) * pageSize : 0,
    ]);
    const items = rows.slice(0, pageSize).map(itemOf);
    return { items, total: this.count(from, args), more: rows.length > pageSize };
  }

  /** Runs a script of several statements without arguments. */
  script(sql: string): void {
    this.#writes += 1;
    this.#guarded(() => this.#connection.exec(sql));
  }

  /**
   * Runs `work` as the only writer of the file. If `work` throws, everything that it wrote is undone. Inside another
   * transaction, `work` becomes a part of that transaction.
   */
  transaction<Value>(work: () => Value): Value {
    if (this.#inTransaction) return work();
    this.run('begin immediate');
    this.#inTransaction = true;
    try {
      const value = work();
      this.run('commit');
      return value;
    } catch (error) {
      if (this.#connection.inTransaction) this.run('rollback');
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  /**
   * Like `transaction`, but does not wait until the disk has the changes. A power failure can undo them together with
   * everything that was written after them; the next write that waits for the disk makes all of them safe.
   */
  transactionUnawaited<Value>(work: () => Value): Value {
    if (this.#inTransaction || this.#synchronous !== 'full') return this.transaction(work);
    this.script('pragma synchronous = normal');
    try {
      return this.transaction(work);
    } finally {
      this.script('pragma synchronous = full');
    }
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #prepare(sql: string, args: readonly Bindable[]): Statement {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      prepared = { statement: this.#connection.prepare(sql), parameters: sql.split('?').length - 1 };
      this.#statements.set(sql, prepared);
    }
    if (prepared.parameters !== args.length) {
      throw new TypeError(`${args.length} arguments for ${prepared.parameters} parameters: ${sql}`);
    }
    return prepared.statement;
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      if (full.test(codeOf(error)))
        throw new AppError('storage_full', 'the service has no space left: try again later', {
          cause: error,
        });
      if (isCorrupt(error)) throw damagedFile(this.#path, error);
      if (!unavailable.test(codeOf(error))) throw error;
      throw new AppError('store_unavailable', 'the store does not answer: try again in a moment', {
        cause: error,
      });
    }
  }

  /**
   * Retries if another process switches the journal mode at the same time, because the busy timeout of the driver does
   * not apply to this switch.
   */
  #switchToWriteAheadLog(): void {
    const deadline = Date.now() + busyTimeoutMs;
    for (;;) {
      try {
        this.#connection.exec('pragma journal_mode = wal');
        return;
      } catch (error) {
        if (codeOf(error) !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
    }
  }
}

/** Selects the rows of a table that have these values, as the end of a query. Undefined values do not count. */
export function rowsWith(
  table: string,
  values: Readonly<Record<string, Bindable>>,
): { from: string; args: Bindable[] } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const conditions = given.map(([column]) => `${column} = ?`).join(' and ');
  return { from: `from ${table} where ${conditions}`, args: given.map(([, value]) => value) };
}

/** Whether an error means that a row with the same unique key exists. */
export function isDuplicate(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/.test(codeOf(error));
}

/** Whether an error means that the file is not a database or is damaged. */
export function isCorrupt(error: unknown): boolean {
  if (error instanceof ProvisoError) return error.code === 'store_damaged';
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** The error for a damaged database file. It tells the operator the name of the file and what to do. */
export function damagedFile(path: string, cause: unknown): ProvisoError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ProvisoError(
    'store_damaged',
    `${path} is damaged (${reason}). Restore it from a backup (docs/operations.md), or move it away to start without records.`,
    { cause },
  );
}

function bound(value: Bindable): string | number | null | Buffer {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} can't be stored`);
  return value;
}
