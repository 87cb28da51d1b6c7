import type { Json } from '../../model/result.ts';

export type JsonObject = { [key: string]: Json };

/** The path from the top of a JSON value to a value inside it: keys and positions. */
export type Place = readonly (string | number)[];

/** Where a subschema applies: to the value of its parent, to members of that value, or only where it is referred to. */
type Reach = 'same' | 'members' | 'references';

export type Subschema = { schema: Json; place: Place; reach: Reach };

type Form = 'one' | 'list' | 'map' | 'one or list';

/** Every keyword that contains schemas, in all supported versions of JSON Schema. */
const holders = new Map<string, { form: Form; reach: Reach }>([
  ['not', { form: 'one', reach: 'same' }],
  ['if', { form: 'one', reach: 'same' }],
  ['then', { form: 'one', reach: 'same' }],
  ['else', { form: 'one', reach: 'same' }],
  ['allOf', { form: 'list', reach: 'same' }],
  ['anyOf', { form: 'list', reach: 'same' }],
  ['oneOf', { form: 'list', reach: 'same' }],
  ['dependentSchemas', { form: 'map', reach: 'same' }],
  ['dependencies', { form: 'map', reach: 'same' }],
  ['items', { form: 'one or list', reach: 'members' }],
  ['prefixItems', { form: 'list', reach: 'members' }],
  ['additionalItems', { form: 'one', reach: 'members' }],
  ['unevaluatedItems', { form: 'one', reach: 'members' }],
  ['contains', { form: 'one', reach: 'members' }],
  ['properties', { form: 'map', reach: 'members' }],
  ['patternProperties', { form: 'map', reach: 'members' }],
  ['additionalProperties', { form: 'one', reach: 'members' }],
  ['unevaluatedProperties', { form: 'one', reach: 'members' }],
  ['propertyNames', { form: 'one', reach: 'members' }],
  ['$defs', { form: 'map', reach: 'references' }],
  ['definitions', { form: 'map', reach: 'references' }],
]);

/**
 * The schemas directly inside a schema, in the order of its keywords. The function does not check that they are valid
 * schemas.
 */
export function subschemasOf(schema: JsonObject, place: Place = []): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const holder = holders.get(keyword);
    if (!holder) return [];
    return memberSchemas(value, holder.form, [...place, keyword]).map((inner) => ({
      ...inner,
      reach: holder.reach,
    }));
  });
}

function memberSchemas(value: Json, form: Form, place: Place): Omit<Subschema, 'reach'>[] {
  if (form === 'map') {
    if (!isObject(value)) return [];
    return Object.entries(value).map(([key, schema]) => ({ schema, place: [...place, key] }));
  }
  if (form === 'one' || !Array.isArray(value)) return form === 'list' ? [] : [{ schema: value, place }];
  return value.map((schema, index) => ({ schema, place: [...place, index] }));
}

/** Resolves the local references of a schema: `#`, `#/a/pointer`, and `#name` for the schema with that `$anchor`. */
export class References {
  readonly #root: JsonObject;
  readonly #anchors = new Map<string, { schema: JsonObject; place: Place }>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** Registers a schema by its `$anchor`. Returns false if the name is already registered. */
  name(schema: JsonObject, place: Place): boolean {
    const { $anchor } = schema;
    if (typeof $anchor !== 'string') return true;
    const known = this.#anchors.get($anchor);
    if (known && known.schema !== schema) return false;
    this.#anchors.set($anchor, { schema, place });
    return true;
  }

  /** The target of a reference, or null when there is none. */
  target(reference: string): { schema: JsonObject | boolean; place: Place } | null {
    if (!reference.startsWith('#')) return null;
    const [first = '', ...steps] = reference.slice(1).split('/');
    if (first !== '') return steps.length === 0 ? (this.#anchors.get(first) ?? null) : null;
    const place: string[] = [];
    let at: Json | undefined = this.#root;
    for (const step of steps) {
      const key = decoded(step);
      if (key === null) return null;
      place.push(key);
      at = memberOf(at, key);
    }
    return isObject(at) || typeof at === 'boolean' ? { schema: at, place } : null;
  }
}

/** All schemas inside a schema, all schemas that these refer to, and the references. Each is visited once. */
export function allSchemas(root: JsonObject): { schemas: ReadonlySet<JsonObject>; references: References } {
  const references = new References(root);
  const schemas = new Set<JsonObject>();
  const visit = (from: Json): void => {
    const waiting: Json[] = [from];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!isObject(next) || schemas.has(next)) continue;
      schemas.add(next);
      references.name(next, []);
      for (const { schema } of subschemasOf(next)) waiting.push(schema);
    }
  };
  visit(root);
  // The targets of references are followed too: the set grows during the loop.
  for (const { $ref } of schemas) {
    const target = typeof $ref === 'string' ? references.target($ref) : null;
    if (target) visit(target.schema);
  }
  return { schemas, references };
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A step of a JSON pointer in a URL fragment, or null if the step is not validly encoded. */
function decoded(step: string): string | null {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return null;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
