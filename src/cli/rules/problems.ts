import type { z } from 'zod';

export type Path = readonly PropertyKey[];

type Problem = { path: Path; message: string };

/** What an issue means to the author of `value`, in words. `known` are the keys allowed at the issue's place. */
export function problemsOf(issue: z.core.$ZodIssue, value: unknown, known: string[]): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `unknown key; ${suggestion(key, known)}`,
    }));
  }
  const found = valueAt(value, issue.path);
  if (issue.code === 'invalid_type') {
    const wanted = issue.expected === 'string' ? 'text' : issue.expected === 'array' ? 'a list' : 'an object';
    return [
      {
        path: issue.path,
        message:
          found === undefined
            ? 'is missing'
            : `must be ${wanted}, not ${kindOf(found)}${wanted === 'text' ? quoting(found) : ''}`,
      },
    ];
  }
  if (issue.code === 'invalid_value') {
    return [
      { path: issue.path, message: `must be ${issue.values.join(' or ')}, not ${JSON.stringify(found)}` },
    ];
  }
  if (issue.code === 'invalid_union') return [{ path: issue.path, message: 'must be a JSON value' }];
  return [{ path: issue.path, message: issue.message }];
}

/** YAML reads a bare 30 or true as no text. */
function quoting(found: unknown): string {
  return typeof found === 'number' || typeof found === 'boolean' ? ': put it in quotes' : '';
}

function suggestion(key: string, known: string[]): string {
  const near = known.find((candidate) => distance(candidate.toLowerCase(), key.toLowerCase()) <= 2);
  return near ? `did you mean ${near}?` : `known are ${known.join(', ')}`;
}

/** Levenshtein's edit distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (left === right ? 0 : 1)),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== 'object') return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** A value named by its kind, for a sentence. */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  return `the ${typeof value} ${String(value)}`;
}

/** `$.rules[2].name`, as JSON paths are written. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(String(key))
      ? `${text}.${String(key)}`
      : `${text}[${JSON.stringify(String(key))}]`;
  }, '$');
}
