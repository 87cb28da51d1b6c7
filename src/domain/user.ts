/**
 * An account. The sign-in library stores its password and sessions. `disabledAt` is the time since which the person
 * cannot use the service; null if the person can.
 */
export type User = { _id: string; email: string; name: string; createdAt: string; disabledAt: string | null };

/** An account as the administrator sees it. `invited` is true until the person has set a password or signed in. */
export type Person = User & { invited: boolean };

/** A session of the dashboard in one browser. `userAgent` is what the browser called itself; it can be empty. */
export type OpenSession = { _id: string; userAgent: string; createdAt: string; lastUsedAt: string };
