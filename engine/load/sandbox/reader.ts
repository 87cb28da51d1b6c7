import { availableParallelism } from 'node:os';
import { ReadFailure, type ReadFailureCode } from '../../model/errors.ts';
import { moduleBeside } from '../../sandbox/offer-pool.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { type EndReason, type Sandbox, SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import { type Question, type Reply, replySchema } from './protocol.ts';

/** A child process that reads one file at a time. */
export type Reader = Sandbox<Question, Reply>;
export type ReaderPool = SandboxPool<Question, Reply>;

type ReaderOptions = {
  /** Memory limit of one reader, in bytes. */
  memoryBytes: number;
  /** Maximum number of readers; unset means one per processor. */
  size?: number;
  /** The module that the processes run; only tests set it. */
  entry?: URL;
};

const endings: Record<EndReason, { code: ReadFailureCode; message: string }> = {
  timed_out: {
    code: 'timed_out',
    message: 'Reading it took longer than one file may take. Split the file.',
  },
  out_of_memory: {
    code: 'out_of_memory',
    message: 'Reading it took more memory than one file may take. Split the file.',
  },
  crashed: {
    code: 'parser_crashed',
    message: 'Its reader crashed. Export the file again, or print it to a new PDF.',
  },
};

/** A pool of processes that read files. No process is started before the first file. */
export function readerPool({ memoryBytes, size = availableParallelism(), entry }: ReaderOptions): ReaderPool {
  return new SandboxPool({
    entry: entry ?? moduleBeside(import.meta.url, 'child'),
    size,
    memoryBytes,
    replySchema,
  });
}

/** The engine's own pool of readers, started on first use. `memoryBytes` is the memory limit of one reader. */
export const sharedReaders = sharedPool((memoryBytes: number) => readerPool({ memoryBytes }));

/**
 * Asks a reader one question. Throws a `ReadFailure` when the reading failed or the process ended. A process whose
 * parser crashed or ran out of memory is not reused, because its memory may be damaged.
 */
export async function askReader(reader: Reader, question: Question): Promise<Reply> {
  const reply = await reader.ask(question).catch((error: unknown) => {
    throw error instanceof SandboxEnded ? failureOf(error.reason) : error;
  });
  if (reply.reply !== 'failed') return reply;
  if (reply.code === 'parser_crashed') reader.kill('crashed');
  if (reply.code === 'out_of_memory') reader.kill('out_of_memory');
  throw new ReadFailure(reply.code, reply.message);
}

function failureOf(reason: EndReason): ReadFailure {
  const { code, message } = endings[reason];
  return new ReadFailure(code, message);
}
