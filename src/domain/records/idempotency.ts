import type { Json } from '../../../engine/model/result.ts';

/**
 * The form of an `Idempotency-Key`: 1 to 255 printable ASCII characters without a space at either end, because HTTP
 * removes such spaces.
 */
export const idempotencyKeyPattern = /^[!-~]([ -~]{0,253}[!-~])?$/;

/** A request with an `Idempotency-Key`. Its key is claimed before the work begins; its answer is stored afterwards. */
export type IdempotentRequest = {
  userId: string;
  /** The operation that the key is for: the same key may be used once per operation. */
  scope: string;
  key: string;
  /** Hex SHA-256 of the body. */
  fingerprint: string;
  /**
   * The id of the record that the request creates, so that a second attempt after a crash cannot create a second
   * record.
   */
  recordId: string;
  /** The answer to replay; null while the request runs. */
  answer: Json | null;
  /** The name of the lease under which a process handles the request. */
  lease: string;
  expiresAt: string;
};
