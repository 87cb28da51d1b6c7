import { type Logger, pino } from 'pino';
import { currentOrigin } from './origin.ts';

/** The size of the lines that wait to be written, in bytes, above which they are written at once. */
const mostWaiting = 8 * 1024;

/**
 * Writes one JSON line per event, by default to standard error, so that standard output is free for results. The lines
 * of one turn of the event loop are written together at its end, and before the process exits. Lines that are written
 * while a request is processed name the request.
 */
export function createLog(level: string, name: string, dest: number | string = 2): Logger {
  const errors = { error: pino.stdSerializers.err, err: pino.stdSerializers.err };
  const mixin = () => {
    const requestId = currentOrigin()?.requestId;
    return requestId === undefined ? {} : { requestId };
  };
  const lines = pino.destination({ dest, sync: true, minLength: mostWaiting });
  let isWaiting = false;
  const write = () => {
    isWaiting = false;
    lines.flush();
  };
  process.once('exit', write);
  return pino(
    { name, level, serializers: errors, mixin },
    {
      write(line) {
        lines.write(line);
        if (isWaiting) return;
        isWaiting = true;
        setImmediate(write);
      },
    },
  );
}
