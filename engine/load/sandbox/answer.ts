import { ReadFailure } from '../../model/errors.ts';
import { type Locator, locatorSchema } from '../../model/locator.ts';
import { answerParent } from '../../sandbox/answer-parent.ts';
import type { Part, Reading } from '../part.ts';
import type { Question, Reply } from './protocol.ts';
import { ReadingBudget, type ReadingHints } from './reading-budget.ts';

/**
 * The parts of a file are sent to the parent process in batches. A batch ends with the part that reaches one of these
 * limits, so that neither the parent nor the child process is busy with one batch for long.
 */
const batchCharacters = 128 * 1024;
const batchParts = 1_000;
/** A batch of slow pages ends after this time, so that the parent sees progress. */
const batchMs = 1_000;

type OpenReading = (format: string, path: string, hints: ReadingHints) => Promise<Reading>;

/** Answers the questions of the parent process, one after another, until that process ends. */
export function answerQuestions(openReading: OpenReading): void {
  const desk = new ReadingDesk(openReading);
  answerParent((question: Question) => desk.answer(question), failure);
}

/** The one open file, and the state of its reading. */
class ReadingDesk {
  readonly #openReading: OpenReading;
  #reading: Reading | null = null;
  #budget = new ReadingBudget(0);
  #parts: AsyncGenerator<Part> | null = null;

  constructor(open: OpenReading) {
    this.#openReading = open;
  }

  async answer(question: Question): Promise<Reply> {
    switch (question.ask) {
      case 'open': {
        await this.#close();
        const { format, path, hints, characters } = question;
        this.#budget = new ReadingBudget(characters);
        const reading = await this.#openReading(format, path, { ...hints, budget: this.#budget });
        this.#reading = reading;
        return { reply: 'opened', countedAs: reading.countedAs, pageCount: reading.pageCount };
      }
      case 'read':
        this.#parts = this.#opened().parts(question.pages);
        return this.#nextBatch(this.#parts);
      case 'more':
        if (this.#parts === null) throw new Error('asked for more parts, but nothing is being read');
        return this.#nextBatch(this.#parts);
      case 'place': {
        const reading = this.#opened();
        const pages = question.pages.map(({ page, stored }) => reading.place?.(page, stored) ?? null);
        return { reply: 'placed', pages };
      }
      case 'draw': {
        const drawing = (await this.#opened().draw?.(question.page, question.boxes)) ?? null;
        return { reply: 'drawn', drawing };
      }
      case 'unlink': {
        const { writeUnlinked } = await import('../layout/unlinked/write-unlinked.ts');
        await writeUnlinked(question.from, question.to);
        return { reply: 'unlinked' };
      }
      case 'close': {
        const reading = this.#opened();
        const reply: Reply = { reply: 'closed', warnings: reading.warnings(), unread: reading.unread() };
        await this.#close();
        return reply;
      }
    }
  }

  async #nextBatch(from: AsyncGenerator<Part>): Promise<Reply> {
    const parts: Part[] = [];
    let characters = 0;
    const started = performance.now();
    while (characters < batchCharacters && parts.length < batchParts) {
      if (parts.length > 0 && performance.now() - started > batchMs) break;
      const next = await from.next();
      if (next.done) {
        this.#parts = null;
        return { reply: 'parts', parts, done: true };
      }
      const part = withShortNames(next.value);
      this.#budget.takePart(part);
      parts.push(part);
      characters += part.text.length;
    }
    return { reply: 'parts', parts, done: false };
  }

  #opened(): Reading {
    if (this.#reading === null) throw new Error('asked about a file, but no file is open');
    return this.#reading;
  }

  async #close(): Promise<void> {
    const reading = this.#reading;
    this.#reading = null;
    this.#parts = null;
    await reading?.close();
  }
}

function failure(error: unknown): Reply {
  if (error instanceof ReadFailure) return { reply: 'failed', code: error.code, message: error.message };
  const detail = error instanceof Error ? error.message : String(error);
  if (/array buffer allocation|invalid array length|out of memory|cannot enlarge memory/i.test(detail)) {
    return {
      reply: 'failed',
      code: 'out_of_memory',
      message: 'Its reader ran out of memory. Split the file into smaller ones.',
    };
  }
  return {
    reply: 'failed',
    code: 'parser_crashed',
    message: `Its reader stopped on content it could not parse (${detail.slice(0, 200)}). Export the file again, or as PDF.`,
  };
}

/**
 * Maximum characters of the names in a locator. A longer name is truncated. A longer anchor is dropped, because a
 * truncated anchor would have no target.
 */
const longest: Readonly<Record<string, number>> = {
  heading: 1_300,
  anchor: 500,
  part: 500,
  sheet: 200,
  range: 50,
  pageLabel: 50,
};

/**
 * Shortens the names in a part's locators, so that they can be displayed next to a quote. A file can contain names of
 * any length, and every locator repeats some of the names.
 */
function withShortNames(part: Part): Part {
  const { locator, places } = part;
  const short = shortName(locator);
  if (short === locator && places === undefined) return part;
  return {
    ...part,
    locator: short,
    ...(places && { places: places.map((place) => ({ ...place, locator: shortName(place.locator) })) }),
  };
}

function shortName(locator: Locator): Locator {
  const fields = Object.entries(locator);
  if (!fields.some(isTooLong)) return locator;
  const short = fields.map(([name, value]) =>
    isTooLong([name, value])
      ? [name, name === 'anchor' ? undefined : String(value).slice(0, longest[name])]
      : [name, value],
  );
  return locatorSchema.parse(Object.fromEntries(short));
}

function isTooLong([name, value]: [string, unknown]): boolean {
  return typeof value === 'string' && value.length > (longest[name] ?? value.length);
}
