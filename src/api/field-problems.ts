import type { z } from 'zod';
import { type FieldProblem, fieldPath } from '../domain/errors.ts';

type Issue = z.core.$ZodIssue;

/** An answer lists at most this many invalid fields: who sends more of them has sent something else. */
export const mostProblems = 50;

/**
 * Returns the problem of each field that zod rejected: the JSON path of the field, and a message that continues it, as
 * in `rules[0].name is required`.
 */
export function fieldProblems(issues: readonly Issue[]): FieldProblem[] {
  const problems = issues.slice(0, mostProblems).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownFields(issue);
    if (issue.code === 'invalid_key') {
      const own = issue.issues.find(({ code }) => code === 'invalid_format');
      return [{ path: fieldPath(issue.path), message: own?.message ?? 'is not a name that is allowed here' }];
    }
    return [{ path: fieldPath(issue.path), message: phrase(issue) }];
  });
  const byPath = new Map(problems.map((problem) => [problem.path, problem]));
  return [...byPath.values()].slice(0, mostProblems);
}

/** The error message of a `strict` object has one line for each unknown field, in the order of `keys`. */
function unknownFields(issue: z.core.$ZodIssueUnrecognizedKeys): FieldProblem[] {
  const lines = issue.message.split('\n');
  return issue.keys.slice(0, mostProblems).map((key, at) => ({
    path: fieldPath([...issue.path, key]),
    message: lines[at] ?? 'is not a field',
  }));
}

function phrase(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typePhrase(issue);
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}`;
    case 'too_small':
      return sizePhrase(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return sizePhrase(issue.origin, 'at most', issue.maximum);
    default:
      return issue.message;
  }
}

function typePhrase(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.message.endsWith('received undefined')) return 'is required';
  const expected = { int: 'a whole number', record: 'an object', boolean: 'true or false' }[
    String(issue.expected)
  ];
  return `must be ${expected ?? withArticle(String(issue.expected))}`;
}

function sizePhrase(origin: string, bound: string, size: number | bigint): string {
  switch (origin) {
    case 'string':
      return `must have ${bound} ${size} ${size === 1 ? 'character' : 'characters'}`;
    case 'array':
      return `must have ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}`;
    default:
      return `must be ${bound} ${size}`;
  }
}

function oneOf(values: string[]): string {
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
