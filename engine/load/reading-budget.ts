import { ReadFailure } from '../model/errors.ts';
import type { Locator } from '../model/locator.ts';
import type { Part, SenderHints } from './part.ts';

/** What the reader of a file is given beside the file. */
export type ReadingHints = SenderHints & { budget: ReadingBudget };

/** Stretches of one file with a place of their own: rows, paragraphs, recognised words. */
const mostPlaces = 1_000_000;
/** Bytes that archives expand to, and parts they list, an archive and those in it together. */
const mostBytes = 256 * 1024 * 1024;
const mostEntries = 20_000;

/** What one file may take, together with all files in it. */
export class ReadingBudget {
  readonly #most: number;
  #characters = 0;
  #places = 0;
  #bytes = 0;
  #entries = 0;

  /** `characters`: of text and of the names of its places. */
  constructor(characters: number) {
    this.#most = characters;
  }

  /** Why a part would go over the budget; null when it fits. `longer`: characters that its places' names will grow by. */
  refusal(part: Part, longer = 0): string | null {
    const { characters, places } = costOf(part, longer);
    return this.#refusalOf(this.#characters + characters, this.#places + places);
  }

  /** Throws `ReadFailure` too_large when a reader holds more text or places before its first part than may be read. */
  checkHeld(characters: number, places: number): void {
    const refusal = this.#refusalOf(characters, places);
    if (refusal !== null) throw tooLarge(refusal);
  }

  #refusalOf(characters: number, places: number): string | null {
    if (characters > this.#most) {
      return `more than the ${this.#most.toLocaleString('en-US')} characters that are read of one file`;
    }
    if (places > mostPlaces) {
      return `more than the ${mostPlaces.toLocaleString('en-US')} rows, paragraphs or words with a place of their own that are read of one file`;
    }
    return null;
  }

  /** Throws `ReadFailure` too_large for a part that goes over the budget. */
  takePart(part: Part): void {
    const refusal = this.refusal(part);
    if (refusal !== null) throw tooLarge(refusal);
    const { characters, places } = costOf(part, 0);
    this.#characters += characters;
    this.#places += places;
  }

  /** Throws `ReadFailure` archive_limits. */
  takeEntries(count: number): void {
    this.#entries += count;
    if (this.#entries > mostEntries) {
      throw overBudget(
        `it has more than ${mostEntries.toLocaleString('en-US')} parts, or lists some of them again and again`,
      );
    }
  }

  /** Throws `ReadFailure` archive_limits. */
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
  return new ReadFailure('too_large', `It holds ${refusal}. Split the file.`);
}

function overBudget(what: string): ReadFailure {
  return new ReadFailure(
    'archive_limits',
    `The file is packed like an archive meant to exhaust memory: ${what}. Give the files in it on their own.`,
  );
}
