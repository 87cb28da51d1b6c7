import type { Logger } from 'pino';

/**
 * Keeps a fault in one user's run from ending the runs of all users: a rejection that nothing handles is logged, and the
 * process goes on.
 */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    log.error({ error }, 'a rejection was not handled, a fault of Proviso: the process goes on');
  });
}

/**
 * After an error that nothing caught, the state of the process is unknown: the error is logged, `stop` ends the work in
 * order, and the process exits with 1.
 */
export function endOnUncaught(log: Logger, stop: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'an error was not caught, a fault of Proviso: the process ends');
    void stop().finally(() => process.exit(1));
  });
}
