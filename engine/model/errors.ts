import type { CheckerRecord } from './finding.ts';

/**
 * The class of all errors that Proviso reports. `code` is stable and documented. The message says what was wrong,
 * where, and what to do.
 */
export class ProvisoError<Code extends string = string> extends Error {
  override readonly name = 'ProvisoError';
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Why a file could not be read. Shown to users with the file's name. */
export const readFailureCodes = [
  'not_found',
  'not_reachable',
  'empty_file',
  'damaged',
  'encrypted',
  'unsupported_type',
  'type_mismatch',
  'too_large',
  'too_many_pages',
  'archive_limits',
  'storage_full',
  'no_text',
  'no_transcription',
  'timed_out',
  'out_of_memory',
  'parser_crashed',
] as const;

export type ReadFailureCode = (typeof readFailureCodes)[number];

/** A file could not be read; other files are not affected. */
export class ReadFailure extends ProvisoError<ReadFailureCode> {}

export type CheckFailureCode = 'checker_failed' | 'budget_reached' | 'instruction_like_text';

/** A rule could not be checked: its finding is not assessed, which is distinct from NOT FOUND. */
export class CheckFailure extends ProvisoError<CheckFailureCode> {
  /** The calls made before the failure. Their usage still counts. */
  readonly checker: CheckerRecord | undefined;

  constructor(
    code: CheckFailureCode,
    message: string,
    { checker, ...options }: ErrorOptions & { checker?: CheckerRecord } = {},
  ) {
    super(code, message, options);
    this.checker = checker;
  }

  /** The message as a part of a sentence about something else than a rule that was not assessed. */
  get reason(): string {
    return this.message.replace(/^Not assessed: /, '').replace(/\.$/, '');
  }
}

/** The code of an error of the system or of a library; an empty text if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
