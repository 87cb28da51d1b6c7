import type { Ground } from '../looks/theme.ts';
import type { ColourTable } from './tables.ts';

/** The shading of the cells of a table row, in order, and the known properties of the next cell. */
export class RowGrounds {
  #cells: (Ground | null)[] = [];
  #next: Ground | null = null;
  #row: Ground | null = null;

  /** Reads a control word about the row; false for another word. */
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

  /** The ground of the cell at a 0-based position. */
  cell(at: number): Ground | null | undefined {
    return this.#cells[at];
  }
}
