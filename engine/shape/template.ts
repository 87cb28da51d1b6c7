import type { Json } from '../model/result.ts';

export const leafTypes = ['string', 'number', 'integer', 'boolean'] as const;
export type LeafType = (typeof leafTypes)[number];

/** The structure of an output, from an example or a JSON Schema. */
export type Template =
  | { kind: 'object'; fields: Field[] }
  /** An object whose keys are the names of the rules. */
  | { kind: 'map'; item: Template }
  | { kind: 'array'; item: Template | null }
  | Leaf;

/** A leaf. If `types` is empty, any type is allowed. `options`, if not null, are the only allowed values. */
export type Leaf = { kind: 'leaf'; types: LeafType[]; options: Json[] | null };

/**
 * `names` are the names that match the field, starting with its key. An optional field for which no finding has a value
 * is left out.
 */
export type Field = { key: string; names: string[]; template: Template; optional: boolean };

/**
 * Reads an example. Its keys are kept; its values only show the types of the leaves. A value such as "pass|fail" lists
 * the allowed options.
 */
export function fromExample(example: Json): Template {
  if (Array.isArray(example)) {
    const [first] = example;
    return { kind: 'array', item: first === undefined ? null : fromExample(first) };
  }
  if (example !== null && typeof example === 'object') {
    const fields = Object.entries(example).map(([key, value]) => ({
      key,
      names: [key],
      template: fromExample(value),
      optional: false,
    }));
    return { kind: 'object', fields };
  }
  return leafOf(example);
}

function leafOf(example: string | number | boolean | null): Leaf {
  switch (typeof example) {
    case 'number':
      return { kind: 'leaf', types: ['number'], options: null };
    case 'boolean':
      return { kind: 'leaf', types: ['boolean'], options: null };
    case 'string':
      return { kind: 'leaf', types: ['string'], options: optionsIn(example) };
    default:
      return { kind: 'leaf', types: [], options: null };
  }
}

function optionsIn(example: string): string[] | null {
  const options = example.split('|').map((option) => option.trim());
  return options.length > 1 && options.every((option) => /^[\p{L}\p{N}_ -]{1,40}$/u.test(option))
    ? options
    : null;
}

/** Whether a part accepts only true or false. */
export function isYesOrNo(part: Template): boolean {
  return part.kind === 'leaf' && part.options === null && part.types.join() === 'boolean';
}
