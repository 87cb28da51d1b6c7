import { z } from 'zod';
import { resultSchema } from '../engine/model/result.ts';

/** The text of `result.schema.json`, made from the schema that the program itself checks results with. */
export function resultJsonSchema(): string {
  // A registry of its own: the names of the same schemas in the OpenAPI document are not part of a result.
  const metadata = z.registry<{ id?: string }>();
  const schema = z.toJSONSchema(resultSchema, { target: 'draft-2020-12', reused: 'ref', metadata });
  return `${JSON.stringify({ title: 'A result of Proviso', ...schema }, null, 2)}\n`;
}
