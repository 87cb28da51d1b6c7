import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '../../domain/errors.ts';

/**
 * Waits for an answer of the object store. Errors that mean that the store does not answer become `store_unavailable`.
 */
export async function asked<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking;
  } catch (cause) {
    if (!isOutage(cause)) throw cause;
    throw new AppError('store_unavailable', 'the store of files does not answer: try again in a moment', {
      cause,
    });
  }
}

/**
 * Whether the server reported an internal error, or did not answer: there was a system error or a timeout of the
 * client.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500;
  return (
    error.name === 'TimeoutError' || 'syscall' in error || ('code' in error && error.code === 'ECONNRESET')
  );
}
