import type { User } from '../domain/user.ts';

/** What a browser is told to keep after a sign-in: values of `Set-Cookie`. */
export type Cookies = readonly string[];

export type SignedIn = { user: User; cookies: Cookies };

export type Session = { user: User; sessionId: string; cookies: Cookies };

export type Credentials = { email: string; password: string };

/** Accounts of people: email, password, and the sessions of the dashboard. Emails are the same in any case. */
export interface Accounts {
  /** Whether someone could make an account now, and whether it would be the first. */
  signUpState(): Promise<{ open: boolean; first: boolean }>;
  /** Throws `sign_up_closed`, `email_taken`, `validation_failed`. */
  signUp(account: Credentials & { name: string }): Promise<SignedIn>;
  /** Throws `wrong_credentials`: the same for an unknown email and a wrong password. */
  signIn(credentials: Credentials): Promise<SignedIn>;
  /** Ends the session, if it is one. Gives cookies that make the browser forget it. */
  signOut(cookie: string): Promise<Cookies>;
  /** The session behind a `Cookie` header; null when there is none or it has ended. */
  session(cookie: string): Promise<Session | null>;
  /** Ends every other session too. Throws `wrong_credentials`, `unauthenticated`, `validation_failed`. */
  changePassword(cookie: string, change: { current: string; next: string }): Promise<Cookies>;
  /** For the operator: makes an account whether sign-up is open or not. Throws `email_taken`, `validation_failed`. */
  add(account: Credentials & { name: string }): Promise<User>;
  /** For the operator: ends every session too. Throws `user_not_found`, `validation_failed`. */
  setPassword(credentials: Credentials): Promise<User>;
  /** Null when there is no account with this email. */
  find(email: string): Promise<User | null>;
  /** How a user is named to others: their email. */
  nameOf(userId: string): Promise<string>;
}

/** Leave to follow one project for a short while, for browsers, which can send no header with it. */
export interface EventTickets {
  make(userId: string, projectId: string, until: Date): string;
  /** Whose ticket it is; null when it is not for this project, was changed, or has expired. */
  ownerOf(ticket: string, projectId: string, now: Date): string | null;
}
