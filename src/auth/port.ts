import type { User } from '../domain/user.ts';

/** The cookies that a browser stores after signing in: values of `Set-Cookie`. */
export type Cookies = readonly string[];

export type SignedIn = { user: User; cookies: Cookies };

export type Session = { user: User; sessionId: string; cookies: Cookies };

export type Credentials = { email: string; password: string };

/**
 * Accounts with an email, a password and dashboard sessions. Emails that differ only in upper and lower case are the
 * same account.
 */
export interface Accounts {
  /** Whether a visitor can create an account now (`open`), and whether that would be the first account. */
  signUpState(): Promise<{ open: boolean; first: boolean }>;
  /** Throws `sign_up_closed`, `email_taken`, `validation_failed`. */
  signUp(account: Credentials & { name: string }): Promise<SignedIn>;
  /** Throws `wrong_credentials`: the same for an unknown email and a wrong password. */
  signIn(credentials: Credentials): Promise<SignedIn>;
  /** Ends the session if there is one. Returns cookies that make the browser forget it. */
  signOut(cookie: string): Promise<Cookies>;
  /** The session of a `Cookie` header; null if the header has none or the session has ended. */
  session(cookie: string): Promise<Session | null>;
  /**
   * Changes the password and ends all other sessions of the user. Throws `wrong_credentials`, `unauthenticated`,
   * `validation_failed`.
   */
  changePassword(cookie: string, change: { current: string; next: string }): Promise<Cookies>;
  /** For the operator: creates an account even if sign-up is closed. Throws `email_taken`, `validation_failed`. */
  add(account: Credentials & { name: string }): Promise<User>;
  /**
   * For the operator: sets a new password and ends all sessions of the user. Throws `user_not_found`,
   * `validation_failed`.
   */
  setPassword(credentials: Credentials): Promise<User>;
  /** The user with this email; null if there is none. */
  find(email: string): Promise<User | null>;
  /** The name under which other people see a user: the email, or the id if the user does not exist. */
  nameOf(userId: string): Promise<string>;
}

/**
 * Short-lived permissions to follow one project. Browsers need such permissions, because a browser cannot send headers
 * when it opens an event stream.
 */
export interface EventTickets {
  make(userId: string, projectId: string, until: Date): string;
  /** The user of the ticket; null if the ticket is for another project, was forged or has expired. */
  ownerOf(ticket: string, projectId: string, now: Date): string | null;
}
