import { type Logger, pino } from 'pino';

/** One line of JSON an event on standard error, so that standard output stays free for what was asked for. */
export function createLog(level: string, name: string): Logger {
  const errors = { error: pino.stdSerializers.err, err: pino.stdSerializers.err };
  return pino({ name, level, serializers: errors }, pino.destination({ dest: 2, sync: true }));
}
