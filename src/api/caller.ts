import type { Actor } from '../domain/records/owned.ts';

/**
 * The caller of a request, and how the service identified the caller. All requests of callers with the same `key` count
 * together for the rate limits.
 */
export type Caller = {
  actor: Actor;
  via: 'token' | 'session' | 'ticket';
  /** The id of the token or session; null for a ticket. */
  credentialId: string | null;
  key: string;
};
