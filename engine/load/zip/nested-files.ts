import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import { makeScratch } from '../../sandbox/scratch.ts';
import { type FilesInside, isRecording } from '../formats/format.ts';
import { type Gap, type Part, type PlaceInPart, type ReadingWarning, textPart } from '../part.ts';
import type { ReadingBudget, ReadingHints } from '../sandbox/reading-budget.ts';
import { charsetIn } from '../web/charset.ts';

/**
 * How many levels of files inside files are read: an archive in a forwarded message is read, an archive inside that
 * archive is not.
 */
const deepest = 2;
/** The maximum number of files inside one file. The same limit applies to the entries of an archive. */
const mostFiles = 5_000;
/** The maximum pages of all files inside one file together. */
const mostPages = 5_000;
/**
 * The maximum characters of the name of a file inside another file; every locator in the inner file repeats the name.
 */
const longestName = 200;
/** The maximum number of pictures that are described among the files inside one file. */
const mostPictures = 100;

/**
 * Reads the files inside a message or an archive. The type of an inner file is detected like that of a separate file,
 * and the parts of an inner file are cited by the file's name and the place in the file. A file that cannot be read is
 * reported as unread and does not affect other files.
 */
export class NestedFiles {
  readonly unread: Gap[] = [];
  readonly warnings: ReadingWarning[] = [];
  readonly #inside: FilesInside;
  readonly #depth: number;
  readonly #budget: ReadingBudget;
  #files = 0;
  #pages = 0;
  #picturesLeft: number;

  constructor(inside: FilesInside, { depth = 0, pictures = false, budget }: ReadingHints) {
    this.#inside = inside;
    this.#budget = budget;
    this.#depth = depth;
    this.#picturesLeft = pictures ? mostPictures : 0;
  }

  /**
   * The parts of one file, after a heading with its name. Throws a `ReadFailure` with the code `archive_limits` if
   * there are too many files.
   */
  async *parts(given: string, content: Uint8Array, declaredType?: string): AsyncGenerator<Part> {
    this.#files += 1;
    if (this.#files > mostFiles) {
      throw new ReadFailure(
        'archive_limits',
        `It contains more than ${mostFiles.toLocaleString('en-US')} files. Add the files in it separately.`,
      );
    }
    const name = given.slice(0, longestName);
    const folder = await makeScratch();
    const path = join(folder, 'file');
    try {
      await writeFile(path, content, { mode: 0o600 });
      yield* this.#read(name, path, declaredType);
    } catch (error) {
      if (!(error instanceof ReadFailure)) throw error;
      this.unread.push({ where: name, reason: error.message });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async *#read(name: string, path: string, declaredType: string | undefined): AsyncGenerator<Part> {
    const { format, note } = await this.#inside.sniff(path, name, declaredType);
    if (isRecording(format)) throw refused('A recording inside another file is not read: add it as a file.');
    if (format.holdsFiles && this.#depth + 1 >= deepest) {
      throw refused('It is nested too deep in other files: add it as a separate file.');
    }
    const reading = await this.#inside.open(format.id, path, {
      charset: charsetIn(declaredType),
      depth: this.#depth + 1,
      budget: this.#budget,
      pictures: this.#picturesLeft > 0,
    });
    try {
      this.#pages += reading.pageCount ?? 1;
      if (this.#pages > mostPages)
        throw refused(`Its pages exceed the limit of ${mostPages} pages for all files inside one file.`);
      yield this.#fitting(headingPart(name));
      for await (const part of reading.parts(null)) yield this.#fitting(this.#moved(name, part));
      if (note !== null) this.warnings.push({ code: 'type_differs', message: `${name}: ${note}` });
      for (const warning of reading.warnings()) {
        this.warnings.push({ ...warning, message: `${name}: ${warning.message}` });
      }
      for (const { where, reason } of reading.unread()) {
        this.unread.push({ where: `${name}, ${where}`, reason });
      }
    } finally {
      await reading.close();
    }
  }

  /**
   * Returns the part. Throws a `ReadFailure` if the part exceeds the limits, so that only the rest of the inner file is
   * reported as unread.
   */
  #fitting(part: Part): Part {
    // In locators, the names of the files that contain this file precede its name, and make each locator longer.
    const refusal = this.#budget.refusal(part, this.#depth * (longestName + 2));
    if (refusal === null) return part;
    throw refused(
      `Only a part of it was read, because all of it would be ${refusal}. Add it as a separate file.`,
    );
  }

  #moved(name: string, given: Part): Part {
    const part = given.lineEnds === undefined ? given : withLines(given, given.lineEnds);
    const { unread, ...rest } = part;
    const place = placeIn(part.locator);
    const toDescribe = part.picture !== undefined;
    if (toDescribe) this.#picturesLeft -= 1;
    else if (unread !== undefined) this.unread.push({ where: `${name}, ${place}`, reason: unread });
    return {
      ...(toDescribe ? part : rest),
      locator: { kind: 'message', part: `${name}, ${place}` },
      ...(part.places && {
        places: part.places.map(({ locator, ...span }) => ({
          ...span,
          locator: { kind: 'message', part: `${name}, ${placeIn(locator)}` },
        })),
      }),
      headings: part.headings.map((heading) => ({ ...heading, level: heading.level + 1 })),
      marginLines: [],
    };
  }
}

/** Adds to a part of several lines a separate locator for each line that contains words. */
function withLines({ lineEnds: _, ...part }: Part, lineEnds: number): Part {
  const { text, locator } = part;
  if (locator.kind !== 'lines') return part;
  const places: PlaceInPart[] = [];
  let line = locator.from;
  for (let start = 0; start < text.length; line += 1) {
    let end = start;
    for (let ends = 0; ends < lineEnds && end < text.length; ends += 1) {
      const newline = text.indexOf('\n', end);
      end = newline < 0 ? text.length : newline + 1;
    }
    if (/\S/.test(text.slice(start, end)))
      places.push({ start, end, locator: { kind: 'lines', from: line, to: line } });
    start = end;
  }
  return { ...part, places };
}

/** A heading that consists of a name, such as a file name, and is cited by this name. */
export function headingPart(name: string): Part {
  const text = name.replace(/\s+/g, ' ').trim();
  return textPart({ kind: 'message', part: text }, `${text}\n\n`, {
    headings: [{ start: 0, end: text.length, level: 1 }],
  });
}

function placeIn(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return `p. ${locator.page}`;
    case 'region':
      return locator.page === undefined ? 'picture' : `p. ${locator.page}`;
    case 'section':
      return `${locator.heading ? `“${locator.heading}”, ` : ''}paragraph ${locator.paragraph}`;
    default:
      return placeWords(locator);
  }
}

function refused(message: string): ReadFailure {
  return new ReadFailure('unsupported_type', message);
}
