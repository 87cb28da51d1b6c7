import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config, Environment } from '../config.ts';
import { AppError, type AppErrorCode, errorKinds } from '../domain/errors.ts';
import { JobProcessEnded, JobProcesses } from '../process/job-processes.ts';
import { startChild } from '../process/start-child.ts';
import type {
  BundleTask,
  Comparison,
  ComparisonTask,
  Reporter,
  ReportTask,
} from '../services/report/reporter.ts';
import { Turns } from '../services/turns.ts';

/** A job for the process of a reporter. */
export type ReporterJob =
  | { work: 'report'; task: ReportTask }
  | { work: 'bundle'; task: BundleTask }
  | { work: 'compare'; task: ComparisonTask };

const isErrorCode = (code: unknown): code is AppErrorCode => typeof code === 'string' && code in errorKinds;

const replySchema = z.union([
  z.object({ result: z.unknown() }),
  /** An error that the caller can act on. */
  z.object({
    refused: z.object({
      code: z.custom<AppErrorCode>(isErrorCode),
      message: z.string(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  }),
  /** A failure of the service, with the stack of the error. */
  z.object({ failed: z.string() }),
]);

/** The reply to a job. */
export type Reply = z.infer<typeof replySchema>;

/** The most users whose reports, bundles and comparisons a server makes at the same time, each in its own process. */
const places = 2;
/** The maximum size of the heap of such a process, in MB. */
const heapMegabytes = 1_024;
/** A process that had no job for this long ends. */
const idleMs = 30_000;

/**
 * Does the work on all findings of a run in processes of their own, one piece at a time for each user, so that it delays
 * no other request. A process is killed when the client leaves, and when the work takes longer than
 * LIMIT_REPORT_SECONDS or needs too much memory; the latter two throw `too_costly`.
 */
export function startReporters(
  { DATA_DIR, LIMIT_REPORT_SECONDS: seconds }: Pick<Config, 'DATA_DIR' | 'LIMIT_REPORT_SECONDS'>,
  settings: Environment,
): Reporter & { close(): void } {
  const turns = new Turns(places);
  const name = import.meta.url.endsWith('.ts') ? '../reporter.ts' : './reporter.js';
  const entry = new URL(name, import.meta.url);

  const processes = new JobProcesses(() => {
    const child = startChild(entry, settings, { execArgv: [`--max-old-space-size=${heapMegabytes}`] });
    const folder = reporterFolder(DATA_DIR, child.pid);
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return child;
  }, idleMs);

  function done(job: ReporterJob, signal: AbortSignal): Promise<unknown> {
    return turns.take(job.task.actor.userId, signal, async () => {
      const late = AbortSignal.timeout(seconds * 1000);
      const reply = replySchema.parse(
        await processes.do(job, AbortSignal.any([signal, late])).catch((error: unknown) => {
          signal.throwIfAborted();
          if (late.aborted) throw tooCostly(`took longer than ${seconds} seconds`);
          if (error instanceof JobProcessEnded && error.outOfMemory)
            throw tooCostly(`took more than ${heapMegabytes} MB of memory`);
          throw error;
        }),
      );
      if ('result' in reply) return reply.result;
      if ('failed' in reply) throw new Error(reply.failed);
      const { code, message, errors } = reply.refused;
      throw new AppError(code, message, { errors });
    });
  }

  return {
    async report(task, signal) {
      await done({ work: 'report', task }, signal);
    },
    async bundle(task, signal) {
      return z.int().parse(await done({ work: 'bundle', task }, signal));
    },
    async compare(task, signal) {
      return z.custom<Comparison>().parse(await done({ work: 'compare', task }, signal));
    },
    close: () => processes.close(),
  };
}

/** The folder for the files that a reporter's process needs during a job. It is removed when the process has ended. */
export function reporterFolder(dataFolder: string, pid: number | undefined): string {
  return join(dataFolder, 'scratch', `reporter-${pid}.scratch`);
}

function tooCostly(what: string): AppError {
  return new AppError('too_costly', `the work ${what}: select fewer findings, or leave the sources out`);
}
