import { z } from 'zod';

type Pick = (value: unknown) => unknown;

/**
 * Makes `parse` of a schema of an answer return only the documented fields of a value, without checking their values
 * again: the service made them itself, and the tests compare every answer with the documented schema. A part for which
 * this is not certain, such as a union, is still parsed as usual.
 */
export function picksFields<Schema extends z.ZodType>(schema: Schema): Schema {
  const pick = pickOf(schema) ?? ((value) => value);
  return Object.defineProperty(schema, 'parse', { value: pick });
}

/** Returns how to pick the documented fields of a value; null if every value of the schema is returned unchanged. */
function pickOf(schema: z.core.$ZodType): Pick | null {
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return pickObject(schema);
  if (schema instanceof z.ZodArray) return pickArray(pickOf(schema.element));
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable) {
    const inner = pickOf(schema.unwrap());
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  if (schema instanceof z.ZodOptional) {
    const inner = pickOf(schema.unwrap());
    // zod may replace undefined by the default of the schema inside.
    return inner && ((value) => (value === undefined ? z.parse(schema, value) : inner(value)));
  }
  if (schema instanceof z.ZodDefault) {
    const inner = pickOf(schema.unwrap());
    return (value) => (value === undefined ? z.parse(schema, value) : inner === null ? value : inner(value));
  }
  return isLeaf(schema) ? null : (value) => z.parse(schema, value);
}

function pickObject({ shape }: z.ZodObject): Pick {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: pickOf(field) }));
  return (value) => {
    if (!isObject(value)) throw new TypeError('an answer has a value that is not an object');
    const picked: Record<string, unknown> = {};
    for (const { name, pick } of fields) {
      const found = value[name];
      const kept = pick === null ? found : pick(found);
      if (kept !== undefined || name in value) picked[name] = kept;
    }
    return picked;
  };
}

function pickArray(pick: Pick | null): Pick | null {
  if (pick === null) return null;
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError('an answer has a value that is not a list');
    return value.map(pick);
  };
}

/** Whether no value of the schema contains an object whose fields are documented. */
function isLeaf(schema: z.core.$ZodType): boolean {
  return (
    schema instanceof z.ZodString ||
    schema instanceof z.ZodStringFormat ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    (schema instanceof z.ZodRecord && isLeaf(schema.keyType) && isLeaf(schema.valueType)) ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodEnum
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
