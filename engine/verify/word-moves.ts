/** How two rows of words go together: a word of both, only of the first (`claimed`), or only of the second (`stored`). */
export const moves = { both: 0, claimed: 1, stored: 2 } as const;
export type Move = (typeof moves)[keyof typeof moves];

/** The moves of a comparison, from its last words to its first ones. `end` is the number of stored words before its end. */
export type Comparison = { backwards: Move[]; end: number };

const bits = 32;
/** How many columns are computed again at once while the moves are read. */
const columnsAtOnce = 128;

/** How many steps `fewestMoves` takes: one computes 32 cells of the table of both rows. */
export function stepsOfMoves(claimed: number, stored: number): number {
  return 2 * Math.ceil(claimed / bits) * stored;
}

/**
 * The moves with the fewest words changed, left out or added, in which the stored words before and after the claimed
 * ones cost nothing. Words are numbers: equal words have equal numbers. Of comparisons with equally few changes, the one
 * that ends last; of equally good moves, `both` comes before `claimed`, and `claimed` before `stored`.
 *
 * The table of distances is computed 32 rows at a time, as differences of neighbouring cells in the bits of a number
 * (G. Myers, "A fast bit-vector algorithm for approximate string matching", 1999). Only some columns of it are stored;
 * the others are computed again where the moves are read.
 */
export function fewestMoves(claimed: Int32Array, stored: Int32Array): Comparison {
  const table = new DistanceTable(claimed, stored);
  const end = table.end();
  const backwards: Move[] = [];
  for (let [row, column] = [claimed.length, end]; row > 0; ) {
    const move = column === 0 ? moves.claimed : table.moveAt(row, column);
    backwards.push(move);
    if (move !== moves.stored) row -= 1;
    if (move !== moves.claimed) column -= 1;
  }
  return { backwards, end };
}

/** Differences of 1 and -1 between neighbouring cells, one bit for each row. */
type Differences = { plus: Int32Array; minus: Int32Array };

/** The cell of row r and column c is the distance of the first r claimed words to stored words that end at c. */
class DistanceTable {
  readonly #claimed: Int32Array;
  readonly #stored: Int32Array;
  readonly #blocks: number;
  /** For each word of the claimed ones, the bits of the rows that have it. */
  readonly #rowsOf: readonly (Int32Array | undefined)[];
  readonly #none: Int32Array;
  /** The differences to the cell above, in the column before each group of `columnsAtOnce` columns. */
  readonly #starts: Differences[] = [];
  /** The differences to the cell above, and to the cell on the left, of one group of columns. */
  readonly #above: Differences;
  readonly #left: Differences;
  #group = -1;

  constructor(claimed: Int32Array, stored: Int32Array) {
    this.#claimed = claimed;
    this.#stored = stored;
    this.#blocks = Math.ceil(claimed.length / bits);
    this.#none = new Int32Array(this.#blocks);
    const rowsOf: Int32Array[] = [];
    for (const [row, word] of claimed.entries()) {
      const rows = rowsOf[word] ?? new Int32Array(this.#blocks);
      rowsOf[word] = rows;
      rows[row >>> 5] = (rows[row >>> 5] ?? 0) | (1 << (row & 31));
    }
    this.#rowsOf = rowsOf;
    const size = this.#blocks * Math.min(columnsAtOnce, stored.length);
    this.#above = differences(size);
    this.#left = differences(size);
  }

  /** The last column at which the distance of all claimed words is least. */
  end(): number {
    const last = this.#claimed.length - 1;
    const [block, bit] = [last >>> 5, 1 << (last & 31)];
    let distance = this.#claimed.length;
    let [least, end] = [distance, 0];
    // In the first column each cell is one more than the cell above.
    let start = differences(this.#blocks);
    start.plus.fill(-1);
    for (let from = 0; from < this.#stored.length; from += columnsAtOnce) {
      this.#starts.push(start);
      this.#compute(this.#starts.length - 1);
      const to = Math.min(this.#stored.length, from + columnsAtOnce);
      for (let column = from; column < to; column += 1) {
        const at = (column - from) * this.#blocks + block;
        if (((this.#left.plus[at] ?? 0) & bit) !== 0) distance += 1;
        else if (((this.#left.minus[at] ?? 0) & bit) !== 0) distance -= 1;
        if (distance <= least) [least, end] = [distance, column + 1];
      }
      const lastColumn = (to - from - 1) * this.#blocks;
      start = {
        plus: this.#above.plus.slice(lastColumn, lastColumn + this.#blocks),
        minus: this.#above.minus.slice(lastColumn, lastColumn + this.#blocks),
      };
    }
    return end;
  }

  /** Row and column count from 1. */
  moveAt(row: number, column: number): Move {
    const group = Math.floor((column - 1) / columnsAtOnce);
    if (group !== this.#group) this.#compute(group);
    const first = ((column - 1) % columnsAtOnce) * this.#blocks;
    const above = differenceAt(this.#above, first, row);
    const diagonal = above + (row > 1 ? differenceAt(this.#left, first, row - 1) : 0);
    const isSame = this.#claimed[row - 1] === this.#stored[column - 1];
    if (diagonal === (isSame ? 0 : 1)) return moves.both;
    return above === 1 ? moves.claimed : moves.stored;
  }

  /** Computes the differences of a group of columns from those of the column before. */
  #compute(group: number): void {
    const start = this.#starts[group];
    if (start === undefined) throw new Error(`there are no columns of group ${group}`);
    this.#group = group;
    const blocks = this.#blocks;
    const from = group * columnsAtOnce;
    const to = Math.min(this.#stored.length, from + columnsAtOnce);
    let [plus, minus, before] = [start.plus, start.minus, 0];
    const { plus: abovePlus, minus: aboveMinus } = this.#above;
    const { plus: leftPlus, minus: leftMinus } = this.#left;
    for (let column = from; column < to; column += 1) {
      const rows = this.#rowsOf[this.#stored[column] ?? -1] ?? this.#none;
      const own = (column - from) * blocks;
      // The difference of the row above the block to its cell on the left. Stored words before the claimed ones are free.
      let into = 0;
      for (let block = 0; block < blocks; block += 1) {
        const vp = plus[before + block] ?? 0;
        const vm = minus[before + block] ?? 0;
        let equal = rows[block] ?? 0;
        const xv = equal | vm;
        if (into < 0) equal |= 1;
        const xh = (((equal & vp) + vp) ^ vp) | equal;
        let hp = vm | ~(xh | vp);
        let hm = vp & xh;
        leftPlus[own + block] = hp;
        leftMinus[own + block] = hm;
        const out = hp < 0 ? 1 : hm < 0 ? -1 : 0;
        hp = (hp << 1) | (into > 0 ? 1 : 0);
        hm = (hm << 1) | (into < 0 ? 1 : 0);
        abovePlus[own + block] = hm | ~(xv | hp);
        aboveMinus[own + block] = hp & xv;
        into = out;
      }
      [plus, minus, before] = [abovePlus, aboveMinus, own];
    }
  }
}

function differences(size: number): Differences {
  return { plus: new Int32Array(size), minus: new Int32Array(size) };
}

function differenceAt({ plus, minus }: Differences, first: number, row: number): number {
  const at = first + ((row - 1) >>> 5);
  const bit = 1 << ((row - 1) & 31);
  if (((plus[at] ?? 0) & bit) !== 0) return 1;
  return ((minus[at] ?? 0) & bit) !== 0 ? -1 : 0;
}
