/**
 * A row as the driver returned it, read column by column with the type the schema declares; a mismatch is a bug and
 * throws.
 */
export class Row {
  readonly #columns: Readonly<Record<string, unknown>>;

  constructor(columns: unknown) {
    if (!isRecord(columns)) throw new TypeError('a row is not an object');
    this.#columns = columns;
  }

  text(column: string): string {
    const value = this.#columns[column];
    if (typeof value === 'string') return value;
    throw this.#mismatch(column, 'text');
  }

  integer(column: string): number {
    const value = this.#columns[column];
    if (typeof value === 'number') return value;
    throw this.#mismatch(column, 'an integer');
  }

  bytes(column: string): Uint8Array {
    const value = this.#columns[column];
    if (value instanceof Uint8Array) return value;
    throw this.#mismatch(column, 'bytes');
  }

  textOrNull(column: string): string | null {
    return this.#columns[column] === null ? null : this.text(column);
  }

  integerOrNull(column: string): number | null {
    return this.#columns[column] === null ? null : this.integer(column);
  }

  /** A JSON column. Only this adapter's own writes are read, so the shape is not validated again. */
  json<Value>(column: string): Value {
    return JSON.parse(this.text(column));
  }

  #mismatch(column: string, expected: string): TypeError {
    return new TypeError(`column ${column} is not ${expected}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
