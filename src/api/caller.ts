import type { Actor } from '../domain/owned.ts';

/** Who calls and how that is known. Limits count by `key`. */
export type Caller = { actor: Actor; via: 'token' | 'session' | 'ticket'; key: string };
