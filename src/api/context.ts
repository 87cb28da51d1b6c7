import type { Accounts, SingleSignOn } from '../auth/port.ts';
import type { Actor } from '../domain/records/owned.ts';
import type { PasswordResets } from '../services/people/password-resets.ts';
import type { PeopleService } from '../services/people/people.ts';
import type { Services } from '../services/services.ts';
import type { MemberService } from '../services/workspaces/members.ts';
import type { Caller } from './caller.ts';

/** The request headers that procedures read. */
export type CallHeaders = {
  ifMatch: string | null;
  ifNoneMatch: string | null;
  idempotencyKey: string | null;
  /** The header `Cookie`, which contains the session of the dashboard. */
  cookie: string | null;
  /** What the browser calls itself. */
  userAgent: string;
};

/** The rate limits of the caller. Both methods throw `rate_limited` when the quota is used up. */
export type CallerLimits = {
  /** Counts one call of an authenticated caller. */
  call(): Promise<void>;
  /** Counts one password attempt from the address that sent the request. */
  signIn(): Promise<void>;
  /** Counts one test of a webhook or rotation of its key by an authenticated caller. */
  webhook(): Promise<void>;
};

/** Values that a procedure sets for the headers of the response. */
export type Answer = {
  etag?: string;
  location?: string;
  replayed?: true;
  cookies?: readonly string[];
  /** The cursor of the next page of a list. */
  nextCursor?: string;
};

/** What procedures use, whatever the request. */
export type ApiServices = {
  services: Services;
  accounts: Accounts;
  people: PeopleService;
  members: MemberService;
  passwordResets: PasswordResets;
  /** Null if the operator has not configured an identity provider. */
  singleSignOn: SingleSignOn | null;
  /** The model that checks rules; null if they are checked without one. */
  model: string | null;
};

/** Everything that a procedure gets in addition to its input. */
export type ApiContext = ApiServices & {
  requestId: string;
  /** The network address that sent the request; null if it is not known. */
  address: string | null;
  caller: Caller | null;
  /** Whether the browser says that a page of another site sent the request. */
  fromOtherSite: boolean;
  /** Whether a page sent the request whose host could belong to anybody who lets its name point to this server. */
  fromUnknownHost: boolean;
  limits: CallerLimits;
  /** A signal that is aborted when the client closes the connection before the response has ended. */
  closing(): AbortSignal;
  /**
   * The fraction of the maximum response size that this call can use: 1, or an equal fraction for each call of a batch.
   */
  share: number;
  headers: CallHeaders;
  answer: Answer;
};

/** The context of an authenticated caller. */
export type UserContext = ApiContext & { caller: Caller; actor: Actor };
