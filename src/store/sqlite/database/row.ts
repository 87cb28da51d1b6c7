/**
 * A row as the driver returned it. Each method reads a column of one type, and throws if the value has another type,
 * because this is a bug.
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

  /**
   * Reads a column with JSON text. The shape of the value is not validated, because only this adapter writes the
   * column.
   */
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
