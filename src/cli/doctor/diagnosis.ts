import type { Config } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';

/** `is` describes the state of a part; `notes` are hints for the operator. */
export type Diagnosis = { is: string; notes?: string[] };

/**
 * A part with its setting, and its test, which throws an error that says what to do if the part does not work. A part
 * whose setting is null is not tested.
 */
export type Part = [
  name: string,
  setting: string | null,
  examine: (setting: string, config: Config) => Promise<Diagnosis>,
];

/** Creates an error that names the part and says why it does not work and what to do. */
export function failing(what: string, cause: unknown, fix: string): Error {
  return new Error(`${what}: ${messageOf(cause)}. ${fix}`.trim(), { cause });
}

/** Waits for a test. Throws an error that names the part, says why it does not work and, by `fix`, what to do. */
export function orFail<Value>(test: Promise<Value>, what: string, fix: string): Promise<Value> {
  return test.catch((cause: unknown) => {
    throw failing(what, cause, fix);
  });
}

/** Returns the reason that an error has for the operator, without a full stop. */
export function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause).replace(/\.$/, '');
  // The store of files says "try again in a moment"; the operator needs the reason behind it.
  if (cause instanceof AppError && cause.cause instanceof Error) return messageOf(cause.cause);
  // If Node fails to connect to several addresses, it throws an AggregateError without a message.
  const inner = cause instanceof AggregateError ? cause.errors.map(messageOf).join('; ') : '';
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return (cause.message || inner || code).replace(/\.$/, '');
}
