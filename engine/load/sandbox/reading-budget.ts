import { ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import type { Part, SenderHints } from '../part.ts';

/** What a reader receives besides the file. */
export type ReadingHints = SenderHints & { budget: ReadingBudget };

/** Maximum places in one file: rows, paragraphs, recognised words. */
const mostPlaces = 1_000_000;
/** Maximum bytes, after expansion, of an archive and all archives inside it together. */
const mostBytes = 256 * 1024 * 1024;
/** Maximum entries of an archive and all archives inside it together. */
const mostEntries = 20_000;

/** Counts what was read of one file, including the files inside it, and enforces the limits. */
export class ReadingBudget {
  readonly #most: number;
  #characters = 0;
  #places = 0;
  #bytes = 0;
  #entries = 0;

  /** `characters` is the maximum for the text of the file and the names in its locators together. */
  constructor(characters: number) {
    this.#most = characters;
  }

  /**
   * Why a part would exceed the budget; null if it fits. `longer` is the number of characters that will later be added
   * to each locator of the part.
   */
  refusal(part: Part, longer = 0): string | null {
    const { characters, places } = costOf(part, longer);
    return this.#refusalOf(this.#characters + characters, this.#places + places);
  }

  /**
   * Throws a `ReadFailure` with the code `too_large` if this much text or this many places exceed the limits. Call this
   * in readers that collect everything before they yield their first part.
   */
  checkCounts(characters: number, places: number): void {
    const refusal = this.#refusalOf(characters, places);
    if (refusal !== null) throw tooLarge(refusal);
  }

  #refusalOf(characters: number, places: number): string | null {
    if (characters > this.#most) {
      return `more than the ${this.#most.toLocaleString('en-US')} characters that are read of one file`;
    }
    if (places > mostPlaces) {
      return `more than the ${mostPlaces.toLocaleString('en-US')} rows, paragraphs or recognised words that are read of one file`;
    }
    return null;
  }

  /** Counts a part. Throws a `ReadFailure` with the code `too_large` if it exceeds the budget. */
  takePart(part: Part): void {
    const refusal = this.refusal(part);
    if (refusal !== null) throw tooLarge(refusal);
    const { characters, places } = costOf(part, 0);
    this.#characters += characters;
    this.#places += places;
  }

  /** Throws a `ReadFailure` with the code `archive_limits`. */
  takeEntries(count: number): void {
    this.#entries += count;
    if (this.#entries > mostEntries) {
      throw overBudget(
        `it has more than ${mostEntries.toLocaleString('en-US')} parts, or lists some of them again and again`,
      );
    }
  }

  /** Throws a `ReadFailure` with the code `archive_limits`. */
  takeBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > mostBytes) {
      throw overBudget(`its archives expand to more than ${mostBytes / 1024 / 1024} MB`);
    }
  }
}

function costOf({ text, locator, places = [], headings, marginLines }: Part, longer: number) {
  const names = [locator, ...places.map((place) => place.locator)];
  return {
    characters: names.reduce((sum, name) => sum + nameLength(name) + longer, text.length),
    places: Math.max(1, places.length) + headings.length + marginLines.length,
  };
}

function nameLength(locator: Locator): number {
  switch (locator.kind) {
    case 'section':
      return (locator.heading?.length ?? 0) + (locator.anchor?.length ?? 0);
    case 'message':
      return locator.part.length;
    case 'cell':
      return locator.sheet.length + locator.range.length;
    case 'page':
      return locator.pageLabel?.length ?? 0;
    default:
      return 0;
  }
}

function tooLarge(refusal: string): ReadFailure {
  return new ReadFailure('too_large', `It has ${refusal}. Split the file.`);
}

function overBudget(what: string): ReadFailure {
  return new ReadFailure(
    'archive_limits',
    `The file is packed like an archive meant to exhaust memory: ${what}. Add the files in it separately.`,
  );
}
