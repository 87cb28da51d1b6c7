/** An account. The sign-in library stores its password and sessions. */
export type User = { _id: string; email: string; name: string; createdAt: string };
