import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadFailure } from '../../model/errors.ts';
import type { Locator } from '../../model/locator.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import { makeScratch } from '../../sandbox/scratch.ts';
import { type FilesInside, isRecording } from '../formats/format.ts';
import type { Part, PlaceInPart, ReadingWarning } from '../part.ts';
import type { ReadingBudget, ReadingHints } from '../sandbox/reading-budget.ts';
import { charsetIn } from '../web/charset.ts';

type Where = { where: string; reason: string };

/** Files inside files are read to the depth of a forwarded message with an archive. */
const deepest = 2;
/** Files inside one, as parts of an archive. */
const mostFiles = 5_000;
/** The maximum over all files inside one; larger ones have to be given separately. */
const mostPages = 5_000;
/** The maximum characters of the name of a file inside another, which every place in it repeats. */
const longestName = 200;
/** The maximum pictures inside one file that are described. */
const mostPictures = 100;

/**
 * Reads the files inside a message or an archive, each by its own content as if it were given alone; every part is
 * located by the file's name and its place in it. A file that cannot be read is named and does not affect the others.
 */
export class NestedFiles {
  readonly unread: Where[] = [];
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

  /** The parts of one file, after a heading with its name. Throws `ReadFailure` archive_limits. */
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
        throw refused(`Its pages exceed the ${mostPages} that are read inside one file.`);
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
   * Throws `ReadFailure` for a part that exceeds the limits of one file, so that only its own file is named as
   * unread.
   */
  #fitting(part: Part): Part {
    // The names of the files that contain this one precede its name.
    const refusal = this.#budget.refusal(part, this.#depth * (longestName + 2));
    if (refusal === null) return part;
    throw refused(`It was read in part: all of it would be ${refusal}. Add it as a separate file.`);
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

/** A part of several lines with the place of each line that has words. */
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

/** A line that is only a name, cited as the file or section it names. */
export function headingPart(name: string): Part {
  const text = name.replace(/\s+/g, ' ').trim();
  return {
    locator: { kind: 'message', part: text },
    text: `${text}\n\n`,
    method: 'text',
    headings: [{ start: 0, end: text.length, level: 1 }],
    marginLines: [],
  };
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
