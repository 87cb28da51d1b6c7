import type { Actor } from '../domain/records/owned.ts';

/** The caller, and how the service identified it. Limits count by `key`. */
export type Caller = { actor: Actor; via: 'token' | 'session' | 'ticket'; key: string };
