import { type Glue, isWordCharacter } from './characters.ts';

/** How a folded character is joined to the one before it. */
export const joints = {
  /** The characters touch, or only zero-width characters are between them. */
  none: 0,
  /** Joined by a hyphen or dash, or broken over a line end by a hyphen. */
  glued: 1,
  /** White space or other punctuation is between them. */
  open: 2,
  /** Separated by a hyphen and a space, which may have been a line end. */
  parted: 3,
  slash: 4,
  /** Joined by a colon between digits. */
  colon: 5,
  apostrophe: 6,
  /** Joined by another sign, such as @ or _. */
  linked: 7,
  /** Separated after a minus that ends a short code, such as A- or HER2-. */
  signed: 8,
  /** Separated by ′ (feet, minutes) or by a quotation mark that means it. */
  prime: 9,
  /** Separated by ″ (inches, seconds) or by a quotation mark that means it. */
  doublePrime: 10,
  /** Joined by a hyphen at a line end after a code with a digit (HER2-), which can be the sign of the code. */
  tied: 11,
} as const;

/** Whether two characters belong to one token, although a sign is between them. */
export const isGlued = (joint: number | undefined): boolean =>
  joint === joints.glued ||
  joint === joints.tied ||
  joint === joints.slash ||
  joint === joints.colon ||
  joint === joints.apostrophe ||
  joint === joints.linked;

const jointOf: Record<Glue, number> = {
  hyphen: joints.glued,
  dash: joints.glued,
  slash: joints.slash,
  colon: joints.colon,
  apostrophe: joints.apostrophe,
  link: joints.linked,
};

/**
 * A text in the matcher's form. All arrays are parallel to `chars`; offsets are UTF-16 units of the text. `ending` is
 * how a next character would be joined to the last one; without it, the text continues unknown.
 */
export type Folded = {
  chars: string;
  starts: Uint32Array;
  ends: Uint32Array;
  joints: Uint8Array;
  ending?: number;
};

/** A sign after which the next character is separate, but which is compared. */
type Sign = 'signed' | 'tied' | 'prime' | 'doublePrime';

/** What follows the last folded character: nothing, a joiner, a hyphen that a line end can follow, or a separator. */
type Gap = Glue | Sign | 'none' | 'soft' | 'break' | 'open';

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

  /** Adds letters and digits of ASCII that touch each other, in lower case. */
  addLetters(text: string, from: number, to: number): void {
    while (this.#length + to - from > this.#units.length) this.#grow();
    const [units, starts, ends] = [this.#units, this.#starts, this.#ends];
    const shift = this.#length - from;
    this.#joints[this.#length] = this.#gap === 'none' && !this.#stuck ? joints.none : this.#joint('a');
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      units[at + shift] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
      starts[at + shift] = at;
      ends[at + shift] = at + 1;
    }
    this.#joints.fill(joints.none, this.#length + 1, to + shift);
    this.#length = to + shift;
    this.#gap = 'none';
    this.#lineEnded = false;
  }

  /** Notes a sign that joins the characters that touch it on both sides. */
  glue(kind: Glue): void {
    if (this.#isSign()) return;
    const joined = this.#gap !== 'hyphen' && this.#gap !== 'break' && this.#gap !== 'open';
    if (this.#gap === 'none' || this.#gap === 'soft') this.#gap = kind;
    else if (!joined) this.#gap = 'open';
  }

  softHyphen(): void {
    if (this.#gap === 'none') this.#gap = 'soft';
  }

  space(lineEnd: boolean): void {
    if (lineEnd) this.#lineEnded = true;
    if (this.#isSign()) return;
    const hyphenated = this.#gap === 'hyphen' || this.#gap === 'soft' || this.#gap === 'break';
    this.#gap = hyphenated ? 'break' : 'open';
  }

  separate(): void {
    if (!this.#isSign()) this.#gap = 'open';
  }

  /** Notes a sign that is compared where the character before it is not joined to the next one. */
  sign(kind: Sign): void {
    if (this.#gap === 'none') this.#gap = kind;
  }

  #isSign(): boolean {
    const gap = this.#gap;
    return gap === 'signed' || gap === 'tied' || gap === 'prime' || gap === 'doublePrime';
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
      ending: this.#joint(''),
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
      case 'break':
        return this.#lineEnded && isWordCharacter(next) ? joints.glued : joints.parted;
      case 'open':
        return joints.open;
      case 'signed':
      case 'tied':
      case 'prime':
      case 'doublePrime':
        return joints[this.#gap];
      default:
        return jointOf[this.#gap];
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
