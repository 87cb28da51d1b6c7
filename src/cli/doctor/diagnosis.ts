/** The description of a part, and what the operator should know about it. */
export type Diagnosis = { is: string; notes?: string[] };

/** Tests a part. Throws if it does not work, with what to do. */
export type Examine = () => Promise<Diagnosis>;

/** An error with the setting of the part, why it does not work, and what to do. */
export function failing(what: string, cause: unknown, fix: string): Error {
  return new Error(`${what}: ${messageOf(cause)}. ${fix}`.trim(), { cause });
}

function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Node reports attempts at several addresses as one error without a message.
  const inner = cause instanceof AggregateError ? cause.errors.map(messageOf).join('; ') : '';
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return (cause.message || inner || code).replace(/\.$/, '');
}
