import { type LintCode, lintCodes, type Severity } from './codes.ts';

/** The fields in which lint finds problems. */
export type LintedField = 'name' | 'description' | 'ifAbsent';

/**
 * A change that solves a problem. If `safe`, it does not change what the rules require. Without `replacement`, the
 * field is removed; for the field `rule`, the whole rule is.
 */
export type LintFix = { field: LintedField | 'rule'; replacement?: string; safe: boolean };

/** A problem of a rule, at the UTF-16 offsets `start` to `end` (exclusive) of the field. `rule` is its index. */
export type LintProblem = {
  rule: number;
  field: LintedField;
  start: number;
  end: number;
  code: LintCode;
  severity: Severity;
  message: string;
  advice: string;
  /** The index of the other rule, if the problem is between two rules. */
  other?: number;
  fix?: LintFix;
};

/** A problem as a check finds it: `lintRules` adds the index of the rule, and the severity and advice of the code. */
export type Found = Pick<LintProblem, 'field' | 'start' | 'end' | 'code' | 'message' | 'other' | 'fix'> & {
  advice?: string;
};

/** A problem in the description of a rule. Without `advice`, it has that of its code. */
export function inDescription(
  code: LintCode,
  { start, end }: Pick<Found, 'start' | 'end'>,
  message: string,
  advice?: string,
): Found {
  return { field: 'description', start, end, code, message, ...(advice !== undefined && { advice }) };
}

export function problemOf(rule: number, { advice, ...found }: Found): LintProblem {
  const entry = lintCodes[found.code];
  return { rule, ...found, severity: entry.severity, advice: advice ?? entry.advice };
}
