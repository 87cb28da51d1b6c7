import type { Actor } from '../domain/records/owned.ts';

/** The caller of a request, and how the service identified the caller. Rate limits are counted for each `key`. */
export type Caller = { actor: Actor; via: 'token' | 'session' | 'ticket'; key: string };
