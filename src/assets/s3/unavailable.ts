import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '../../domain/errors.ts';

/** Calls the object store; errors that mean it does not answer become `store_unavailable`. */
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

/** The server says so itself, or there was no answer: a system error or the client's own timeout. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500;
  return (
    error.name === 'TimeoutError' || 'syscall' in error || ('code' in error && error.code === 'ECONNRESET')
  );
}
