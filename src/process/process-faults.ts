import type { Logger } from 'pino';

/**
 * Makes the process log an unhandled rejection and continue, so that an error in one user's run does not end the runs
 * of all users.
 */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    log.error({ error }, 'unhandled rejection, a bug in Proviso: the process continues');
  });
}

/**
 * After an uncaught error the state of the process is unknown. The error is logged, `stop` is called to release the
 * work, and the process exits with code 1.
 */
export function endOnUncaught(log: Logger, stop: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'uncaught error, a bug in Proviso: the process ends');
    void stop().finally(() => process.exit(1));
  });
}
