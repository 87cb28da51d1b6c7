/** An account. Its password and sessions are kept by the sign-in library, not here. */
export type User = { _id: string; email: string; name: string; createdAt: string };
