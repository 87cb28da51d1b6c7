import type { Ground } from '../looks/theme.ts';
import type { ColourTable } from './tables.ts';

/** Collects the shading of the cells of a table row, in order. */
export class RowGrounds {
  #cells: (Ground | null)[] = [];
  #next: Ground | null = null;
  #row: Ground | null = null;

  /** Applies a control word about the row; returns false for any other word. */
  word(name: string, value: number | null, colours: ColourTable): boolean {
    switch (name) {
      case 'clcbpat':
        this.#next = colours.colour(value);
        return true;
      case 'clshdng':
        if (value !== 0) this.#next = 'unknown';
        return true;
      case 'trcbpat':
      case 'trshdng':
        this.#row = 'unknown';
        return true;
      case 'trowd':
        this.#cells = [];
        this.#next = null;
        this.#row = null;
        return true;
      case 'cellx':
        this.#cells.push(this.#next ?? this.#row);
        this.#next = null;
        return true;
      default:
        return false;
    }
  }

  /**
   * The shading of the cell with this index, from 0. Null for a cell without shading; undefined if there is no such
   * cell.
   */
  cell(at: number): Ground | null | undefined {
    return this.#cells[at];
  }
}
