import type { Accounts } from '../auth/port.ts';
import type { Actor } from '../domain/owned.ts';
import type { Services } from '../services/services.ts';
import type { Caller } from './caller.ts';

/** Headers a procedure heeds. */
export type CallHeaders = {
  ifMatch: string | null;
  ifNoneMatch: string | null;
  idempotencyKey: string | null;
  /** Of the dashboard's session. */
  cookie: string | null;
};

/** What a call counts against. Both throw `rate_limited`. */
export type CallerLimits = {
  /** One call of a known caller. */
  call(): Promise<void>;
  /** One try of a password, from the address the request came from. */
  signIn(): Promise<void>;
};

/** Headers of the answer, as procedures set them. */
export type Answer = {
  etag?: string;
  location?: string;
  replayed?: true;
  cookies?: readonly string[];
  /** Where the walk of a list goes on. */
  nextCursor?: string;
};

/** Everything a procedure gets beside its input. */
export type ApiContext = {
  transport: 'rest' | 'trpc';
  requestId: string;
  caller: Caller | null;
  /** Whether a browser says that a page of another site sent the request. */
  fromOtherSite: boolean;
  limits: CallerLimits;
  services: Services;
  accounts: Accounts;
  headers: CallHeaders;
  answer: Answer;
};

/** The same once it is known who calls. */
export type UserContext = ApiContext & { caller: Caller; actor: Actor };
