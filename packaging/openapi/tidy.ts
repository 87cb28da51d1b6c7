import type { Json } from '../../engine/model/result.ts';

export type JsonMap = { [key: string]: Json };

/**
 * Rewrites the document so that every code generator can read it. The schema of any JSON value, for which zod generates
 * a recursive schema, becomes `{}`. A list of types becomes `anyOf`. Numbers become doubles. Keys are sorted, so that
 * the committed document changes only if its meaning changes.
 */
export function tidied(document: JsonMap): JsonMap {
  return mapOf(mapped(document, (map) => inOrder(withFormat(withChoice(withoutRecursion(map))))));
}

function withoutRecursion(map: JsonMap): JsonMap {
  if (typeof map.$ref === 'string' && isAnyJson(map.$ref.split('/').at(-1) ?? '')) {
    const { $ref: _, ...annotations } = map;
    return annotations;
  }
  if (Array.isArray(map.anyOf) && map.anyOf.some((choice) => Object.keys(mapOf(choice)).length === 0)) {
    const { anyOf: _, ...annotations } = map;
    return annotations;
  }
  return Object.fromEntries(Object.entries(map).filter(([name]) => !isAnyJson(name)));
}

/**
 * Whether this is a name that zod generates for a recursive schema. The only recursive schema in the document is that
 * of any JSON value, as a test verifies.
 */
function isAnyJson(name: string): boolean {
  return /^__schema\d+$/.test(name);
}

function withChoice(map: JsonMap): JsonMap {
  const { type, ...rest } = map;
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return map;
  return { ...rest, anyOf: type.map((one) => withFormat({ type: one })) };
}

/**
 * Sets the format `double`, without which some code generators generate 32-bit numbers. Removes the pattern of 300
 * characters that zod adds to a field with the format `date-time`, because the format says the same.
 */
function withFormat(map: JsonMap): JsonMap {
  if (map.type === 'number') return { format: 'double', ...map };
  const { pattern: _, ...rest } = map;
  return map.format === 'date-time' ? rest : map;
}

function inOrder(map: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapOf(value: Json): JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** Applies the change to every object inside the value, innermost first. */
function mapped(value: Json, change: (map: JsonMap) => JsonMap): Json {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapped(item, change)] as const);
  return change(Object.fromEntries(entries));
}
