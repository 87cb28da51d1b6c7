import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../engine/model/result.ts';

export type JsonMap = { [key: string]: Json };

/** The document with one name for "any JSON value", where the generator numbers each use of it, and without its own errors. */
export function tidied(document: JsonMap): JsonMap {
  const components = mapIn(document, 'components');
  const schemas = Object.entries(mapIn(components, 'schemas')).filter(([name]) => !name.startsWith('error.'));
  const numbered = schemas.filter(([name]) => name.startsWith('__schema'));
  const renamed = new Map(
    numbered.map(([name]) => [`#/components/schemas/${name}`, '#/components/schemas/Json']),
  );
  const [first, ...others] = numbered.map(([, schema]) => withRefs(schema, renamed));
  if (!others.every((other) => isDeepStrictEqual(other, first))) {
    throw new Error('the generator made up a name for something that is not any JSON value');
  }
  const named = schemas.filter(([name]) => !name.startsWith('__schema'));
  const tidy = {
    ...document,
    components: {
      ...components,
      schemas: { ...Object.fromEntries(named), ...(first === undefined ? {} : { Json: first }) },
    },
  };
  const sorted = inOrder(withRefs(tidy, renamed));
  return sorted !== null && typeof sorted === 'object' && !Array.isArray(sorted) ? sorted : {};
}

function mapIn(map: JsonMap, key: string): JsonMap {
  const value = map[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function withRefs(value: Json, renamed: ReadonlyMap<string, string>): Json {
  return mapped(value, (map) => {
    const { $ref } = map;
    return typeof $ref === 'string' ? { ...map, $ref: renamed.get($ref) ?? $ref } : map;
  });
}

/** Keys sorted, so that the committed document changes only where its meaning does. */
function inOrder(value: Json): Json {
  return mapped(value, (map) => Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function mapped(value: Json, change: (map: JsonMap) => JsonMap): Json {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapped(item, change)] as const);
  return change(Object.fromEntries(entries));
}
