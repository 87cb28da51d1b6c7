import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ReadFailure, type ReadFailureCode } from '../../model/errors.ts';
import { networkCut } from './network.ts';
import { type Question, type Reply, replySchema } from './protocol.ts';
import { ResidentMemory } from './resident.ts';
import { newScratchName, removeScratch } from './scratch.ts';

type Pending = { resolve(reply: Reply): void; reject(error: Error): void };

/** Room for new objects: small batches need no more, and the default keeps 30 MB that nobody uses. */
const youngMegabytes = 2;
const watchEveryMs = 50;

const endings: Partial<Record<ReadFailureCode, string>> = {
  timed_out: 'Reading it took longer than one file may take. Split the file, or raise the time limit.',
  out_of_memory:
    'Reading it took more memory than one file may take. Split the file, or raise the memory limit.',
  parser_crashed: 'Its reader crashed. Export the file again, or print it to a new PDF.',
};

/** A child process that reads one file at a time and can be killed without harm to anything else. */
export class Sandbox {
  readonly #child: ChildProcess;
  readonly #memory: ResidentMemory;
  #pending: Pending | null = null;
  #ending: ReadFailureCode | null = null;
  #dead = false;
  /** How many files it has opened. */
  files = 0;

  /**
   * Starts the child. It gets no environment but the search path, so that no secret is in its reach, and no network
   * where the host allows that.
   */
  constructor(entry: URL, memoryBytes: number) {
    const source = entry.pathname.endsWith('.ts');
    const cut = networkCut();
    const scratch = newScratchName();
    this.#child = fork(fileURLToPath(entry), [scratch], {
      execPath: cut?.command ?? process.execPath,
      execArgv: [
        ...(cut === null ? [] : [...cut.args, process.execPath]),
        `--max-old-space-size=${heapMegabytes(memoryBytes)}`,
        `--max-semi-space-size=${youngMegabytes}`,
        ...(source ? ['--import', tsxUrl()] : []),
      ],
      env: process.env.PATH === undefined ? {} : { PATH: process.env.PATH },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#memory = new ResidentMemory(this.#child.pid);
    this.#child.on('message', (message) => this.#answered(message));
    this.#child.on('error', () => this.#ended('parser_crashed'));
    this.#child.on('exit', (code, signal) => {
      this.#ended(signal === 'SIGABRT' || code === 134 ? 'out_of_memory' : 'parser_crashed');
      void removeScratch(scratch);
    });
    this.rest();
  }

  get dead(): boolean {
    return this.#dead;
  }

  /**
   * Asks one question and waits for its reply. Throws `ReadFailure` when the reading failed or the child ended. A
   * child whose reader broke is not used again: what it left in memory could break the next file.
   */
  async ask(question: Question): Promise<Reply> {
    if (this.#dead) throw this.#failure('parser_crashed');
    if (question.ask === 'open') this.files += 1;
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#child.send(question, (error) => {
        if (error !== null) this.#ended('parser_crashed');
      });
    });
    if (reply.reply !== 'failed') return reply;
    if (reply.code === 'parser_crashed' || reply.code === 'out_of_memory') this.kill(reply.code);
    throw new ReadFailure(reply.code, reply.message);
  }

  /** Kills the child when it holds more memory than this, until the returned function is called. */
  watchMemory(mostBytes: number): () => void {
    const timer = setInterval(() => {
      const bytes = this.#memory.bytes();
      if (bytes !== null && bytes > mostBytes) this.kill('out_of_memory');
    }, watchEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Memory the child holds, in bytes, or null where the system does not tell. */
  residentBytes(): number | null {
    return this.#memory.bytes();
  }

  kill(reason: ReadFailureCode): void {
    this.#ending ??= reason;
    this.#child.kill('SIGKILL');
    this.#ended(reason);
  }

  /** Lets this process end while the child waits; `work` takes that back. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  work(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  #answered(message: unknown): void {
    const reply = replySchema.safeParse(message);
    const pending = this.#pending;
    this.#pending = null;
    if (reply.success) pending?.resolve(reply.data);
    else {
      this.kill('parser_crashed');
      pending?.reject(this.#failure('parser_crashed'));
    }
  }

  #ended(reason: ReadFailureCode): void {
    this.#dead = true;
    this.#memory.close();
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(this.#failure(this.#ending ?? reason));
  }

  #failure(code: ReadFailureCode): ReadFailure {
    return new ReadFailure(code, endings[code] ?? 'Reading it was stopped.');
  }
}

/** The heap is part of the memory a child may take; the rest is for PDFium, which lives outside of it. */
function heapMegabytes(memoryBytes: number): number {
  return Math.max(64, Math.round((memoryBytes * 0.6) / 1024 / 1024));
}

function tsxUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
