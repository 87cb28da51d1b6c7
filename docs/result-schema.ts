import { z } from 'zod';
import { jsonReportSchema } from '../src/services/report/formats/json.ts';

/** The text of `result.schema.json`, generated from the schemas of Proviso. */
export function resultJsonSchema(): string {
  // An empty registry keeps the names that these schemas have in the OpenAPI document out of this schema.
  const metadata = z.registry<{ id?: string }>();
  const schema = z.toJSONSchema(jsonReportSchema, { target: 'draft-2020-12', reused: 'ref', metadata });
  return `${JSON.stringify({ title: 'A result of Proviso', ...schema }, null, 2)}\n`;
}
