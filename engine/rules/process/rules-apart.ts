import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../job.ts';
import { ProvisoError } from '../../model/errors.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { type Sandbox, SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { NamedRules } from '../extract/naming.ts';
import { parseNamed, type Question, type Reply, replySchema, type TextOfFile } from './protocol.ts';

/** Maximum time for a child to start, in ms; a busy machine needs some seconds. */
export const startWithinMs = 60_000;
export const memoryBytes = defaultLimits.outputMemoryBytes;

/** The processes that find or lint rules. */
export const finders = sharedPool(
  () =>
    new SandboxPool<Question, Reply>({
      entry: childEntry(),
      memoryBytes,
      size: availableParallelism(),
      idle: 1,
      replySchema,
    }),
);

/** The module of the child, which is next to this file: its build, or its source if this file is not built. */
function childEntry(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './rules-child.ts' : './rules-child.js', import.meta.url);
}

/**
 * Finds rules in a separate process, so that a text cannot block the calling process. The process is killed when all
 * texts together took more than `mostMs`, when it uses too much memory, and when the signal is aborted.
 */
export class RuleFinder {
  readonly #child: Sandbox<Question, Reply>;
  readonly #mostMs: number;
  readonly #signal: AbortSignal;
  readonly #stopWatching: () => void;
  #leftMs: number;

  private constructor(child: Sandbox<Question, Reply>, mostMs: number, signal: AbortSignal) {
    this.#child = child;
    this.#mostMs = mostMs;
    this.#leftMs = mostMs;
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#stopWatching = child.watchMemory(memoryBytes);
  }

  /** Waits for a free process. Throws the signal's reason. */
  static async start(mostMs: number, signal: AbortSignal): Promise<RuleFinder> {
    const child = await finders().acquire(signal, signal);
    const finder = new RuleFinder(child, mostMs, signal);
    try {
      await finder.#ask({ ask: 'ready' }, startWithinMs);
      return finder;
    } catch (error) {
      finder.end();
      throw error;
    }
  }

  /**
   * Finds the normative sentences of a file and returns how many it has, at most `most`. Throws `extraction_too_slow`,
   * `extraction_too_large` or the signal's reason.
   */
  async find(file: TextOfFile, most: number): Promise<number> {
    const reply = await this.#timed({ ask: 'find', file, most }, file.name);
    return reply.reply === 'found' ? reply.sentences : unexpected(reply);
  }

  /** The rules of all files and the sentences that are left out. Throws as `find` does. */
  async name(): Promise<NamedRules> {
    const reply = await this.#timed({ ask: 'name' }, 'the files');
    return reply.reply === 'named' ? parseNamed(reply.named) : unexpected(reply);
  }

  /** Returns the process to its pool. */
  end(): void {
    this.#stopWatching();
    this.#signal.removeEventListener('abort', this.#onAbort);
    finders().release(this.#child);
  }

  async #timed(question: Question, where: string): Promise<Reply> {
    const started = performance.now();
    try {
      return await this.#ask(question, Math.max(1, this.#leftMs));
    } catch (error) {
      if (error instanceof SandboxEnded && error.reason !== 'crashed') throw this.#limitReached(error, where);
      throw error;
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }

  async #ask(question: Question, withinMs: number): Promise<Reply> {
    const timer = setTimeout(() => this.#child.kill('timed_out'), withinMs);
    try {
      return await this.#child.ask(question);
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #limitReached({ reason }: SandboxEnded, where: string): ProvisoError {
    return reason === 'timed_out'
      ? new ProvisoError(
          'extraction_too_slow',
          `Finding rules took more than ${this.#mostMs / 1_000} seconds (the limit was reached in ${where}). Give fewer or shorter files.`,
        )
      : new ProvisoError(
          'extraction_too_large',
          `Finding rules took more than ${memoryBytes / 1024 / 1024} MB of memory (the limit was reached in ${where}). Give fewer or shorter files.`,
        );
  }

  readonly #onAbort = (): void => this.#child.kill('crashed');
}

function unexpected(reply: Reply): never {
  throw new Error(`finding rules failed: ${reply.reply === 'failed' ? reply.message : reply.reply}`);
}
