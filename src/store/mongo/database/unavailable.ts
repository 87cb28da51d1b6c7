import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { AppError } from '../../../domain/errors.ts';

const duplicateKey = 11_000;

/**
 * Codes of temporary errors of a server: it is stopping, the primary server is changing, or an operation took too long.
 */
const passing = new Set([
  6, 7, 24, 50, 64, 89, 91, 112, 133, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** The names of the driver's errors for a server that cannot be reached or whose connection was lost. */
const connectionErrors = new Set(
  (
    'MongoNetworkError MongoNetworkTimeoutError MongoServerSelectionError MongoSystemError ' +
    'MongoTopologyClosedError MongoClientClosedError MongoNotConnectedError MongoPoolClosedError ' +
    'MongoPoolClearedError PoolClearedOnNetworkError MongoWaitQueueTimeoutError ' +
    'MongoOperationTimeoutError MongoExpiredSessionError TimeoutError'
  ).split(' '),
);

/**
 * Codes of socket errors. The driver throws these errors unchanged if the server has closed a connection just before a
 * write.
 */
const socketErrors = new Set(
  'EPIPE ECONNRESET ECONNABORTED ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_SOCKET_CLOSED'.split(
    ' ',
  ),
);

/** Runs an operation on the server. Throws `store_unavailable` if an error means that the server does not answer. */
export async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isPassing(error)) throw error;
    throw new AppError('store_unavailable', 'the store does not answer: try again in a moment', {
      cause: error,
    });
  }
}

/** Whether an error means that a record with the same unique key exists. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (connectionErrors.has(error.name)) return true;
  if (!(error instanceof MongoError)) return 'code' in error && socketErrors.has(String(error.code));
  // A bulk write wraps the errors of the driver. An error without a code did not come from the server, so the
  // connection has failed.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  return error.hasErrorLabel('RetryableWriteError') || passing.has(Number(error.code));
}
