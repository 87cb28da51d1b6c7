import type { Logger } from 'pino';

/**
 * Keeps an error in one user's run from ending the runs of all users: an unhandled rejection is logged, and the
 * process continues.
 */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    log.error({ error }, 'unhandled rejection, a bug in Proviso: the process continues');
  });
}

/**
 * After an uncaught error the state of the process is unknown: the error is logged, `stop` ends the work in order,
 * and the process exits with 1.
 */
export function endOnUncaught(log: Logger, stop: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'uncaught error, a bug in Proviso: the process ends');
    void stop().finally(() => process.exit(1));
  });
}
