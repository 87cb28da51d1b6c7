import type { OpenSession, Person, User } from '../domain/user.ts';

/** The cookies that a browser stores after signing in: values of `Set-Cookie`. */
export type Cookies = readonly string[];

export type SignedIn = { user: User; cookies: Cookies };

export type Session = { user: User; sessionId: string; cookies: Cookies };

export type Credentials = { email: string; password: string };

/** Why a person gets a link with which they can set a password. */
export type LinkKind = 'invitation' | 'reset';

/** The secret part of a link with which a person can set a password once. */
export type PasswordLink = { secret: string; expiresAt: string };

/**
 * Accounts with an email, a password and dashboard sessions. Emails that differ only in upper and lower case are the
 * same account. A session or an account that is disabled is refused by every process from the next request on.
 */
export interface Accounts extends Visits, OwnAccount, PeopleRecords {}

/** What visitors do: create an account, sign in and out, and set a password with a link. */
interface Visits {
  /**
   * Whether a visitor can create an account now (`open`), whether that would be the first account, and whether a visitor
   * who was invited to a workspace can create one.
   */
  signUpState(): Promise<{ open: boolean; first: boolean; invited: boolean }>;
  /**
   * `userAgent` is what the browser called itself: it is shown in the list of sessions. The caller checks that a person
   * with this email was invited, if `isInvited`. Throws `sign_up_closed`, `email_taken`, `validation_failed`.
   */
  signUp(account: Credentials & { name: string }, userAgent?: string, isInvited?: boolean): Promise<SignedIn>;
  /**
   * Throws `wrong_credentials`: the same for an unknown email and a wrong password. Throws `account_disabled` if the
   * password is right but the account is disabled.
   */
  signIn(credentials: Credentials, userAgent?: string): Promise<SignedIn>;
  /** Ends the session if there is one. Returns cookies that make the browser forget it. */
  signOut(cookie: string): Promise<Cookies>;
  /**
   * The session of a `Cookie` header; null if the header has none, the session has ended or the account is disabled.
   * `cookies` renew the session in the browser; they are empty most of the time.
   */
  session(cookie: string): Promise<Session | null>;
  /**
   * Sets a password with the secret of a link, and ends all sessions of the user. A link works once. Throws
   * `link_invalid`, also for the link of a disabled account, and `validation_failed`.
   */
  setPasswordByLink(secret: string, password: string): Promise<User>;
}

/** What a person does with the own account. */
interface OwnAccount {
  /**
   * Changes the password and ends all other sessions of the user. Throws `wrong_credentials`, `password_not_set`,
   * `unauthenticated`, `validation_failed`.
   */
  changePassword(cookie: string, change: { current: string; next: string }): Promise<Cookies>;
  /** Whether the user has a password; without one, the person signs in with an identity provider only. */
  hasPassword(userId: string): Promise<boolean>;
  /**
   * Throws `wrong_credentials` if `proof` is not the password of the user or, for a user without one, the email.
   */
  requireOwner(userId: string, proof: string): Promise<void>;
  /** Throws `user_not_found`. */
  rename(userId: string, name: string): Promise<User>;
  /** Lists the sessions of the user that have not expired, last used first. Their last use is known to the hour. */
  sessions(userId: string): Promise<OpenSession[]>;
  /** Ends a session of the user. Throws `session_not_found`, also for the session of another user. */
  endSession(userId: string, sessionId: string): Promise<void>;
  /** Ends every session of the user but this one. Returns how many were ended. */
  endOtherSessions(userId: string, sessionId: string): Promise<number>;
}

/** For the operator and the administrator. The callers check who calls. */
export interface PeopleRecords {
  /** Creates an account even if sign-up is closed. Throws `email_taken`, `validation_failed`. */
  add(account: Credentials & { name: string }): Promise<User>;
  /**
   * Creates an account without a password. Throws `email_taken`, `validation_failed`.
   */
  invite(account: { email: string; name: string }): Promise<Person>;
  /** Creates a link with which the user can set a password. Earlier links of this kind become invalid. */
  createPasswordLink(userId: string, link: { kind: LinkKind; validMs: number }): Promise<PasswordLink>;
  /** Sets a new password and ends all sessions of the user. Throws `user_not_found`, `validation_failed`. */
  setPassword(credentials: Credentials): Promise<User>;
  /** Disables or enables an account. Disabling ends all its sessions. Throws `user_not_found`. */
  setDisabled(userId: string, isDisabled: boolean): Promise<Person>;
  /** Removes a user with the password, the sessions and the links. Does nothing if the user does not exist. */
  remove(userId: string): Promise<void>;
  /** All accounts, oldest first. The first one is the administrator's. */
  people(): Promise<Person[]>;
  /** Throws `user_not_found`. */
  person(userId: string): Promise<Person>;
  /** Whether this account is the oldest one, whose owner administers the service. */
  isAdministrator(userId: string): Promise<boolean>;
  /** The user with this email; null if there is none. */
  find(email: string): Promise<User | null>;
  /** The users with these ids, by id; users that do not exist are left out. */
  usersWith(ids: readonly string[]): Promise<ReadonlyMap<string, User>>;
  /** The name under which other people see a user: the email, or the id if the user does not exist. */
  nameOf(userId: string): Promise<string>;
}

/** The user for whom a ticket was made, and the workspace of the project. */
export type TicketHolder = { userId: string; workspaceId: string };

/**
 * Short-lived permissions to follow one project. Browsers need such permissions, because a browser cannot send headers
 * when it opens an event stream.
 */
export interface EventTickets {
  make(holder: TicketHolder, projectId: string, until: Date): string;
  /** The holder of the ticket; null if the ticket is for another project, was forged or has expired. */
  holderOf(ticket: string, projectId: string, now: Date): TicketHolder | null;
}

/** Signs people in with an identity provider, if the operator has configured one. */
export interface SingleSignOn {
  /**
   * Begins a sign-in: returns the URL of the provider to which the browser goes, and the cookies that bind the sign-in
   * to this browser. Throws `identity_provider_unavailable`.
   */
  start(): Promise<{ url: string; cookies: Cookies }>;
  /**
   * Ends a sign-in, with the query with which the provider sent the browser back. The account is the one with the
   * verified email of the person. `refused` says why there is no session; it is null if there is one.
   */
  finish(
    query: URLSearchParams,
    cookie: string,
    userAgent: string,
  ): Promise<{ cookies: Cookies; refused: string | null }>;
}
