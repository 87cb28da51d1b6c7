import type { CharBox } from '../boxes/char-box.ts';

/** The texts of a page in parallel arrays, to save memory: some pages have one text object per letter. */
export class TextTable {
  length = 0;
  #objects: Int32Array<ArrayBuffer>;
  #orders: Int32Array<ArrayBuffer>;
  #faces: Int32Array<ArrayBuffer>;
  #boxes: Float32Array<ArrayBuffer>;

  /** `expected` is the number of objects of the page; texts in forms come in addition. */
  constructor(expected: number) {
    const texts = Math.max(1, expected);
    this.#objects = new Int32Array(texts);
    this.#orders = new Int32Array(texts);
    this.#faces = new Int32Array(texts);
    this.#boxes = new Float32Array(texts * 4);
  }

  add(object: number, order: number, face: number, { left, right, bottom, top }: CharBox): void {
    if (this.length === this.#objects.length) this.#grow();
    this.#objects[this.length] = object;
    this.#orders[this.length] = order;
    this.#faces[this.length] = face;
    const at = this.length * 4;
    this.#boxes[at] = left;
    this.#boxes[at + 1] = right;
    this.#boxes[at + 2] = bottom;
    this.#boxes[at + 3] = top;
    this.length += 1;
  }

  objectAt(index: number): number {
    return this.#objects[index] ?? 0;
  }

  orderAt(index: number): number {
    return this.#orders[index] ?? 0;
  }

  faceAt(index: number): number {
    return this.#faces[index] ?? 0;
  }

  bottomAt(index: number): number {
    return this.#boxes[index * 4 + 2] ?? 0;
  }

  topAt(index: number): number {
    return this.#boxes[index * 4 + 3] ?? 0;
  }

  boxAt(index: number, box: CharBox): void {
    const at = index * 4;
    box.left = this.#boxes[at] ?? 0;
    box.right = this.#boxes[at + 1] ?? 0;
    box.bottom = this.#boxes[at + 2] ?? 0;
    box.top = this.#boxes[at + 3] ?? 0;
  }

  #grow(): void {
    this.#objects = doubled(this.#objects, Int32Array);
    this.#orders = doubled(this.#orders, Int32Array);
    this.#faces = doubled(this.#faces, Int32Array);
    this.#boxes = doubled(this.#boxes, Float32Array);
  }
}

function doubled<Row extends Int32Array | Float32Array>(row: Row, make: new (length: number) => Row): Row {
  const more = new make(row.length * 2);
  more.set(row);
  return more;
}
