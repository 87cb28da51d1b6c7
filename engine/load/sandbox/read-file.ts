import { ReadFailure } from '../../model/errors.ts';
import type { CountedAs } from '../../model/source.ts';
import type { Gap, PageSpan, Part, ReadingWarning, SenderHints } from '../part.ts';
import type { Question, Reply } from './protocol.ts';
import { askReader, type Reader, type ReaderPool } from './reader.ts';
import { ReadingBudget } from './reading-budget.ts';

export type FileTask = {
  format: string;
  path: string;
  hints: SenderHints;
  /** Time limit in ms, measured from the moment at which a child process is free to read the file. */
  fileMs: number;
  /** Memory limit of each child, in bytes. */
  memoryBytes: number;
  /** Maximum pages. */
  pages: number;
  /** Maximum text, in UTF-16 code units. */
  characters: number;
};

/** Properties of a file that are known only after its last part. */
export type FileEnding = {
  countedAs: CountedAs;
  warnings: ReadingWarning[];
  unread: Gap[];
};

/** The pages of a long file are divided into ranges of this many pages. A child process reads one range at a time. */
const stretchPages = 8;
/**
 * An idle child process helps to read the same file if at least this many ranges are left. A new one is started only if
 * more are left, because starting a process takes about the time of reading 100 pages.
 */
const worthIdle = 2;
const worthAnother = 12;
/**
 * Each page whose text is recognised extends the time limit of its file by `recognitionMs`, for at most
 * `mostRecognised` pages. Measured: recognising a dense page takes 5 s, or 20 s if the page is on its side.
 */
const recognitionMs = 20_000;
const mostRecognised = 500;

type Stretch = { pages: PageSpan | null; batches: Part[][]; done: boolean };

/**
 * Reads one file in a child process and yields its parts in order. A long file with pages is read by several processes
 * at the same time if further processes are idle. After a failure, all these processes stop.
 */
export class FileReading {
  readonly #pool: ReaderPool;
  readonly #task: FileTask;
  readonly #budget: ReadingBudget;
  readonly #children = new Set<Reader>();
  readonly #lanes: Promise<void>[] = [];
  #stretches: Stretch[] = [];
  #next = 0;
  #failure: { error: unknown } | null = null;
  #news: (() => void) | null = null;
  #recognised = 0;
  #timer: NodeJS.Timeout | undefined;
  #endsAt = 0;
  readonly #ending: FileEnding = { countedAs: 'file', warnings: [], unread: [] };

  constructor(pool: ReaderPool, task: FileTask) {
    this.#pool = pool;
    this.#task = task;
    this.#budget = new ReadingBudget(task.characters);
  }

  /**
   * Reads the file. Call this once. Throws the reader's `ReadFailure`, the signal's reason, or a `ReadFailure` with the
   * code `timed_out`, `out_of_memory`, `parser_crashed` or `too_many_pages`.
   */
  async *parts(signal: AbortSignal): AsyncGenerator<Part, FileEnding> {
    const first = await this.#pool.acquire(signal, signal);
    const onAbort = () => this.#stop(signal.reason);
    this.#endsAt = performance.now() + this.#task.fileMs;
    this.#setTimer();
    signal.addEventListener('abort', onAbort, { once: true });
    const stopInviting = this.#pool.onFree(() => this.#inviteHelpers());
    try {
      this.#lanes.push(this.#work(first, (opened) => this.#plan(opened)));
      for (let index = 0; index === 0 || index < this.#stretches.length; index += 1)
        yield* this.#inOrder(index);
      stopInviting();
      await Promise.all(this.#lanes);
      if (this.#failure !== null) throw this.#failure.error;
      return this.#ending;
    } finally {
      stopInviting();
      clearTimeout(this.#timer);
      signal.removeEventListener('abort', onAbort);
      this.#stop(new Error('the caller no longer waits for the parts'));
    }
  }

  async *#inOrder(index: number): AsyncGenerator<Part> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure.error;
      const stretch = this.#stretches[index];
      const batch = stretch?.batches.shift();
      if (batch !== undefined) yield* batch;
      else if (stretch?.done) return;
      else
        await new Promise<void>((resolve) => {
          this.#news = resolve;
        });
    }
  }

  #plan(opened: Extract<Reply, { reply: 'opened' }>): void {
    const { pageCount } = opened;
    this.#ending.countedAs = opened.countedAs;
    if (pageCount !== null && pageCount > this.#task.pages) throw tooManyPages(pageCount, this.#task.pages);
    this.#stretches = stretchesOf(pageCount).map((pages) => ({ pages, batches: [], done: false }));
    this.#inviteHelpers();
  }

  #inviteHelpers(): void {
    for (;;) {
      const left = this.#stretches.length - this.#next;
      if (this.#failure !== null || left < worthIdle) return;
      const helper = this.#pool.tryAcquire(left > worthAnother ? 'any' : 'idle');
      if (helper === null) return;
      this.#lanes.push(this.#work(helper, () => {}));
    }
  }

  /** Lets one child open the file and read ranges until none is left. Never rejects. */
  async #work(child: Reader, onOpened: (opened: Extract<Reply, { reply: 'opened' }>) => void): Promise<void> {
    this.#children.add(child);
    const stopWatching = child.watchMemory(this.#task.memoryBytes);
    try {
      const { format, path, hints, characters } = this.#task;
      onOpened(expected(await askReader(child, { ask: 'open', format, path, hints, characters }), 'opened'));
      for (let stretch = this.#take(); stretch !== null; stretch = this.#take()) {
        await this.#read(child, stretch);
      }
      if (this.#failure !== null) return;
      const closed = expected(await askReader(child, { ask: 'close' }), 'closed');
      this.#ending.warnings = distinct([...this.#ending.warnings, ...closed.warnings]);
      this.#ending.unread = distinct([...this.#ending.unread, ...closed.unread]);
    } catch (error) {
      this.#fail(error);
    } finally {
      stopWatching();
      this.#children.delete(child);
      this.#pool.release(child);
    }
  }

  async #read(child: Reader, stretch: Stretch): Promise<void> {
    let question: Question = { ask: 'read', pages: stretch.pages };
    while (!stretch.done && this.#failure === null) {
      const reply = expected(await askReader(child, question), 'parts');
      // The budget is checked here too, because several children read one file, and because children are not trusted.
      for (const part of reply.parts) this.#budget.takePart(part);
      stretch.batches.push(reply.parts);
      this.#allowFor(reply.parts);
      stretch.done = reply.done;
      question = { ask: 'more' };
      this.#tell();
    }
  }

  #allowFor(parts: Part[]): void {
    const recognised = parts.filter(({ method, confidence }) => method === 'ocr' && confidence !== undefined);
    const counted = Math.min(recognised.length, mostRecognised - this.#recognised);
    if (counted <= 0 || this.#failure !== null) return;
    this.#recognised += counted;
    this.#endsAt += counted * recognitionMs;
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#endsAt - performance.now());
    this.#timer = setTimeout(() => this.#stop(timedOut(this.#task.fileMs)), left);
  }

  #take(): Stretch | null {
    if (this.#failure !== null) return null;
    const stretch = this.#stretches[this.#next] ?? null;
    this.#next += 1;
    return stretch;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#tell();
  }

  #stop(error: unknown): void {
    this.#fail(error);
    for (const child of this.#children) child.kill('timed_out');
  }

  #tell(): void {
    this.#news?.();
    this.#news = null;
  }
}

function stretchesOf(pageCount: number | null): (PageSpan | null)[] {
  if (pageCount === null) return [null];
  const spans: PageSpan[] = [];
  for (let from = 1; from <= pageCount; from += stretchPages) {
    spans.push({ from, to: Math.min(from + stretchPages - 1, pageCount) });
  }
  return spans;
}

/** The values without duplicates: several child processes that read the same file can report the same warning. */
function distinct<Value>(values: Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function expected<Kind extends Reply['reply']>(reply: Reply, kind: Kind): Extract<Reply, { reply: Kind }> {
  if (isReply(reply, kind)) return reply;
  throw new ReadFailure(
    'parser_crashed',
    'The reader process sent an unexpected answer. Export the file again, or as PDF.',
  );
}

function isReply<Kind extends Reply['reply']>(
  reply: Reply,
  kind: Kind,
): reply is Extract<Reply, { reply: Kind }> {
  return reply.reply === kind;
}

function timedOut(fileMs: number): ReadFailure {
  const seconds = Math.round(fileMs / 100) / 10;
  return new ReadFailure(
    'timed_out',
    `Reading it took longer than the ${seconds} s that one file may take. Split the file.`,
  );
}

function tooManyPages(pages: number, most: number): ReadFailure {
  return new ReadFailure(
    'too_many_pages',
    `It has ${pages} pages, and a run may read ${most}. Split the file, or leave out the pages that you do not need.`,
  );
}
