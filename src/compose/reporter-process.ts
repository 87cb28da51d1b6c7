import { type Environment, readConfig } from '../config.ts';
import { AppError } from '../domain/errors.ts';
import { createLog } from '../process/log.ts';
import { embeddedQueue } from '../queue/embedded.ts';
import { reporterHere } from '../services/report/reporter-here.ts';
import { openBackend } from './backend.ts';
import { estimatingOf } from './estimating.ts';
import { type Reply, type ReporterJob, reporterFolder } from './reporters.ts';

/** Opens what a reporter needs, and returns the function that does its jobs. The function never rejects. */
export async function openReporter(environment: Environment): Promise<(job: ReporterJob) => Promise<Reply>> {
  const config = readConfig(environment);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const log = createLog(config.LOG_LEVEL, 'reporter');
  const folder = reporterFolder(config.DATA_DIR, process.pid);
  const backend = await openBackend(config, log, () => publicUrl, folder);
  const reporter = reporterHere(backend.dependencies, estimatingOf(backend, embeddedQueue(), config));
  // The process is killed when its job is canceled.
  const { signal } = new AbortController();

  async function resultOf(job: ReporterJob): Promise<unknown> {
    switch (job.work) {
      case 'report':
        return reporter.report(job.task, signal);
      case 'bundle':
        return reporter.bundle(job.task, signal);
      case 'compare':
        return reporter.compare(job.task, signal);
    }
  }

  return async (job) => {
    try {
      return { result: (await resultOf(job)) ?? null };
    } catch (error) {
      if (!(error instanceof AppError))
        return { failed: error instanceof Error ? String(error.stack) : String(error) };
      const { code, message, errors } = error;
      return { refused: { code, message, errors: [...errors] } };
    }
  };
}
