import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { confine } from './confinement.ts';
import { ResidentMemory } from './resident.ts';
import { newScratchName, removeScratch } from './scratch.ts';

/** Why a child ended before it replied. */
export type EndReason = 'timed_out' | 'out_of_memory' | 'crashed';

/** The child ended, or sent something that is not a reply, while a question was open. */
export class SandboxEnded extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(`the child process ended: ${reason}`);
    this.reason = reason;
  }
}

export type SandboxOptions<Reply> = {
  /** The module that the child runs. */
  entry: URL;
  /** Memory limit of the child, in bytes. */
  memoryBytes: number;
  /** The schema of a reply: a child handles untrusted files, so its replies are validated like any input. */
  replySchema: z.ZodType<Reply>;
};

type Pending<Reply> = { resolve(reply: Reply): void; reject(error: Error): void };

/**
 * Size of the heap's space for new objects, in MB. Small batches need no more than this; Node's default would keep 30
 * MB unused.
 */
const youngMegabytes = 2;
const watchEveryMs = 50;

/** A child process that answers one question at a time and can be killed without affecting anything else. */
export class Sandbox<Question extends object, Reply> {
  readonly #child: ChildProcess;
  readonly #memory: ResidentMemory;
  readonly #replySchema: z.ZodType<Reply>;
  #pending: Pending<Reply> | null = null;
  #ending: EndReason | null = null;
  #dead = false;
  /** How many tasks the child has been assigned. */
  uses = 0;

  /**
   * Starts the child, as confined as the host allows. Its environment contains only the search path. The child gets
   * `forWhat` as an argument: what its first task will probably be about.
   */
  constructor({ entry, memoryBytes, replySchema }: SandboxOptions<Reply>, forWhat?: string) {
    const source = entry.pathname.endsWith('.ts');
    const scratch = newScratchName();
    this.#replySchema = replySchema;
    const { command, args } = confine(process.execPath, [
      `--max-old-space-size=${heapMegabytes(memoryBytes)}`,
      `--max-semi-space-size=${youngMegabytes}`,
      ...(source ? ['--import', tsxUrl()] : []),
    ]);
    this.#child = fork(fileURLToPath(entry), [scratch, ...(forWhat === undefined ? [] : [forWhat])], {
      execPath: command,
      execArgv: args,
      env: process.env.PATH === undefined ? {} : { PATH: process.env.PATH },
      serialization: 'advanced',
      // The child's guard reads from standard input, which ends with this process.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.#memory = new ResidentMemory(this.#child.pid);
    this.#child.on('message', (message) => this.#answered(message));
    this.#child.on('error', () => this.#ended('crashed'));
    this.#child.on('exit', (code, signal) => {
      this.#ended(signal === 'SIGABRT' || code === 134 ? 'out_of_memory' : 'crashed');
      void removeScratch(scratch);
    });
    this.rest();
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** Asks one question and waits for its reply. Throws `SandboxEnded` if the child ends without a reply. */
  async ask(question: Question): Promise<Reply> {
    if (this.#dead) throw new SandboxEnded(this.#ending ?? 'crashed');
    return new Promise<Reply>((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#child.send(question, (error) => {
        if (error !== null) this.#ended('crashed');
      });
    });
  }

  /** Kills the child when it uses more memory than `mostBytes`, until the returned function is called. */
  watchMemory(mostBytes: number): () => void {
    const timer = setInterval(() => {
      const bytes = this.#memory.bytes();
      if (bytes !== null && bytes > mostBytes) this.kill('out_of_memory');
    }, watchEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Memory of the child, in bytes, or null where the system does not report it. */
  residentBytes(): number | null {
    return this.#memory.bytes();
  }

  kill(reason: EndReason): void {
    this.#ending ??= reason;
    this.#child.kill('SIGKILL');
    // A process that the child started can outlive it briefly and keep the channel open; this process does not wait for
    // it.
    this.#child.channel?.unref();
    this.#ended(reason);
  }

  /** Allows this process to end while the child is idle. The method `work` reverts this. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  work(): void {
    this.uses += 1;
    this.#child.ref();
    this.#child.channel?.ref();
  }

  #answered(message: unknown): void {
    const reply = this.#replySchema.safeParse(message);
    const pending = this.#pending;
    this.#pending = null;
    if (reply.success) pending?.resolve(reply.data);
    else {
      this.kill('crashed');
      pending?.reject(new SandboxEnded('crashed'));
    }
  }

  #ended(reason: EndReason): void {
    this.#dead = true;
    this.#memory.close();
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(new SandboxEnded(this.#ending ?? reason));
  }
}

/** The heap gets part of the child's memory; the rest is for memory outside the heap, such as PDFium's. */
function heapMegabytes(memoryBytes: number): number {
  return Math.max(64, Math.round((memoryBytes * 0.6) / 1024 / 1024));
}

function tsxUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
