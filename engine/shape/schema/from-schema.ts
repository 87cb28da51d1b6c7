import type { Json } from '../../model/result.ts';
import type { Meter } from '../meter.ts';
import { type Field, type Leaf, leafTypes, type Template } from '../template.ts';
import { isObject, type JsonObject, objectsIn, stepsOf, valueAt } from './json-object.ts';

const schemaTypes = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/**
 * Schemas can refer to themselves. Parts that are nested deeper than this, and parts after this number, become leaves
 * of any type.
 */
const deepest = 12;
const mostParts = 2_000;

/**
 * Whether an object is a JSON Schema rather than an example: it names its dialect in `$schema`, its `type` is a type of
 * JSON Schema, or its `properties` are schemas.
 */
export function isJsonSchema(format: Json): format is JsonObject {
  if (!isObject(format)) return false;
  if (typeof format.$schema === 'string') return true;
  const types = Array.isArray(format.type) ? format.type : [format.type];
  if (types.length > 0 && types.every((type) => typeof type === 'string' && schemaTypes.has(type)))
    return true;
  const { properties } = format;
  return (
    isObject(properties) && Object.values(properties).every((part) => isObject(part) && isSchemaPart(part))
  );
}

/**
 * The template of a JSON Schema, with its properties in order. Local references are resolved; of several alternatives,
 * the first that is not null is used. Each part counts as a step of the meter. Throws `OutputLimit`.
 */
export function fromSchema(schema: JsonObject, meter: Meter): Template {
  const merged = new MergedSchemas(schema);
  let parts = 0;

  const read = (part: Json | undefined, depth: number): Template => {
    parts += 1;
    meter.step();
    if (depth > deepest || parts > mostParts) return anything;
    const own = merged.of(part);
    if (!own) return anything;
    const types = typesOf(own);
    if (types.includes('object')) return readObject(own, depth);
    if (types.includes('array')) {
      return { kind: 'array', item: own.items === undefined ? null : read(own.items, depth + 1) };
    }
    const named = leafTypes.filter((type) => types.includes(type));
    return { kind: 'leaf', types: named, options: optionsOf(own) } satisfies Leaf;
  };

  const readObject = (own: JsonObject, depth: number): Template => {
    const properties = objectAt(own, 'properties');
    const required = new Set(listAt(own, 'required'));
    const fields = Object.entries(properties).map(([key, part]): Field => {
      const title = merged.of(part)?.title;
      return {
        key,
        names: typeof title === 'string' ? [key, title] : [key],
        template: read(part, depth + 1),
        optional: !required.has(key) && !allowsNull(merged.of(part)),
      };
    });
    if (fields.length === 0 && isObject(own.additionalProperties)) {
      return { kind: 'map', item: read(own.additionalProperties, depth + 1) };
    }
    return { kind: 'object', fields };
  };

  return read(schema, 0);
}

const anything: Leaf = { kind: 'leaf', types: [], options: null };

/**
 * Merges a schema with the target of its reference, its `allOf` and its first alternative that is not null. Each schema
 * is merged only once.
 */
class MergedSchemas {
  readonly #root: JsonObject;
  readonly #merged = new Map<JsonObject, JsonObject | null>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /**
   * The merged schema; null for a value that is not an object, a reference without a target, and a schema that applies
   * itself again.
   */
  of(part: Json | undefined): JsonObject | null {
    if (!isObject(part)) return null;
    const known = this.#merged.get(part);
    if (known !== undefined) return known;
    this.#merged.set(part, null);
    const merged = this.#merge(part);
    this.#merged.set(part, merged);
    return merged;
  }

  /** The target of `#`, `#/a/pointer`, or `#name` for the schema with that `$anchor`. */
  #target(reference: string): Json | undefined {
    if (/^#.*%/.test(reference) || !reference.startsWith('#')) return undefined;
    const [name = '', ...rest] = reference.slice(1).split('/');
    if (name !== '' && rest.length === 0) return this.#anchored(name);
    return valueAt(this.#root, stepsOf(reference.slice(1)));
  }

  #anchored(name: string): JsonObject | undefined {
    for (const { object } of objectsIn(this.#root)) if (object.$anchor === name) return object;
    return undefined;
  }

  #merge(part: JsonObject): JsonObject | null {
    let own = part;
    if (typeof own.$ref === 'string') {
      const target = this.of(this.#target(own.$ref));
      if (!target) return null;
      own = { ...target, ...own };
    }
    const chosen = alternativesOf(own).find((one) => isObject(one) && one.type !== 'null');
    const all = listAt(own, 'allOf');
    for (const one of chosen === undefined ? all : [...all, chosen]) {
      const more = this.of(one);
      if (!more) continue;
      const properties = { ...objectAt(own, 'properties'), ...objectAt(more, 'properties') };
      const required = [...new Set([...listAt(own, 'required'), ...listAt(more, 'required')])];
      own = { ...more, ...own };
      if (Object.keys(properties).length > 0) own = { ...own, properties, required };
    }
    return own;
  }
}

function typesOf(own: JsonObject): string[] {
  const named = Array.isArray(own.type) ? own.type : [own.type];
  const types = named.filter((type) => typeof type === 'string');
  if (types.length > 0) return types;
  if (isObject(own.properties) || isObject(own.additionalProperties)) return ['object'];
  return own.items === undefined ? [] : ['array'];
}

function allowsNull(own: JsonObject | null): boolean {
  if (!own) return true;
  return (
    own.nullable === true ||
    typesOf(own).includes('null') ||
    alternativesOf(own).some((one) => isObject(one) && one.type === 'null')
  );
}

function alternativesOf(own: JsonObject): Json[] {
  return [...listAt(own, 'anyOf'), ...listAt(own, 'oneOf')];
}

function optionsOf(own: JsonObject): Json[] | null {
  if (own.const !== undefined) return [own.const];
  return Array.isArray(own.enum) ? own.enum.filter((option) => option !== null) : null;
}

/** Whether a value under `properties` looks like a schema: `{type: "string"}`, `{$ref: …}`, `{}`. */
function isSchemaPart(part: JsonObject): boolean {
  const keywords = [
    'type',
    '$ref',
    'enum',
    'const',
    'properties',
    'items',
    'anyOf',
    'oneOf',
    'allOf',
    'description',
  ];
  return Object.keys(part).length === 0 || keywords.some((keyword) => part[keyword] !== undefined);
}

const objectAt = (own: JsonObject, key: string): JsonObject => {
  const value = own[key];
  return isObject(value) ? value : {};
};

const listAt = (own: JsonObject, key: string): Json[] => {
  const value = own[key];
  return Array.isArray(value) ? value : [];
};
