import { isWordCharacter } from './characters.ts';

/** How a folded character is joined to the one before it. */
export const joints = {
  /** The characters touch, or only zero-width characters are between them. */
  none: 0,
  /** Joined by a hyphen, apostrophe or slash, or broken over a line end by a hyphen. */
  glued: 1,
  /** White space or other punctuation is between them. */
  open: 2,
  /** Separated by a hyphen and a space, which may have been a line end. */
  parted: 3,
} as const;

/** A text in the matcher's form. All arrays are parallel to `chars`; offsets are UTF-16 units of the text. */
export type Folded = { chars: string; starts: Uint32Array; ends: Uint32Array; joints: Uint8Array };

/** What follows the last folded character: nothing, a joiner, a hyphen that a line end can follow, or a separator. */
type Gap = 'none' | 'glue' | 'hyphen' | 'soft' | 'break' | 'open';

/** Collects folded characters with their offsets. How two of them are joined depends on the characters between them. */
export class FoldedBuilder {
  #units: Uint16Array;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #joints: Uint8Array;
  #length = 0;
  #gap: Gap = 'open';
  #lineEnded = false;
  #stuck = false;

  constructor(capacity: number) {
    const size = Math.max(16, capacity);
    this.#units = new Uint16Array(size);
    this.#starts = new Uint32Array(size);
    this.#ends = new Uint32Array(size);
    this.#joints = new Uint8Array(size);
  }

  /** Adds one character; both halves of a surrogate pair get the offsets of the whole character. */
  add(char: string, start: number, end: number): void {
    if (this.#length + 2 > this.#units.length) this.#grow();
    for (let unit = 0; unit < char.length; unit += 1) {
      this.#units[this.#length] = char.charCodeAt(unit);
      this.#starts[this.#length] = start;
      this.#ends[this.#length] = end;
      this.#joints[this.#length] = unit === 0 ? this.#joint(char) : joints.none;
      this.#length += 1;
    }
    this.#gap = 'none';
    this.#lineEnded = false;
  }

  /**
   * Notes a hyphen (then `hyphen` is true), apostrophe or slash. It joins the characters that touch it on both sides.
   */
  glue(hyphen: boolean): void {
    if (this.#gap === 'none' || this.#gap === 'soft') this.#gap = hyphen ? 'hyphen' : 'glue';
    else if (this.#gap !== 'glue') this.#gap = 'open';
  }

  softHyphen(): void {
    if (this.#gap === 'none') this.#gap = 'soft';
  }

  space(lineEnd: boolean): void {
    const hyphenated = this.#gap === 'hyphen' || this.#gap === 'soft' || this.#gap === 'break';
    this.#gap = hyphenated ? 'break' : 'open';
    if (lineEnd) this.#lineEnded = true;
  }

  separate(): void {
    this.#gap = 'open';
  }

  /**
   * Joins the next character to the last one, such as a number to the parenthesis before it, regardless of white space
   * between them.
   */
  stick(): void {
    this.#stuck = true;
  }

  build(): Folded {
    const units = this.#units.subarray(0, this.#length);
    return {
      chars: Buffer.from(units.buffer, 0, units.byteLength).toString('utf16le'),
      starts: this.#starts.slice(0, this.#length),
      ends: this.#ends.slice(0, this.#length),
      joints: this.#joints.slice(0, this.#length),
    };
  }

  #joint(next: string): number {
    if (this.#stuck) {
      this.#stuck = false;
      return joints.none;
    }
    switch (this.#gap) {
      case 'none':
      case 'soft':
        return joints.none;
      case 'glue':
      case 'hyphen':
        return joints.glued;
      case 'break':
        return this.#lineEnded && isWordCharacter(next) ? joints.glued : joints.parted;
      case 'open':
        return joints.open;
    }
  }

  #grow(): void {
    const size = this.#units.length * 2;
    const widen = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#units = widen(new Uint16Array(size), this.#units);
    this.#starts = widen(new Uint32Array(size), this.#starts);
    this.#ends = widen(new Uint32Array(size), this.#ends);
    this.#joints = widen(new Uint8Array(size), this.#joints);
  }
}
