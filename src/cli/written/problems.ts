import { z } from 'zod';
import { nearName } from '../../domain/near-name.ts';

export type Path = readonly PropertyKey[];

/** A problem, and the path of the value that has it. */
export type Problem = { path: Path; message: string };

const kindWords: { [kind: string]: string } = {
  string: 'text',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
};

/** Describes an issue that `schema` found in `value`, in words for the author of the file. */
export function problemsOf(issue: z.core.$ZodIssue, value: unknown, schema: z.core.$ZodType): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `unknown key; ${suggestion(key, known)}`,
    }));
  }
  const found = valueAt(value, issue.path);
  if (issue.code === 'invalid_type') {
    const wanted = kindWords[issue.expected] ?? 'an object';
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

/** Advises putting a value in quotes if YAML read it as a number or a boolean, such as 30 or true. */
function quoting(found: unknown): string {
  return typeof found === 'number' || typeof found === 'boolean' ? ': put it in quotes' : '';
}

/** Suggests the known key that was probably meant, or lists the known keys. */
export function suggestion(key: string, known: string[]): string {
  const near = nearName(key, known);
  return near === null ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
}

/** The keys that `schema` allows in the object at `path`. */
function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return keysAt(schema.unwrap(), path);
  }
  const [key, ...rest] = path;
  if (schema instanceof z.ZodArray && key !== undefined) return keysAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (key === undefined) return Object.keys(schema.shape);
  const member: unknown = schema.shape[String(key)];
  return member instanceof z.core.$ZodType ? keysAt(member, rest) : [];
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== 'object') return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** Names the kind of a value, for use in a message. */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  return `the ${typeof value} ${String(value)}`;
}

/** Formats a path as a JSON path: `$.rules[2].name`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(String(key))
      ? `${text}.${String(key)}`
      : `${text}[${JSON.stringify(String(key))}]`;
  }, '$');
}
