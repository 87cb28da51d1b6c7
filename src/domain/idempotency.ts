import type { Json } from '../../engine/model/result.ts';

/** What an `Idempotency-Key` may be: 1 to 255 printable ASCII characters, with no space at either end, as HTTP sends it. */
export const idempotencyKeyPattern = /^[!-~]([ -~]{0,253}[!-~])?$/;

/** A request that was sent with an `Idempotency-Key`: claimed before the work, answered after it. */
export type IdempotentRequest = {
  userId: string;
  /** Which operation the key is for: the same key may be used once for each. */
  scope: string;
  key: string;
  /** Hex SHA-256 of the body. */
  fingerprint: string;
  /** The id of the record the request makes, so that a second try after a crash can't make another. */
  recordId: string;
  /** The answer that is replayed; null while the request runs. */
  answer: Json | null;
  /** Names the lease of the process that runs it. */
  lease: string;
  expiresAt: string;
};
