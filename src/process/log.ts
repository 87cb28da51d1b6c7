import { type Logger, pino } from 'pino';

/** Writes one JSON line per event to standard error, so that standard output is free for results. */
export function createLog(level: string, name: string): Logger {
  const errors = { error: pino.stdSerializers.err, err: pino.stdSerializers.err };
  return pino({ name, level, serializers: errors }, pino.destination({ dest: 2, sync: true }));
}
