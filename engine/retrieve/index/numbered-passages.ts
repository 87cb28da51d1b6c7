import type { Passage, Passages } from '../../model/passage.ts';

/** The id of the passage at a 0-based position in a passage index: `P001` is the first. */
export function passageId(place: number): string {
  return `P${String(place + 1).padStart(3, '0')}`;
}

/** Passages whose ids are their numbers: a table of ids would need as much memory as the passages. */
export class NumberedPassages implements Passages {
  readonly #sources: readonly (readonly Passage[])[];
  readonly size: number;

  /** The passages of each source, in the order of their numbers, without a gap. */
  constructor(sources: readonly (readonly Passage[])[]) {
    this.#sources = sources;
    this.size = sources.reduce((sum, { length }) => sum + length, 0);
  }

  get(id: string): Passage | undefined {
    let place = Number(id.slice(1)) - 1;
    for (const passages of this.#sources) {
      if (place < passages.length) {
        const passage = passages[place];
        return passage?.id === id ? passage : undefined;
      }
      place -= passages.length;
    }
    return undefined;
  }

  *values(): Generator<Passage, void, undefined> {
    for (const passages of this.#sources) yield* passages;
  }
}
