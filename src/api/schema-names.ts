import { z } from 'zod';

/**
 * Names each object among optional fields in the OpenAPI document; `nameOf` receives the name of the field with a capital
 * letter.
 */
export function nameObjects(fields: z.ZodRawShape, nameOf: (field: string) => string): void {
  for (const [name, field] of Object.entries(fields)) {
    const inner = field instanceof z.ZodExactOptional ? field.unwrap() : field;
    const capitalized = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (inner instanceof z.ZodObject) nameSchema(inner, nameOf(capitalized));
  }
}

export function nameSchema(schema: z.ZodType, id: string): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}
