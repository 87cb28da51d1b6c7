import type { Limits } from '../../job.ts';
import type { Json } from '../../model/result.ts';
import { isJsonSchema } from './from-schema.ts';
import type { Place } from './json-object.ts';

/** A problem of an outputFormat. `message` continues a sentence that begins with the place: `$ref` "has no schema …". */
export type FormatProblem = { place: Place; message: string };

/** Maximum number of fields and items of an example. */
const mostParts = 2_000;
/** Maximum number of nested lists and objects. */
const deepest = 64;

/**
 * Returns what makes an outputFormat too large: its size, its depth, or the number of an example's fields; null if it
 * is not too large. The check stops at the limits, so its time is bounded for a value of any size.
 */
export function sizeProblem(
  format: Json,
  { formatBytes }: Pick<Limits, 'formatBytes'>,
): FormatProblem | null {
  const waiting: { value: Json; depth: number }[] = [{ value: format, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > deepest) return wrong(`is nested more than ${deepest} levels deep: flatten it`);
    values += 1;
    if (values > formatBytes) return tooLarge(formatBytes);
    if (value === null || typeof value !== 'object') continue;
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 });
  }
  if (Buffer.byteLength(JSON.stringify(format)) > formatBytes) return tooLarge(formatBytes);
  if (isJsonSchema(format) || values <= mostParts + 1) return null;
  return wrong(
    `has ${number(values - 1)} fields, and an example can have at most ${number(mostParts)}: make it smaller`,
  );
}

function tooLarge(most: number): FormatProblem {
  return wrong(`has more than ${number(most)} bytes as JSON: make it smaller`);
}

function wrong(message: string): FormatProblem {
  return { place: [], message };
}

const number = (value: number): string => value.toLocaleString('en');
