import type { Json } from '../../model/result.ts';

export type JsonObject = { [key: string]: Json };

/** The path from the top of a JSON value to a value inside it: keys and positions. */
export type Place = readonly (string | number)[];

/** The path that a JSON pointer names. Positions in lists stay text. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path inside a value; undefined if there is none. */
export function valueAt(root: Json, steps: readonly string[]): Json | undefined {
  let at: Json | undefined = root;
  for (const step of steps) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Every object inside a value, and the value itself if it is one, with its place, in the order of the text. */
export function* objectsIn(root: Json, at: Place = []): Generator<{ object: JsonObject; place: Place }> {
  if (isObject(root)) yield { object: root, place: at };
  if (root === null || typeof root !== 'object') return;
  const entries = Array.isArray(root) ? root.entries() : Object.entries(root);
  for (const [key, value] of entries) yield* objectsIn(value, [...at, key]);
}
