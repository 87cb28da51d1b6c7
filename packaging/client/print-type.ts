import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * How to print a field that can be missing. A caller may also pass undefined, because JSON leaves such a field out; a
 * response never has such a field.
 */
export type Direction = 'input' | 'output';

/** The name under which a zod schema of any JSON value refers to itself, because it has no name of its own. */
const anyJson = /^__schema\d+$/;

/**
 * Prints a JSON Schema that zod wrote as a TypeScript type. Throws if it contains something that this function does not
 * know, so that no type is wrong without notice.
 */
export function printType(schema: Schema, direction: Direction): string {
  const print = (one: Schema) => printType(one, direction);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (Array.isArray(schema.type)) return schema.type.map((type) => print({ ...schema, type })).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return unique(choices.map(print)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${print(part)})`).join(' & ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return printArray(schema, direction);
    case 'object':
      return printObject(schema, direction);
    case undefined:
      if (Object.keys(schema).every((key) => annotations.includes(key))) return 'unknown';
  }
  throw new Error(`no TypeScript type is known for the schema ${JSON.stringify(schema).slice(0, 300)}`);
}

const annotations = ['description', 'default', 'examples', 'title', 'id', '$schema', '$defs'];

/** Whether the name is that of a schema of any JSON value. */
export function isAnyJson(name: string): boolean {
  return anyJson.test(name);
}

/** A comment with a description, indented like the line that follows it; empty without a description. */
export function printComment(description: string | undefined): string {
  return description ? `/** ${description.replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n` : '';
}

function nameOf(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  return isAnyJson(name) ? 'Json' : name;
}

function printArray({ items }: Schema, direction: Direction): string {
  if (typeof items !== 'object' || Array.isArray(items))
    throw new Error('an array has no type for all its items');
  return `Array<${printType(items, direction)}>`;
}

function printObject(schema: Schema, direction: Direction): string {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    const key = typeof propertyNames === 'object' ? printType(propertyNames, direction) : 'string';
    const value = printType(additionalProperties, direction);
    if (key === 'string') return `{ [key: string]: ${value} }`;
    return `{ [Key in ${key}]${required.length > 0 ? '' : '?'}: ${value} }`;
  }
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    throw new Error(`an object has both fields and a type for others: ${Object.keys(properties).join(', ')}`);
  }
  // An empty type of an object would allow any value.
  if (additionalProperties === false && Object.keys(properties).length === 0) return 'Record<string, never>';
  const fields = Object.entries(properties).map(([name, field]) => {
    if (typeof field !== 'object') throw new Error(`the field ${name} has no schema`);
    const type = printType(field, direction);
    const rest = required.includes(name)
      ? `: ${type}`
      : `?: ${type}${direction === 'input' ? ' | undefined' : ''}`;
    return `${printComment(field.description)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${rest};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

function unique(types: string[]): string[] {
  return [...new Set(types)];
}
