/** What a part is, and what the operator should know about it. */
export type Diagnosis = { is: string; notes?: string[] };

/** Tries a part. Throws when it does not work, with what to do. */
export type Examine = () => Promise<Diagnosis>;

/** An error with the setting that leads to the part, why it does not work, and what to do. */
export function failing(what: string, cause: unknown, fix: string): Error {
  return new Error(`${what}: ${messageOf(cause)}. ${fix}`.trim(), { cause });
}

function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Node puts the attempts at several addresses into one error that says nothing itself.
  const inner = cause instanceof AggregateError ? cause.errors.map(messageOf).join('; ') : '';
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return (cause.message || inner || code).replace(/\.$/, '');
}
